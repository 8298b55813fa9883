import { mustHaveChangedOne } from "../../../db/guard.ts";
import { deleteAllDevices, deleteDeviceOf } from "../../auth/known-device-store.ts";
import { audit } from "../../platform/audit-log-store.ts";
import type { IdempotencyKey } from "../../platform/idempotency-store.ts";
import type { Scope } from "../../platform/scope.ts";
import { endAllSessions, endSession } from "../../platform/session-store.ts";
import { runAdminCommand } from "../commands/run-admin-command.ts";
import { assertOther } from "./user-admin-rules.ts";
import { selectAdminUser } from "./user-admin-store.ts";

/**
 * Signs a user out, everywhere or in one browser. The affected devices are no longer known, so that the next log-in
 * there is mailed to the owner again.
 * @param input.sessionId the session to end; without it, all
 * @throws AppError `not_found` (also for a session that has ended or is another user's) | `own_account` | `wrong_state`
 * | `key_reused`
 */
export async function endUserSessions(
  scope: Scope,
  userId: string,
  { sessionId }: { sessionId?: string | undefined },
  idempotencyKey: IdempotencyKey | null,
) {
  const { query } = scope.db;
  const ended =
    sessionId === undefined
      ? [deleteAllDevices(query, userId), ...endAllSessions(query, userId)]
      : [
          deleteDeviceOf(query, userId, sessionId),
          endSession(query, userId, sessionId),
          mustHaveChangedOne(query, "session_not_found"),
        ];
  return runAdminCommand(
    scope,
    idempotencyKey,
    (_, callerId) => [selectAdminUser(query, callerId, userId)] as const,
    ([[found]], admin, nowMs) => {
      assertOther(found, admin);
      const detail = { sessions: sessionId === undefined ? "all" : "one" };
      return {
        reply: { ended: detail.sessions },
        statements: [
          ...ended,
          audit(query, { actor: admin.id, action: "user.signed_out", subject: `user:${userId}`, detail }, nowMs),
        ],
      };
    },
  );
}
