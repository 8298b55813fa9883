import { eq, sql } from "drizzle-orm";
import { users } from "../../db/schema/index.ts";
import { audit, ownAccount } from "../platform/audit.ts";
import { queueMailToUser, sendSoon } from "../platform/mail-outbox.ts";
import { countOneOf } from "../platform/rate-limit.ts";
import type { Scope } from "../platform/scope.ts";
import { loginAlertsOffMail } from "../platform/security-mails.ts";
import { batchAs } from "../platform/session.ts";

/**
 * Keeps whether a log-in on a new device is mailed to the caller. That they are off is mailed, once: it takes no password,
 * and somebody else may sit at the browser.
 * @throws AppError `not_signed_in` | `too_many_requests`
 */
export async function chooseLoginAlerts(scope: Scope, hasLoginAlerts: boolean): Promise<void> {
  const { query } = scope.db;
  const nowMs = scope.now();
  const mailId = crypto.randomUUID();
  const words = loginAlertsOffMail(scope.settings.APP_ORIGIN);
  await batchAs(scope, "act", (me) => [
    countOneOf(query, "profileByAccount", me, nowMs),
    // Before they are: to whom they are still on.
    ...(hasLoginAlerts
      ? []
      : [queueMailToUser(query, mailId, words, sql`${users.id} = ${me} AND ${users.hasLoginAlerts}`, nowMs)]),
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
  if (!hasLoginAlerts) sendSoon(scope, [mailId]);
}
