import { eq } from "drizzle-orm";
import { deposits } from "../../db/schema/index.ts";
import type { Scope } from "../http/scope.ts";
import { batchAs } from "../http/session.ts";
import type { DepositStatus } from "./deposit-rules.ts";
import { selectHistory } from "./deposit-store.ts";
import { depositView } from "./deposit-view.ts";
import { newestReview, selectReviews } from "./payment-exceptions.ts";

/** The caller's deposits, newest first, each with the review of its payment if there is one. @throws AppError `not_signed_in` */
export async function depositHistory(scope: Scope, status: DepositStatus | undefined) {
  const { query } = scope.db;
  const { rows } = await batchAs(scope, "read", (me) => [
    selectHistory(query, me, status),
    selectReviews(query, eq(deposits.userId, me)),
  ]);
  const [history, reviews] = rows;
  const byDeposit = Map.groupBy(reviews, ({ depositId }) => depositId);
  return history.map((row) => ({ ...depositView(row), review: newestReview(byDeposit.get(row.id) ?? []) }));
}
