import { historyPage } from "../platform/history-page.ts";
import { operationOf } from "../platform/operation-settings.ts";
import { selectSettings } from "../platform/operation-settings-sql.ts";
import { cutPage } from "../platform/paging.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { selectHistory, selectRequestFacts } from "./own-withdrawal-store.ts";
import { selectOwnWithdrawalImages } from "./withdrawal-image-store.ts";
import { withdrawalLimitsView, withdrawalViews } from "./withdrawal-view.ts";

/**
 * A page of the caller's withdrawals, newest first, with the images that admins attached, and what the caller may still
 * withdraw.
 * @returns `nextCursor` is null on the last page
 * @throws AppError `not_signed_in` | `invalid_input` for an unknown cursor
 */
export async function withdrawalHistory(scope: Scope, { cursor }: { cursor?: string | undefined }) {
  const { query } = scope.db;
  const page = historyPage(cursor);
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectHistory(query, callerId, page),
    selectOwnWithdrawalImages(query, callerId),
    selectRequestFacts(query, callerId, scope.now()),
    selectSettings(query, callerId),
  ]);
  const { rows: shown, nextCursor } = cutPage(rows[0], page);
  const [facts] = rows[2];
  if (!facts) throw new Error("sums without a row");
  const limits = withdrawalLimitsView(facts, operationOf(rows[3], scope.settings));
  return { withdrawals: withdrawalViews(shown, rows[1]), limits, nextCursor };
}
