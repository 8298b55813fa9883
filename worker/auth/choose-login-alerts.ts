import { eq, sql } from "drizzle-orm";
import { users } from "../../db/schema/index.ts";
import { audit, ownAccount } from "../platform/audit-log-store.ts";
import { countOneOf } from "../platform/counter-store.ts";
import { sendSoon } from "../platform/mail-outbox.ts";
import { queueMailToUser } from "../platform/outbox-store.ts";
import type { Scope } from "../platform/scope.ts";
import { loginAlertsOffMail } from "../platform/security-mails.ts";
import { authorizedBatch } from "../platform/session.ts";

/**
 * Sets whether a log-in on a new device is mailed to the caller. Turning the mails off is mailed once, because it needs
 * no password and somebody else may be using the browser.
 * @throws AppError `not_signed_in` | `too_many_requests`
 */
export async function chooseLoginAlerts(scope: Scope, hasLoginAlerts: boolean): Promise<void> {
  const { query } = scope.db;
  const nowMs = scope.now();
  const mailId = crypto.randomUUID();
  const content = loginAlertsOffMail(scope.settings.APP_ORIGIN);
  await authorizedBatch(scope, "act", (callerId) => [
    countOneOf(query, "profileByAccount", callerId, nowMs),
    // Before the update: queues the mail only if alerts are still on.
    ...(hasLoginAlerts
      ? []
      : [queueMailToUser(query, mailId, content, sql`${users.id} = ${callerId} AND ${users.hasLoginAlerts}`, nowMs)]),
    query
      .update(users)
      .set({ hasLoginAlerts })
      .where(eq(users.id, sql`${callerId}`)),
    audit(
      query,
      { actor: callerId, action: "user.login_alerts", subject: ownAccount(callerId), detail: { on: hasLoginAlerts } },
      nowMs,
    ),
  ]);
  if (!hasLoginAlerts) sendSoon(scope, [mailId]);
}
