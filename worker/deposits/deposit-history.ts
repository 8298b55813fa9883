import type { Scope } from "../http/scope.ts";
import { batchAs } from "../http/session.ts";
import type { DepositStatus } from "./deposit-rules.ts";
import { selectHistory } from "./deposit-store.ts";
import { depositView } from "./deposit-view.ts";

/** The caller's deposits, newest first. @throws AppError `not_signed_in` */
export async function depositHistory(scope: Scope, status: DepositStatus | undefined) {
  const { rows } = await batchAs(scope, "read", (me) => [selectHistory(scope.db.query, me, status)]);
  return rows[0].map(depositView);
}
