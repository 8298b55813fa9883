import { styled } from "goober";
import { useState } from "react";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { formatDate, NO_VALUE } from "../../ui/format.ts";
import { BadgeCheck, CircleX, Clock, type IconGlyph } from "../../ui/icon.tsx";
import { MailAddress } from "../../ui/mail-address.tsx";
import { type } from "../../ui/theme.ts";
import { type AdminFact, AdminFacts } from "../core/admin-facts.tsx";
import { FlagStack } from "../core/admin-flag.tsx";
import { Evidence, EvidenceSection, ItemColumns, ItemMain, SectionTitle } from "../core/admin-layout.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { midSentence, timesFor } from "../core/admin-time.ts";
import { ItemHead } from "../core/item-head.tsx";
import { MoneyStrip } from "../core/money-strip.tsx";
import { RefusedFlag } from "../core/refused-flag.tsx";
import type { ReviewedItemProps } from "../review/use-review.ts";
import { ContextWaiting } from "../trader/context-waiting.tsx";
import { EventList } from "../trader/event-list.tsx";
import { EvidenceImage } from "../trader/evidence-image.tsx";
import { FrozenFlag } from "../trader/frozen-flag.tsx";
import { type HistoryTab, HistoryTable } from "../trader/history-table.tsx";
import { NameChangeFlag } from "../trader/name-change-flag.tsx";
import { PersonNotes } from "../trader/person-notes.tsx";
import { identityLines } from "../trader/trader-history.ts";
import { IDENTITY_ADMIN_TEXT } from "./identity-admin-text.ts";
import type { AdminIdentity, IdentityStatus } from "./identity-types.ts";

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

const text = IDENTITY_ADMIN_TEXT;

type IdentityItemProps = ReviewedItemProps & { identity: AdminIdentity };

/** One person's ID card, enlarged, beside their account details and earlier decisions. */
export function IdentityItem({ identity, admin, refused, context, nowMs, refetch, onBack }: IdentityItemProps) {
  const [tab, setTab] = useState<HistoryTab>("all");
  const { _id, status, image, user, submittedAt } = identity;
  const at = timesFor(admin.timeZone, nowMs);
  const trader = context === "failed" ? null : (context?.trader ?? null);
  const sent = text.sent(midSentence(at(submittedAt)));
  return (
    <ItemColumns data-evidence="true">
      <ItemMain>
        <ItemHead
          figure={user.name}
          badge={<Badge {...LOOK[status]}>{text.status[status]}</Badge>}
          lead={sent}
          onBack={onBack}
        />
        <FlagStack>
          {refused && <RefusedFlag refused={refused} />}
          {trader?.frozen && <FrozenFlag frozen={trader.frozen} at={at} />}
          {trader?.nameChange && <NameChangeFlag change={trader.nameChange} nowMs={nowMs} />}
        </FlagStack>
        <section>
          <SectionTitle>{text.card}</SectionTitle>
          {image === null ? (
            <Quiet>{text.erased}</Quiet>
          ) : (
            <EvidenceImage
              src={image}
              title={text.cardOf(user.name)}
              saveAs={`id-card-${user.username}`}
              caption={`${sent}. ${text.viewNoted}`}
              size="large"
            />
          )}
        </section>
        {trader ? (
          <>
            <MoneyStrip money={trader.money} />
            <HistoryTable
              trader={trader}
              item={{ id: _id, atMs: Date.parse(submittedAt) }}
              at={at}
              tab={tab}
              onTab={setTab}
            />
          </>
        ) : (
          <ContextWaiting hasFailed={context === "failed"} onRetry={refetch} />
        )}
      </ItemMain>
      <Evidence aria-label={text.account}>
        <AdminFacts title={text.account} facts={accountFacts(identity, admin.timeZone)} />
        {status !== "pending" && <AdminFacts title={text.decision} facts={decisionFacts(identity, at)} />}
        {trader && (
          <>
            <EvidenceSection>
              <SectionTitle>{text.before}</SectionTitle>
              <EventList lines={identityLines(trader)} at={at} empty={text.nothingBefore} />
            </EvidenceSection>
            <PersonNotes trader={trader} name={user.name} at={at} onWritten={refetch} />
          </>
        )}
      </Evidence>
    </ItemColumns>
  );
}

function accountFacts({ user }: AdminIdentity, timeZone: string): AdminFact[] {
  return [
    { name: ADMIN_TEXT.name, value: user.name },
    { name: text.username, value: user.username },
    { name: ADMIN_TEXT.email, value: <MailAddress of={user.email} /> },
    { name: text.phone, value: user.phone || NO_VALUE, isFigure: true },
    { name: text.address, value: user.address || NO_VALUE },
    { name: text.memberSince, value: formatDate(user.createdAt, timeZone), isFigure: true },
  ];
}

function decisionFacts(
  { rejectReason, note, decidedBy, decidedAt }: AdminIdentity,
  at: (instant: string) => string,
): AdminFact[] {
  return [
    { name: text.decidedAt, value: decidedAt && at(decidedAt), isFigure: true },
    { name: text.decidedBy, value: decidedBy },
    { name: text.reason, value: rejectReason && text.reasonWord[rejectReason] },
    { name: text.note, value: note },
  ];
}
