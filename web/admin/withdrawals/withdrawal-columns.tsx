import { styled } from "goober";
import { WITHDRAWAL_LIST_NAMES } from "../../../worker/contract/withdrawal-lists.ts";
import {
  Check,
  Clock,
  Icon,
  type IconGlyph,
  IdCard,
  Landmark,
  Lock,
  Pencil,
  TriangleAlert,
  UsersRound,
  Wallet,
} from "../../ui/icon.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import type { AdminView } from "../core/admin-time.ts";
import type { Ageing } from "../core/waiting-age.tsx";
import { BY_AMOUNT } from "../list/list-fields.ts";
import { ageColumn, moneyColumn, type RowColumn, textColumn } from "../list/row-columns.tsx";
import { useStatus } from "../list/use-list-address.ts";
import { ClientMark } from "../questions/client-mark.tsx";
import { ApprovalMark } from "../review/approval-mark.tsx";
import { approvalsForNext, claimOf, isAwaited, isHeld, isOpen, owes } from "./withdrawal-actions.ts";
import { WITHDRAWAL_ADMIN_TEXT } from "./withdrawal-admin-text.ts";
import type { AdminWithdrawal } from "./withdrawal-calls.ts";

const text = WITHDRAWAL_ADMIN_TEXT;

const Marks = styled("span")`
  display: inline-flex;
  align-items: center;
  justify-content: flex-end;
  gap: 4px;
  min-width: 28px;
  color: var(--muted);
  & > [data-claimer] {
    max-width: 72px;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  & > [data-sign] {
    display: inline-flex;
    color: var(--warn);
  }
  & > [data-yours] {
    color: var(--accent);
    font-weight: 500;
  }
`;

type MarksProps = { request: AdminWithdrawal; view: AdminView };

/** Marks of a request: obstacles, changes to look at, approvals, its payment, and its claim. */
function WithdrawalMarks({ request, view: { admin, nowMs } }: MarksProps) {
  // A list that has pending requests too marks the approved ones.
  const status = useStatus(WITHDRAWAL_LIST_NAMES);
  const isMixed = status === "open" || status === "all";
  const claim = openClaimOf(request, admin._id, nowMs);
  const approvedBy = isOpen(request) ? approvalsForNext(request) : [];
  return (
    <Marks>
      <ClientMark client={request.client} nowMs={nowMs} isOpen={isOpen(request)} />
      {signsOf(request, nowMs).map(({ icon, label }) => (
        <span key={label} role="img" aria-label={label} title={label} data-sign="">
          <Icon of={icon} size={14} />
        </span>
      ))}
      {isMixed && request.status === "approved" && (
        <span role="img" aria-label={text.status.approved} title={text.status.approved}>
          <Icon of={Check} size={14} />
        </span>
      )}
      {request.approvals.need > 1 && approvedBy.length === 0 && (
        <>
          <Icon of={UsersRound} size={14} />
          <span className="num" aria-hidden="true">
            {request.approvals.have}/{request.approvals.need}
          </span>
          <VisuallyHidden>{ADMIN_TEXT.agreement.title}</VisuallyHidden>
        </>
      )}
      {approvedBy.length > 0 && (
        <ApprovalMark approvals={request.approvals} approvedBy={approvedBy} adminId={admin._id} />
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

type Sign = { icon: IconGlyph; label: string };

/** Obstacles of an open request, and changes that an admin looks at before deciding. */
function signsOf(request: AdminWithdrawal, nowMs: number): Sign[] {
  if (!isOpen(request)) return [];
  const { status, user, identityStatus, isSecurityChanged, isRenamed } = request;
  const isPending = status === "pending";
  const signs: [boolean, IconGlyph, string][] = [
    [user.frozenAt !== null, Lock, text.marks.frozen],
    [owes(request), Wallet, text.marks.owes],
    [isHeld(request, nowMs), Clock, text.marks.held],
    [isPending && identityStatus !== "verified", IdCard, text.marks.identity],
    [isSecurityChanged, TriangleAlert, text.marks.security],
    [isRenamed, Pencil, text.marks.renamed],
  ];
  return signs.flatMap(([isShown, icon, label]) => (isShown ? [{ icon, label }] : []));
}

/** What a request ages by, as the counts of the queues have it. */
export function ageingOf(request: AdminWithdrawal): Ageing {
  const { createdAt, client } = request;
  return {
    since: createdAt,
    client,
    queue: isOpen(request) ? "withdrawals" : null,
    isAwaited: isAwaited(request),
  };
}

export const WITHDRAWAL_COLUMNS: readonly RowColumn<AdminWithdrawal>[] = [
  ageColumn("64px", ageingOf),
  moneyColumn(ADMIN_TEXT.amount, ({ amount }) => amount, { width: "80px", sorts: BY_AMOUNT }),
  textColumn(text.number, "72px", ({ number }) => number, { isFigure: true, isMuted: true, isWide: true }),
  {
    head: ADMIN_TEXT.name,
    width: "minmax(0, 1fr)",
    cell: (request, { admin, nowMs }) => (
      <span data-tone={openClaimOf(request, admin._id, nowMs)?.isYours === false ? "muted" : undefined}>
        {request.user.name}
      </span>
    ),
  },
  textColumn(text.destination, "minmax(0, 1fr)", destinationOf, { isMuted: true, roomy: "only" }),
  {
    head: text.claim,
    width: "auto",
    roomyWidth: "128px",
    isRight: true,
    cell: (request, view) => <WithdrawalMarks request={request} view={view} />,
  },
];

/** Where the money goes, by the end of the account's number. */
function destinationOf({ paymentMethod, paymentDetails }: AdminWithdrawal): string {
  if ("image" in paymentDetails) return text.methodName(paymentMethod);
  return `${paymentDetails.bankName} •• ${paymentDetails.accountId.replaceAll(" ", "").slice(-4)}`;
}

function openClaimOf(request: AdminWithdrawal, adminId: string, nowMs: number) {
  return isOpen(request) ? claimOf(request, adminId, nowMs) : null;
}
