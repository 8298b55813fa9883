import { styled } from "goober";
import { WITHDRAWAL_LIST_NAMES } from "../../../worker/contract/withdrawal-lists.ts";
import { Check, Icon, Landmark, UsersRound } from "../../ui/icon.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import type { AdminView } from "../core/admin-time.ts";
import { BY_AMOUNT } from "../list/list-fields.ts";
import { ageColumn, moneyColumn, type RowColumn, textColumn } from "../list/row-columns.tsx";
import { useStatus } from "../list/use-list-address.ts";
import { claimOf, isOpen } from "./withdrawal-actions.ts";
import { WITHDRAWAL_ADMIN_TEXT } from "./withdrawal-admin-text.ts";
import type { AdminWithdrawal } from "./withdrawal-calls.ts";

const text = WITHDRAWAL_ADMIN_TEXT;

/** A request older than this has waited through a working day and is marked. */
const LATE_MS = 24 * 60 * 60_000;

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

type MarksProps = { request: AdminWithdrawal; view: AdminView };

/** What has happened to a request: approvals, its payment, and its claim. */
function WithdrawalMarks({ request, view: { admin, nowMs } }: MarksProps) {
  // A list that has pending requests too marks the approved ones.
  const isMixed = useStatus(WITHDRAWAL_LIST_NAMES) === "open";
  const claim = openClaimOf(request, admin._id, nowMs);
  return (
    <Marks>
      {isMixed && request.status === "approved" && (
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
  );
}

/** Columns of the queue of withdrawals. */
export const WITHDRAWAL_COLUMNS: readonly RowColumn<AdminWithdrawal>[] = [
  ageColumn(
    "64px",
    ({ createdAt }) => createdAt,
    (request, ageMs) => (isOpen(request) && ageMs > LATE_MS ? "warn" : "muted"),
  ),
  textColumn(text.number, "72px", ({ number }) => number, { isFigure: true, isMuted: true, isWide: true }),
  moneyColumn(ADMIN_TEXT.amount, ({ amount }) => amount, { sorts: BY_AMOUNT }),
  {
    head: ADMIN_TEXT.name,
    width: "minmax(0, 1fr)",
    cell: (request, { admin, nowMs }) => (
      <span data-tone={openClaimOf(request, admin._id, nowMs)?.isYours === false ? "muted" : undefined}>
        {request.user.name}
      </span>
    ),
  },
  { head: text.claim, width: "auto", cell: (request, view) => <WithdrawalMarks request={request} view={view} /> },
];

function openClaimOf(request: AdminWithdrawal, adminId: string, nowMs: number) {
  return isOpen(request) ? claimOf(request, adminId, nowMs) : null;
}
