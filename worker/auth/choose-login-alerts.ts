import { eq, sql } from "drizzle-orm";
import { users } from "../../db/schema/index.ts";
import { audit, ownAccount } from "../admin/audit/audit.ts";
import { countOneOf, LIMITS } from "../http/rate-limit.ts";
import type { Scope } from "../http/scope.ts";
import { batchAs } from "../http/session.ts";

/** Keeps whether a log-in on a new device is mailed to the caller. @throws AppError `not_signed_in` | `too_many_requests` */
export async function chooseLoginAlerts(scope: Scope, hasLoginAlerts: boolean): Promise<void> {
  const { query } = scope.db;
  const nowMs = scope.now();
  await batchAs(scope, "act", (me) => [
    countOneOf(query, "profileByAccount", me, LIMITS.profileByAccount, nowMs),
    query
      .update(users)
      .set({ hasLoginAlerts })
      .where(eq(users.id, sql`${me}`)),
    audit(
      query,
      { actor: me, action: "user.login_alerts", subject: ownAccount(me), detail: { on: hasLoginAlerts } },
      nowMs,
    ),
  ]);
}
