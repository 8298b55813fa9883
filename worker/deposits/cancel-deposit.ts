import { and, eq, sql } from "drizzle-orm";
import { deposits } from "../../db/schema/index.ts";
import { AppError, ERROR_TEXT } from "../contract/errors.ts";
import type { Scope } from "../http/scope.ts";
import { batchAs } from "../http/session.ts";
import { endUnpaid, selectOwn } from "./deposit-store.ts";

/**
 * Cancels the caller's pending deposit. A payment that is already under way is still credited when it arrives.
 * @throws AppError `not_signed_in` | `not_found` | `wrong_state` when it has ended otherwise; cancelling twice is fine
 */
export async function cancelDeposit(scope: Scope, md5Hash: string): Promise<void> {
  const { query } = scope.db;
  const { rows } = await batchAs(scope, "act", (me) => {
    const mine = sql`${and(eq(deposits.md5Hash, md5Hash), eq(deposits.userId, me))}`;
    return [
      ...endUnpaid(query, mine, { status: "cancelled", actor: me }, scope.now()),
      selectOwn(query, me, md5Hash),
    ] as const;
  });
  const [deposit] = rows[2];
  if (!deposit) throw new AppError("not_found", ERROR_TEXT.not_found);
  if (deposit.status !== "cancelled") {
    throw new AppError("wrong_state", `This deposit is already ${deposit.status}`);
  }
}
