import { and, eq, ne, sql } from "drizzle-orm";
import { mustHaveChangedOne } from "../../db/guard.ts";
import { sessions } from "../../db/schema/index.ts";
import { audit, ownAccount } from "../platform/audit.ts";
import { countOneOf } from "../platform/rate-limit.ts";
import type { Scope } from "../platform/scope.ts";
import { batchAs } from "../platform/session.ts";
import { forgetDeviceOf, forgetOtherDevices } from "./known-devices.ts";

/**
 * Ends one of the caller's sessions: its next request finds nobody. A log-in on its device is mailed about again.
 * @throws AppError `not_signed_in` | `not_found` (another person's too) | `too_many_requests`
 */
export async function endSession(scope: Scope, sessionId: string): Promise<void> {
  const { query } = scope.db;
  const nowMs = scope.now();
  await batchAs(scope, "act", (me) => [
    countOneOf(query, "sessionsByAccount", me, nowMs),
    forgetDeviceOf(query, me, sessionId),
    query.delete(sessions).where(and(eq(sessions.userId, me), eq(sessions.id, sessionId))),
    mustHaveChangedOne(query, "session_not_found"),
    audit(query, { actor: me, action: "user.session_ended", subject: ownAccount(me) }, nowMs),
  ]);
}

/** Ends all of the caller's sessions but the one that asks. @returns how many there were */
export async function endOtherSessions(scope: Scope): Promise<number> {
  const { query } = scope.db;
  const nowMs = scope.now();
  const own = eq(sessions.tokenHash, scope.credentials?.cookieHash ?? "");
  const ownId = sql<string>`(SELECT ${sessions.id} FROM ${sessions} WHERE ${own})`;
  const { rows } = await batchAs(scope, "act", (me) => [
    countOneOf(query, "sessionsByAccount", me, nowMs),
    forgetOtherDevices(query, me, ownId),
    query
      .delete(sessions)
      .where(and(eq(sessions.userId, me), ne(sessions.id, ownId)))
      .returning({ id: sessions.id }),
    audit(query, { actor: me, action: "user.other_sessions_ended", subject: ownAccount(me) }, nowMs),
  ]);
  return rows[2].length;
}
