import { styled } from "goober";
import { type ReactNode, useId, useState } from "react";
import type { User } from "../state/api.ts";
import { Badge, type BadgeTone } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { formatDate } from "../ui/format.ts";
import { BadgeCheck, ChevronDown, ChevronUp, CircleX, Clock, Icon, type IconGlyph } from "../ui/icon.tsx";
import { tint, type } from "../ui/theme.ts";
import { IdCardImage } from "./id-card-image.tsx";
import { IdUpload } from "./id-upload.tsx";
import { IDENTITY_TEXT as text } from "./identity-text.ts";

const Head = styled("header")`
  ${type.body}
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 10px;
  min-height: 36px;
  & > button {
    margin: 0 -10px 0 auto;
  }
`;

const Lines = styled("div")`
  ${type.dense}
  color: var(--muted);
  & b {
    color: var(--text);
    font-weight: 500;
  }
`;

const Refusal = styled("div")`
  ${type.dense}
  display: flex;
  gap: 10px;
  margin-top: 8px;
  padding: 12px;
  border-radius: var(--radius-control);
  background: ${tint("down", 10)};
  & > svg {
    margin-top: 2px;
    color: var(--down);
  }
  & b {
    font-weight: 500;
  }
  & p {
    overflow-wrap: anywhere;
    white-space: pre-line;
  }
`;

const Parts = styled("div")`
  display: grid;
  gap: 16px;
  margin-top: 16px;
  &:empty {
    display: none;
  }
`;

type Status = User["idVerificationStatus"];

const LOOK: Record<Exclude<Status, "none">, { tone: BadgeTone; icon: IconGlyph }> = {
  pending: { tone: "warn", icon: Clock },
  verified: { tone: "up", icon: BadgeCheck },
  rejected: { tone: "down", icon: CircleX },
};

/** The state of the identity check, the uploaded ID card, and an upload field until the identity is verified. */
export function IdentityCard({ person }: { person: User }) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(true);
  const { idVerificationStatus: status, idCardImage: image } = person;
  return (
    <Card aria-labelledby={`${id}-title`}>
      <Head>
        <h2 id={`${id}-title`}>{text.title}</h2>
        {status !== "none" && <Badge {...LOOK[status]}>{text.badge[status]}</Badge>}
        {image !== null && (
          <Button
            variant="plain"
            size="dense"
            aria-expanded={isOpen}
            aria-controls={`${id}-image`}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? text.hide : text.view}
            <Icon of={isOpen ? ChevronUp : ChevronDown} />
          </Button>
        )}
      </Head>
      <StatusText person={person} />
      <Parts>
        {image !== null && (
          <div id={`${id}-image`} hidden={!isOpen}>
            {isOpen && <IdCardImage key={image} src={image} />}
          </div>
        )}
        {status !== "verified" && <IdUpload hasSent={status !== "none"} isOptional={status === "pending"} />}
      </Parts>
    </Card>
  );
}

function StatusText({ person }: { person: User }): ReactNode {
  const {
    idVerificationStatus: status,
    idRejectionReason,
    idIsReopened,
    idSubmittedAt,
    idDecidedAt,
    timeZone,
  } = person;
  const dated = (instant: string | null, describe: (date: string) => string) =>
    instant !== null && describe(formatDate(instant, timeZone));
  if (status === "rejected") {
    return (
      <Refusal>
        <Icon of={CircleX} />
        <div>
          <b>{idIsReopened ? text.reopened : text.rejected}</b>
          <p>{idRejectionReason ?? text.clearer}</p>
        </div>
      </Refusal>
    );
  }
  if (status === "none") return <Lines>{text.prompt}</Lines>;
  if (status === "pending") {
    return (
      <Lines>
        {text.pending} {dated(idSubmittedAt, text.sent)}
      </Lines>
    );
  }
  return (
    <Lines>
      <b>{text.verified}.</b> {dated(idDecidedAt, text.checked)}
    </Lines>
  );
}
