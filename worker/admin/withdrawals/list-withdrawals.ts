import { WITHDRAWAL_LISTS } from "../../contract/withdrawal-lists.ts";
import type { CsvColumns } from "../../platform/csv.ts";
import { cutPage, type PageRequest, type Sort, type SortRequest } from "../../platform/paging.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";
import { exportList } from "../lists/export-list.ts";
import { PERSON_CSV } from "../lists/person-view.ts";
import { queueRules } from "../overview/queue-store.ts";
import { selectAdminWithdrawalPage, type WithdrawalFilter } from "./withdrawal-admin-store.ts";
import { adminWithdrawalView } from "./withdrawal-admin-view.ts";

/** A page of all users' withdrawals. Default order: those that wait for an admin oldest first, others newest first. */
export async function listWithdrawals(
  scope: Scope,
  { cursor, limit, sort, ...filter }: PageRequest<Sort> & WithdrawalFilter,
) {
  const page = { cursor, limit, sort: sort ?? standardSort(filter) };
  const rules = queueRules(scope.settings, scope.now());
  const { rows } = await authorizedBatch(scope, "read", (callerId) =>
    selectAdminWithdrawalPage(scope.db.query, callerId, filter, page, rules),
  );
  const { rows: shown, nextCursor } = cutPage(rows[0], page);
  const images = Map.groupBy(rows[1], ({ withdrawalId }) => withdrawalId);
  return { withdrawals: shown.map((row) => adminWithdrawalView(row, images.get(row.id) ?? [], rules)), nextCursor };
}

/** The columns of the admins' file. @param origin the product's own origin, for links */
export const withdrawalFileColumns = (origin: string): CsvColumns<ReturnType<typeof adminWithdrawalView>> => [
  ["Request ID", (request) => request._id],
  ["Number", (request) => request.number],
  ["Requested", (request) => request.createdAt, "time"],
  ...PERSON_CSV,
  ["Amount (USD)", (request) => request.amount.toFixed(2)],
  ["Method", (request) => request.paymentMethod],
  ["Status", (request) => (request.cancelledByUser ? "cancelled" : request.status)],
  ["Reason", (request) => request.rejectReason],
  ["Payment ID", (request) => request.paymentId],
  ["Decided by", (request) => request.decidedBy],
  ["Decided", (request) => request.processedAt, "time"],
  ["Completed", (request) => request.completedAt, "time"],
  ["Returned", (request) => request.returnedAt, "time"],
  ["Bank", (request) => destinationOf(request)?.bank ?? null],
  ["Account number", (request) => destinationOf(request)?.account ?? null],
  ["Account holder", (request) => destinationOf(request)?.holder ?? null],
  ["Pay only to", (request) => destinationOf(request)?.payee ?? null],
  [
    "Payment code image",
    (request) => {
      const image = destinationOf(request)?.image;
      return image ? `${origin}${image}` : null;
    },
  ],
];

/**
 * The destination of an approved withdrawal; null for all others, whose payout details are not needed in a file. The payee
 * is the trader, whose name an admin had beside the holder's.
 */
function destinationOf({ status, paymentDetails, holder, user }: ReturnType<typeof adminWithdrawalView>) {
  if (status !== "approved") return null;
  if ("image" in paymentDetails) {
    return { bank: "KHQR", account: null, holder, payee: user.name, image: paymentDetails.image };
  }
  return { bank: paymentDetails.bankName, account: paymentDetails.accountId, holder, payee: user.name, image: null };
}

/** Withdrawals as a CSV file, with the destination of those that are about to be paid. */
export function exportWithdrawals(
  scope: Scope,
  { sort: asked, ...filter }: SortRequest<Sort> & WithdrawalFilter,
  reason: string,
) {
  const sort = asked ?? standardSort(filter);
  const rules = queueRules(scope.settings, scope.now());
  return exportList(scope, {
    list: "withdrawals",
    reason,
    filter,
    sort,
    columns: withdrawalFileColumns(scope.settings.APP_ORIGIN),
    select: (callerId, page) => selectAdminWithdrawalPage(scope.db.query, callerId, filter, page, rules)[0],
    view: (row) => adminWithdrawalView(row, [], rules),
  });
}

function standardSort({ status, stage }: WithdrawalFilter): Sort {
  if (stage !== undefined) return "oldest";
  return status === undefined ? "newest" : WITHDRAWAL_LISTS[status].order;
}
