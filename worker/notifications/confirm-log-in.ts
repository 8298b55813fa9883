import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { sessionIdOf } from "../platform/session-store.ts";
import { confirmLogIn } from "./notification-store.ts";

/**
 * Writes down that the log-in of a notification was the caller's own; again it changes nothing.
 * @throws AppError `not_signed_in`
 */
export async function confirmOwnLogIn(scope: Scope, id: number): Promise<void> {
  const ownSessionId = sessionIdOf(scope.credentials?.cookieHash ?? "");
  await authorizedBatch(scope, "act", (callerId) => [
    confirmLogIn(scope.db.query, callerId, id, ownSessionId, scope.now()),
  ]);
}
