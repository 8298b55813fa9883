import type { Query, Statement } from "../../db/client.ts";
import { mustHaveChangedOne } from "../../db/guard.ts";
import { SECOND_FACTOR } from "../contract/limits.ts";
import { auditIf, HAS_CHANGED_ONE } from "../platform/audit-log-store.ts";
import { sendSoon } from "../platform/mail/mail-outbox.ts";
import { queueMailToAdmins, queueMailToUser } from "../platform/mail/outbox-store.ts";
import { mailboxOf } from "../platform/mail-address.ts";
import { counterKey, LIMITS } from "../platform/rate-limit.ts";
import { deviceName } from "../platform/request/device-name.ts";
import type { Scope } from "../platform/scope.ts";
import { isUserIfPreviousChanged } from "../platform/user-store.ts";
import { adminCodesFailedMail, wrongAdminCodeMail, wrongCodeAtLogInMail } from "./auth-mails.ts";
import { claimAttempt, countNotice, resetFailures } from "./login-failure-store.ts";

/**
 * Counts wrong codes that come with an admin's correct password, at the admin log-in and at the traders'. Five are
 * free, then the delay before another code is compared doubles, up to 64 minutes. They are counted over days, until a
 * correct code: at that rate, guessing a code with a 50% chance takes about 28 years.
 */

/**
 * The counter key: that of the browser if the admin has logged in with it before, otherwise that of the account. So
 * nobody can lock the admin out of a known browser.
 */
export function codeFailuresKey(email: string, deviceId: string | null): Promise<string> {
  return deviceId === null
    ? counterKey("adminCodeByAccount", mailboxOf(email))
    : counterKey("adminCodeByDevice", deviceId);
}

/**
 * The statements for a correct code: they count it, refuse the batch during a delay, and reset the count. Because the
 * deciding batch counts it, concurrent codes cannot exceed five.
 */
export function acceptCode(query: Query, key: string, nowMs: number) {
  return [
    claimAttempt(query, "second_factor", key, nowMs),
    mustHaveChangedOne(query, "admin_code_waits"),
    resetFailures(query, key),
  ] as const;
}

/**
 * Records a refused log-in. Only an attempt with the correct password is counted and mailed: to the owner at once, to
 * every admin from the fifth wrong code on, each once an hour. All other attempts run the same statements, so that the
 * timing does not reveal whether the password was correct. A used code is not counted, and is mailed when it comes from
 * another browser, as from somebody to whom its owner has shown it.
 * @param refused.admin the admin whose password was correct; null when it was wrong
 * @param refused.at which log-in it was
 * @param refused.statements are written with it
 */
export async function recordRefusal(
  scope: Scope,
  refused: {
    email: string;
    key: string;
    admin: { id: string } | null;
    isKnownBrowser: boolean;
    isCodeUsed: boolean;
    at: "admin_log_in" | "trader_log_in";
    statements: readonly Statement[];
  },
): Promise<void> {
  const { db, settings, now, userAgent, country } = scope;
  const { query } = db;
  const { email, key, admin, isKnownBrowser, isCodeUsed, at } = refused;
  const mailbox = mailboxOf(email);
  const nowMs = now();
  const counted = admin && !isCodeUsed ? key : await counterKey("adminCodeOfNobody", mailbox);
  const notice = { limit: LIMITS.adminCodeNotice, isDue: admin !== null && !(isCodeUsed && isKnownBrowser) };
  const often = { failures: SECOND_FACTOR.failuresTold, key };
  const adminId = admin?.id ?? "";
  const attempt = { device: deviceName(userAgent), country };
  const browser = isKnownBrowser ? "known" : "unknown";
  const [ownersMail, adminsMail] = [crypto.randomUUID(), crypto.randomUUID()];

  const rows = await db.write([
    claimAttempt(query, "second_factor", counted, nowMs),
    countNotice(query, { ...notice, counter: await counterKey("adminCodeMail", mailbox) }, nowMs),
    queueMailToUser(
      query,
      ownersMail,
      at === "admin_log_in"
        ? wrongAdminCodeMail(settings.APP_ORIGIN, attempt)
        : wrongCodeAtLogInMail(settings.APP_ORIGIN, attempt),
      isUserIfPreviousChanged({ id: adminId }),
      nowMs,
    ),
    countNotice(query, { ...notice, counter: await counterKey("adminCodeAlarm", mailbox), after: often }, nowMs),
    auditIf(
      query,
      { actor: "system", action: "admin.wrong_codes", subject: `user:${adminId}`, detail: { browser, at } },
      HAS_CHANGED_ONE,
      nowMs,
    ),
    queueMailToAdmins(
      query,
      adminsMail,
      adminCodesFailedMail(settings.APP_ORIGIN, { email, ...attempt }),
      HAS_CHANGED_ONE,
      nowMs,
    ),
    ...refused.statements,
  ]);
  if (admin) sendSoon(scope, [ownersMail, ...rows[5].map(({ id }) => id)]);
}
