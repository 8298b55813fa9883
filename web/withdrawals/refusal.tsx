import { styled } from "goober";
import { ROUTE, settingsPath } from "../state/routes.ts";
import { ButtonAnchor } from "../ui/button.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { media, type } from "../ui/theme.ts";
import { WITHDRAWAL_TEXT } from "./withdrawal-text.ts";

const Frame = styled("div")`
  ${type.dense}
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 12px 24px;
  padding-left: 16px;
  border-left: 2px solid var(--down);
  & > div {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & b {
    display: block;
    font-weight: 600;
  }
  & p {
    color: var(--muted);
    white-space: pre-line;
  }
  ${media.phone} {
    flex-direction: column;
    align-items: stretch;
  }
`;

/** A reason that an admin can reject a withdrawal for. */
export type RejectReason = keyof typeof WITHDRAWAL_TEXT.rejectReason;

const REPAIRED_AT: Record<Exclude<RejectReason, "other">, string> = {
  wrong_details: ROUTE.profile,
  identity_needed: ROUTE.profile,
  suspicious: settingsPath("security"),
  over_limit: ROUTE.accountWithdraw,
};

type RefusalProps = {
  reason: RejectReason;
  /** The admin's note. */
  note: string | null;
  /** Sentences about where the money is. */
  sentences: readonly string[];
};

/** A rejection: the reason, the admin's note, where the money is, and a link to the page that resolves it. */
export function Refusal({ reason, note, sentences }: RefusalProps) {
  const label = WITHDRAWAL_TEXT.repair[reason];
  return (
    <Frame>
      <div>
        <b>{WITHDRAWAL_TEXT.rejectReason[reason]}</b>
        {note && <p>{note}</p>}
        <p>{sentences.join(" ")}</p>
      </div>
      {reason === "other" ? (
        <ButtonAnchor href={ROUTE.support}>{label}</ButtonAnchor>
      ) : (
        <ButtonLink href={REPAIRED_AT[reason]}>{label}</ButtonLink>
      )}
    </Frame>
  );
}
