import { AppError } from "../../contract/errors.ts";
import { ERROR_TEXT } from "../../platform/api-text.ts";
import { auditView } from "../../platform/audit-log-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";
import { traderContextView } from "../users/trader-context.ts";
import { selectTraderContext } from "../users/trader-context-store.ts";
import { payerOf, selectException } from "./exception-store.ts";
import { exceptionView } from "./exception-view.ts";

/**
 * Reads one mismatched payment, whatever its state, and the trader whose code was paid, in one round trip. The audit log says who looked.
 * @throws AppError `not_found`
 */
export async function findException(scope: Scope, id: string) {
  const { query } = scope.db;
  const { rows } = await authorizedBatch(scope, "poll", (callerId) => [
    auditView(query, callerId, { action: "user.viewed", userId: payerOf(callerId, id) }, scope.now()),
    selectException(query, id),
    ...selectTraderContext(query, payerOf(callerId, id), scope.now()),
  ]);
  const [, [row], ...context] = rows;
  if (!row) throw new AppError("not_found", ERROR_TEXT.not_found);
  return { exception: exceptionView(row), trader: traderContextView(context, scope.language) };
}
