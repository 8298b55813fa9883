import { auditIf, HAS_CHANGED_ONE, ownAccount } from "../platform/audit-log-store.ts";
import { countOneOf } from "../platform/counter-store.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { endSubscription } from "./push-store.ts";

/**
 * Ends a subscription of the caller, on whatever device; what waits for it is not sent. One that has ended stays so.
 * @throws AppError `not_signed_in` | `too_many_requests`
 */
export async function unsubscribePush(scope: Scope, id: number): Promise<void> {
  const { query } = scope.db;
  const nowMs = scope.now();
  await authorizedBatch(scope, "act", (callerId) => [
    countOneOf(query, "pushByAccount", callerId, nowMs),
    endSubscription(query, callerId, id, nowMs),
    auditIf(query, { actor: callerId, action: "user.push_off", subject: ownAccount(callerId) }, HAS_CHANGED_ONE, nowMs),
  ]);
}
