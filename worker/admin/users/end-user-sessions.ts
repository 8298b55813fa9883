import { and, eq, sql } from "drizzle-orm";
import { mustHaveChangedOne } from "../../../db/guard.ts";
import { sessions } from "../../../db/schema/index.ts";
import { forgetAllDevices, forgetDeviceOf } from "../../auth/known-devices.ts";
import { audit } from "../../platform/audit.ts";
import type { IdempotencyKey } from "../../platform/idempotency.ts";
import type { Scope } from "../../platform/scope.ts";
import { runAdminCommand } from "../commands/run-admin-command.ts";
import { assertOther } from "./user-admin-rules.ts";
import { selectAdminUser } from "./user-admin-store.ts";

/**
 * Signs somebody out, everywhere or in one browser: its next request finds nobody, and a log-in there is mailed about again,
 * which tells the owner when whoever was signed out comes back.
 * @param input.sessionId the one to end; all when there is none
 * @throws AppError `not_found` (a session that has ended, or another person's, too) | `own_account` | `wrong_state` |
 *         `key_reused`
 */
export function endUserSessions(
  scope: Scope,
  userId: string,
  { sessionId }: { sessionId?: string | undefined },
  idempotencyKey: IdempotencyKey | null,
) {
  const { query } = scope.db;
  const ofThem = eq(sessions.userId, userId);
  const ended =
    sessionId === undefined
      ? [forgetAllDevices(query, userId), query.delete(sessions).where(ofThem)]
      : [
          forgetDeviceOf(query, sql`${userId}`, sessionId),
          query.delete(sessions).where(and(ofThem, eq(sessions.id, sessionId))),
          mustHaveChangedOne(query, "session_not_found"),
        ];
  return runAdminCommand(
    scope,
    idempotencyKey,
    () => [selectAdminUser(query, userId)] as const,
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
