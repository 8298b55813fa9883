import { eq, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { mustHaveChangedOne } from "../../db/guard.ts";
import { loginFailures, users } from "../../db/schema/index.ts";
import { SECOND_FACTOR } from "../contract/limits.ts";
import { auditIf, HAS_CHANGED_ONE } from "../platform/audit-log-store.ts";
import { countWhileWithin } from "../platform/counter-store.ts";
import { sendSoon } from "../platform/mail-outbox.ts";
import { queueMailToAdmins, queueMailToUser } from "../platform/outbox-store.ts";
import { counterKey, LIMITS } from "../platform/rate-limit.ts";
import type { Scope } from "../platform/scope.ts";
import { adminCodesFailedMail, wrongAdminCodeMail, wrongCodeAtLogInMail } from "../platform/security-mails.ts";
import { deviceName } from "./device-name.ts";
import { claimAttempt } from "./login-failures.ts";

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
  return deviceId === null ? counterKey("adminCodeByAccount", email) : counterKey("adminCodeByDevice", deviceId);
}

/** The statement that reads until when no code is compared; no row without wrong codes. */
export function selectCodeWait(query: Query, key: string) {
  return query
    .select({ blockedUntilMs: loginFailures.blockedUntilMs })
    .from(loginFailures)
    .where(eq(loginFailures.key, key));
}

/**
 * The statements for a correct code: they count it, refuse the batch during a delay, and reset the count. Because the
 * deciding batch counts it, concurrent codes cannot exceed five.
 */
export function acceptCode(query: Query, key: string, nowMs: number) {
  return [
    claimAttempt(query, "second_factor", key, nowMs),
    mustHaveChangedOne(query, "admin_code_waits"),
    resetWrongCodes(query, key),
  ] as const;
}

/** The statement that resets the count after a correct code. */
export function resetWrongCodes(query: Query, key: string) {
  return query.delete(loginFailures).where(eq(loginFailures.key, key));
}

/**
 * Records a refused log-in. Only an attempt with the correct password is counted and mailed: to the owner at once, to
 * every admin from the fifth wrong code on, each once an hour. All other attempts run the same statements, so that the
 * timing does not reveal whether the password was correct.
 * @param refused.admin the admin whose password was correct; null when it was wrong
 * @param refused.at which log-in it was
 */
export async function recordRefusal(
  scope: Scope,
  refused: {
    email: string;
    key: string;
    admin: { id: string } | null;
    isKnownBrowser: boolean;
    at: "admin_log_in" | "trader_log_in";
  },
): Promise<void> {
  const { db, settings, now, userAgent, country } = scope;
  const { query } = db;
  const { email, key, admin, isKnownBrowser, at } = refused;
  const nowMs = now();
  const isPasswordRight = sql`${admin === null ? 0 : 1}`;
  const adminId = admin?.id ?? "";
  const failures = sql`(SELECT ${loginFailures.inARow} FROM ${loginFailures} WHERE ${loginFailures.key} = ${key})`;
  const hasFailedOften = sql`${isPasswordRight} AND ${failures} >= ${SECOND_FACTOR.failuresTold}`;
  const onceAnHour = (name: string, condition: typeof isPasswordRight) =>
    countWhileWithin(query, sql`SELECT ${name} AS key WHERE ${condition}`, LIMITS.adminCodeNotice, nowMs);
  const attempt = { device: deviceName(userAgent), country };
  const browser = isKnownBrowser ? "known" : "unknown";
  const [ownersMail, adminsMail] = [crypto.randomUUID(), crypto.randomUUID()];

  const rows = await db.write([
    claimAttempt(query, "second_factor", admin ? key : await counterKey("adminCodeOfNobody", email), nowMs),
    onceAnHour(await counterKey("adminCodeMail", email), isPasswordRight),
    queueMailToUser(
      query,
      ownersMail,
      at === "admin_log_in"
        ? wrongAdminCodeMail(settings.APP_ORIGIN, attempt)
        : wrongCodeAtLogInMail(settings.APP_ORIGIN, attempt),
      sql`${users.id} = ${adminId} AND ${HAS_CHANGED_ONE}`,
      nowMs,
    ),
    onceAnHour(await counterKey("adminCodeAlarm", email), hasFailedOften),
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
  ]);
  if (admin) sendSoon(scope, [ownersMail, ...rows[5].map(({ id }) => id)]);
}
