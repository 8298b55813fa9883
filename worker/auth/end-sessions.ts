import { mustHaveChangedOne } from "../../db/guard.ts";
import { audit, ownAccount } from "../platform/audit-log-store.ts";
import { countOneOf } from "../platform/counter-store.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { endOtherSessions, endSession, sessionIdOf } from "../platform/session-store.ts";
import { deleteDeviceOf, deleteOtherDevices } from "./known-device-store.ts";

/**
 * Ends one of the caller's sessions. The next log-in on its device is mailed again.
 * @throws AppError `not_signed_in` | `not_found` (also for another user's session) | `too_many_requests`
 */
export async function endOwnSession(scope: Scope, sessionId: string): Promise<void> {
  const { query } = scope.db;
  const nowMs = scope.now();
  await authorizedBatch(scope, "act", (callerId) => [
    countOneOf(query, "sessionsByAccount", callerId, nowMs),
    deleteDeviceOf(query, callerId, sessionId),
    audit(query, { actor: callerId, action: "user.session_ended", subject: ownAccount(callerId) }, nowMs),
    // After all that needs the caller's id: it is found by their session, which may be the one that ends.
    endSession(query, callerId, sessionId),
    mustHaveChangedOne(query, "session_not_found"),
  ]);
}

/** Ends all of the caller's sessions except the current one. @returns how many there were */
export async function endOwnOtherSessions(scope: Scope): Promise<number> {
  const { query } = scope.db;
  const nowMs = scope.now();
  const ownId = sessionIdOf(scope.credentials?.cookieHash ?? "");
  const { rows } = await authorizedBatch(scope, "act", (callerId) => [
    countOneOf(query, "sessionsByAccount", callerId, nowMs),
    deleteOtherDevices(query, callerId, ownId),
    endOtherSessions(query, callerId, ownId),
    audit(query, { actor: callerId, action: "user.other_sessions_ended", subject: ownAccount(callerId) }, nowMs),
  ]);
  return rows[2].length;
}
