import { styled } from "goober";
import { useState } from "react";
import type { User } from "../../api.ts";
import { formatDate, NO_VALUE } from "../../format.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { BadgeCheck, CircleX, Clock, type IconGlyph } from "../../ui/icon.tsx";
import { ImageViewer } from "../../ui/image-viewer.tsx";
import { media, type } from "../../ui/theme.ts";
import { type DeskFact, DeskFacts } from "../desk/desk-facts.tsx";
import { FlagStack } from "../desk/desk-flag.tsx";
import { Evidence, ItemColumns, ItemMain, SectionTitle } from "../desk/desk-layout.ts";
import { DESK_TEXT } from "../desk/desk-text.ts";
import { midSentence, timesFor } from "../desk/desk-time.ts";
import type { DeskIdentity, IdentityStatus } from "../desk/desk-types.ts";
import type { HeldAct } from "../desk/held-acts.ts";
import { ItemHead } from "../desk/item-head.tsx";
import { RefusedFlag } from "../desk/refused-flag.tsx";
import { TraderPanel } from "../desk/trader-panel.tsx";
import type { ShownTrader } from "../desk/use-trader.ts";
import { IDENTITY_DESK_TEXT } from "./identity-desk-text.ts";

const Opener = styled("button")`
  display: block;
  width: 100%;
  overflow: hidden;
  border: 1px solid var(--line);
  border-radius: var(--radius-control);
  background: var(--raised);
  cursor: zoom-in;
  &:hover {
    border-color: var(--control);
  }
  & > img {
    width: 100%;
    height: min(52dvh, 480px);
    object-fit: contain;
  }
  ${media.phone} {
    & > img {
      height: 264px;
    }
  }
`;

const Quiet = styled("p")`
  ${type.caption}
  margin-top: 6px;
  color: var(--muted);
`;

const LOOK: Record<IdentityStatus, { tone: BadgeTone; icon: IconGlyph }> = {
  pending: { tone: "warn", icon: Clock },
  verified: { tone: "up", icon: BadgeCheck },
  rejected: { tone: "down", icon: CircleX },
};

const text = IDENTITY_DESK_TEXT;

type IdentityItemProps = {
  identity: DeskIdentity;
  admin: User;
  refused: HeldAct | null;
  trader: ShownTrader;
  nowMs: number;
  onBack: () => void;
};

/** One person's ID card beside what their account says. */
export function IdentityItem({ identity, admin, refused, trader, nowMs, onBack }: IdentityItemProps) {
  const [isViewed, setIsViewed] = useState(false);
  const { status, image, user, submittedAt } = identity;
  const at = timesFor(admin.timeZone, nowMs);
  return (
    <ItemColumns data-evidence="true">
      <ItemMain>
        <ItemHead
          figure={user.name}
          badge={<Badge {...LOOK[status]}>{text.status[status]}</Badge>}
          lead={text.sent(midSentence(at(submittedAt)))}
          onBack={onBack}
        />
        <FlagStack>{refused && <RefusedFlag refused={refused} />}</FlagStack>
        <section>
          <SectionTitle>{text.card}</SectionTitle>
          {image === null ? (
            <Quiet>{text.erased}</Quiet>
          ) : (
            <>
              <Opener type="button" aria-haspopup="dialog" onClick={() => setIsViewed(true)}>
                <img src={image} alt={text.cardOf(user.name)} />
              </Opener>
              <Quiet>{text.viewNoted}</Quiet>
            </>
          )}
        </section>
        <TraderPanel
          trader={trader}
          itemId={identity._id}
          cameAtMs={Date.parse(identity.submittedAt)}
          nowMs={nowMs}
          timeZone={admin.timeZone}
        />
      </ItemMain>
      <Evidence aria-label={text.account}>
        <DeskFacts title={text.account} facts={accountFacts(identity, admin.timeZone)} />
        {status !== "pending" && <DeskFacts title={text.decision} facts={decisionFacts(identity, at)} />}
      </Evidence>
      {isViewed && image !== null && (
        <ImageViewer
          src={image}
          title={text.cardOf(user.name)}
          saveAs={`id-card-${user.username}`}
          onClose={() => setIsViewed(false)}
        />
      )}
    </ItemColumns>
  );
}

function accountFacts({ user }: DeskIdentity, timeZone: string): DeskFact[] {
  return [
    { name: DESK_TEXT.name, value: user.name },
    { name: text.username, value: user.username },
    { name: DESK_TEXT.email, value: user.email },
    { name: text.phone, value: user.phone || NO_VALUE, isFigure: true },
    { name: text.address, value: user.address || NO_VALUE },
    { name: text.memberSince, value: formatDate(user.createdAt, timeZone), isFigure: true },
  ];
}

function decisionFacts(
  { rejectReason, note, decidedBy, decidedAt }: DeskIdentity,
  at: (instant: string) => string,
): DeskFact[] {
  return [
    { name: text.decidedAt, value: decidedAt && at(decidedAt), isFigure: true },
    { name: text.decidedBy, value: decidedBy },
    { name: text.reason, value: rejectReason && text.reasonWord[rejectReason] },
    { name: text.note, value: note },
  ];
}
