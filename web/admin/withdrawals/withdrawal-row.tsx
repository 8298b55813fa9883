import { styled } from "goober";
import { formatAge } from "../../ui/format.ts";
import { Check, Icon, Landmark, UsersRound } from "../../ui/icon.tsx";
import { Money } from "../../ui/money.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { BY_AGE, BY_AMOUNT } from "../list/list-columns.ts";
import { claimOf } from "./withdrawal-actions.ts";
import { WITHDRAWAL_ADMIN_TEXT } from "./withdrawal-admin-text.ts";
import type { AdminWithdrawal } from "./withdrawal-types.ts";

const text = WITHDRAWAL_ADMIN_TEXT;

/** A request older than this has waited through a working day and is marked. */
const LATE_MS = 24 * 60 * 60_000;

/** Columns of the queue of withdrawals. */
export const WITHDRAWAL_COLUMNS = {
  columns: "64px 92px minmax(0, 1fr) auto",
  heads: [
    { label: ADMIN_TEXT.age, sorts: BY_AGE },
    { label: ADMIN_TEXT.amount, isRight: true, sorts: BY_AMOUNT },
    { label: ADMIN_TEXT.name },
    { label: text.claim },
  ],
};

const Marks = styled("span")`
  display: inline-flex;
  align-items: center;
  justify-content: flex-end;
  gap: 6px;
  min-width: 28px;
  color: var(--muted);
  & > svg {
    flex: none;
  }
  & > [data-claimer] {
    max-width: 72px;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  & > [data-yours] {
    color: var(--accent);
    font-weight: 500;
  }
`;

type WithdrawalCellsProps = {
  request: AdminWithdrawal;
  adminId: string;
  nowMs: number;
  /** Marks approved requests, in a list that also has pending ones. */
  marksApproved: boolean;
};

/** The cells of a request in the queue. */
export function WithdrawalCells({ request, adminId, nowMs, marksApproved }: WithdrawalCellsProps) {
  const ageMs = nowMs - Date.parse(request.createdAt);
  const isOpen = request.status === "pending" || request.status === "approved";
  const claim = isOpen ? claimOf(request, adminId, nowMs) : null;
  return (
    <>
      <span className="num" data-tone={isOpen && ageMs > LATE_MS ? "warn" : "muted"}>
        {formatAge(ageMs)}
      </span>
      <b data-align="right">
        <Money usd={request.amount} />
      </b>
      <span data-tone={claim && !claim.isYours ? "muted" : undefined}>{request.user.name}</span>
      <Marks>
        {marksApproved && request.status === "approved" && (
          <span role="img" aria-label={text.status.approved} title={text.status.approved}>
            <Icon of={Check} size={14} />
          </span>
        )}
        {request.approvals.need > 1 && (
          <>
            <Icon of={UsersRound} size={14} />
            <span className="num" aria-hidden="true">
              {request.approvals.have}/{request.approvals.need}
            </span>
            <VisuallyHidden>{ADMIN_TEXT.agreement.title}</VisuallyHidden>
          </>
        )}
        {request.status === "approved" && request.payer !== null && (
          <>
            <Icon of={Landmark} size={14} />
            <VisuallyHidden>{text.beingPaidBy(request.payer)}</VisuallyHidden>
          </>
        )}
        {claim?.isYours && <span data-yours="">{text.you}</span>}
        {claim && !claim.isYours && (
          <>
            <VisuallyHidden>{text.claimedBy("")}</VisuallyHidden>
            <span data-claimer="" title={text.claimedBy(claim.name)}>
              {claim.name}
            </span>
          </>
        )}
      </Marks>
    </>
  );
}
