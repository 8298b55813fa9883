import { sql } from "drizzle-orm";
import { AppError, ERROR_TEXT } from "../../contract/errors.ts";
import type { Scope } from "../../platform/scope.ts";
import { batchAs } from "../../platform/session.ts";
import { traderContextView } from "../users/trader-context.ts";
import { selectTraderContext } from "../users/trader-context-store.ts";
import { selectDeskIdentity } from "./identity-admin-store.ts";
import { deskIdentityView } from "./identity-admin-view.ts";

/**
 * One trader's identity, whatever became of it, and the trader, in one round trip.
 * @throws AppError `not_found`, also for somebody who has sent no ID card
 */
export async function findIdentity(scope: Scope, userId: string) {
  const { query } = scope.db;
  const { rows } = await batchAs(scope, "read", (me) => [
    selectDeskIdentity(query, userId),
    ...selectTraderContext(query, sql`(SELECT ${userId} WHERE ${me} IS NOT NULL)`, scope.now()),
  ]);
  const [[row], ...context] = rows;
  if (!row) throw new AppError("not_found", ERROR_TEXT.not_found);
  return { identity: deskIdentityView(row), trader: traderContextView(context) };
}
