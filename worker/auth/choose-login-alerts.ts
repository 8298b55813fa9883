import { audit, ownAccount } from "../platform/audit-log-store.ts";
import { countOneOf } from "../platform/counter-store.ts";
import { sendSoon } from "../platform/mail/mail-outbox.ts";
import { queueMailToUser } from "../platform/mail/outbox-store.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { setChoices, wantsLoginAlerts } from "../platform/user-store.ts";
import { loginAlertsOffMail } from "./auth-mails.ts";

/**
 * Sets whether a log-in on a new device is mailed to the caller. Turning the mails off is mailed once, because it needs
 * no password and somebody else may be using the browser.
 * @throws AppError `not_signed_in` | `too_many_requests`
 */
export async function chooseLoginAlerts(scope: Scope, isOn: boolean): Promise<void> {
  const { query } = scope.db;
  const nowMs = scope.now();
  const mailId = crypto.randomUUID();
  const content = loginAlertsOffMail(scope.settings.APP_ORIGIN);
  await authorizedBatch(scope, "act", (callerId) => [
    countOneOf(query, "profileByAccount", callerId, nowMs),
    // Before the update: queues the mail only if alerts are still on.
    ...(isOn ? [] : [queueMailToUser(query, mailId, content, wantsLoginAlerts(callerId), nowMs)]),
    setChoices(query, callerId, { hasLoginAlerts: isOn }),
    audit(
      query,
      { actor: callerId, action: "user.login_alerts", subject: ownAccount(callerId), detail: { on: isOn } },
      nowMs,
    ),
  ]);
  if (!isOn) sendSoon(scope, [mailId]);
}
