import type { Scope } from "./scope.ts";
import { authorizedBatch } from "./session.ts";

/** The caller's account object, found by the session alone. @throws AppError `not_signed_in` */
export async function ownAccount(scope: Scope) {
  const { caller } = await authorizedBatch(scope, "read", () => []);
  return scope.bindings.DEMO_ACCOUNT.getByName(caller.userId);
}
