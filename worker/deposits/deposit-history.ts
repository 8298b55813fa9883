import { iso } from "../contract/iso-time.ts";
import { dollarsFromCents } from "../contract/money.ts";
import { historyPage } from "../platform/history-page.ts";
import { cutPage } from "../platform/paging.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { newestReview } from "./deposit-review-view.ts";
import type { DepositStatus } from "./deposit-rules.ts";
import { type DepositRow, isDepositOf, selectHistory } from "./deposit-store.ts";
import { depositView } from "./deposit-view.ts";
import { type ReviewRow, selectReviews } from "./payment-exception-store.ts";

/**
 * A page of the caller's deposits, newest first, each with the review of its payment, if any, and all its credits.
 * @returns `nextCursor` is null on the last page
 * @throws AppError `not_signed_in` | `invalid_input` for an unknown cursor
 */
export async function depositHistory(
  scope: Scope,
  { status, cursor }: { status?: DepositStatus | undefined; cursor?: string | undefined },
) {
  const { query } = scope.db;
  const page = historyPage(cursor);
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectHistory(query, callerId, status, page),
    selectReviews(query, isDepositOf(callerId)),
  ]);
  const [found, reviews] = rows;
  const { rows: shown, nextCursor } = cutPage(found, page);
  const byDeposit = Map.groupBy(reviews, ({ depositId }) => depositId);
  const views = shown.map((row) => {
    const ofThis = byDeposit.get(row.id) ?? [];
    return { ...depositView(row), review: newestReview(ofThis), credits: creditsOf(row, ofThis) };
  });
  return { deposits: views, nextCursor };
}

/**
 * The credits of a code, in dollars, which add up to what its deposit says: by matched payments, and the rest by its
 * own payment.
 */
function creditsOf({ paidCents, paidAtMs }: Pick<DepositRow, "paidCents" | "paidAtMs">, reviews: readonly ReviewRow[]) {
  const reviewed = reviews.map(({ creditedCents, decidedAtMs }) => ({ cents: creditedCents ?? 0, atMs: decidedAtMs }));
  const own = { cents: (paidCents ?? 0) - reviewed.reduce((sum, { cents }) => sum + cents, 0), atMs: paidAtMs };
  return [own, ...reviewed].flatMap(({ cents, atMs }) =>
    cents === 0 || atMs === null ? [] : [{ amount: dollarsFromCents(cents), at: iso(atMs) }],
  );
}
