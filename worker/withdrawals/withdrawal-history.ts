import { eq } from "drizzle-orm";
import { withdrawals } from "../../db/schema/index.ts";
import type { Scope } from "../http/scope.ts";
import { batchAs } from "../http/session.ts";
import { selectHistory, selectImages } from "./withdrawal-store.ts";
import { type WithdrawalView, withdrawalViews } from "./withdrawal-view.ts";

/** The caller's withdrawals, newest first, with what admins showed for them. @throws AppError `not_signed_in` */
export async function withdrawalHistory(scope: Scope): Promise<WithdrawalView[]> {
  const { query } = scope.db;
  const { rows } = await batchAs(scope, "read", (me) => [
    selectHistory(query, me),
    selectImages(query, eq(withdrawals.userId, me)),
  ]);
  return withdrawalViews(rows[0], rows[1]);
}
