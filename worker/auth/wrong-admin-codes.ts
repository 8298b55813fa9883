import { eq, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { mustHaveChangedOne } from "../../db/guard.ts";
import { loginFailures, users } from "../../db/schema/index.ts";
import { SECOND_FACTOR } from "../contract/limits.ts";
import { auditIf, HAS_CHANGED_ONE } from "../platform/audit.ts";
import { queueMailToAdmins, queueMailToUser, sendSoon } from "../platform/mail-outbox.ts";
import { counterKey, countWhileWithin, LIMITS } from "../platform/rate-limit.ts";
import type { Scope } from "../platform/scope.ts";
import { adminCodesFailedMail, wrongAdminCodeMail, wrongCodeAtLogInMail } from "../platform/security-mails.ts";
import { deviceName } from "./device-name.ts";
import { claimTry } from "./login-failures.ts";

/**
 * Wrong codes that come with an admin's right password, at the admin's log-in and at the traders'. Five are free, then each waits twice as long,
 * up to 64 minutes, before a code is compared again. They are counted over days, until a right code comes: at that pace a
 * code is guessed with even odds in about 28 years.
 */

/**
 * What they are counted under: the account, or the browser where the admin has logged in with it before. So nobody keeps the
 * admin out of that browser.
 */
export function codeFailuresKey(email: string, deviceId: string | null): Promise<string> {
  return deviceId === null ? counterKey("adminCodeByAccount", email) : counterKey("adminCodeByDevice", deviceId);
}

/** The statement that reads until when no code is compared; no row where none was wrong. */
export function selectCodeWait(query: Query, key: string) {
  return query
    .select({ blockedUntilMs: loginFailures.blockedUntilMs })
    .from(loginFailures)
    .where(eq(loginFailures.key, key));
}

/**
 * The statements that a right code is written with: they count it, refuse the batch while codes wait, and forget the wrong
 * ones. Counted in the batch that decides, many codes at once are no more than five.
 */
export function acceptCode(query: Query, key: string, nowMs: number) {
  return [
    claimTry(query, "second_factor", key, nowMs),
    mustHaveChangedOne(query, "admin_code_waits"),
    forgetWrongCodes(query, key),
  ] as const;
}

/** The statement that forgets wrong codes after a right one. */
export function forgetWrongCodes(query: Query, key: string) {
  return query.delete(loginFailures).where(eq(loginFailures.key, key));
}

/**
 * Writes what a refused log-in leaves. Only the right password counts and is told: the owner at once, every admin from the
 * fifth wrong code on, each once an hour. All others run the same statements, so that nobody learns from the time it takes
 * whether a password was right.
 * @param refused.admin whose password was right; null where it was not
 * @param refused.at    which log-in it was
 */
export async function noteRefusal(
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
    claimTry(query, "second_factor", admin ? key : await counterKey("adminCodeOfNobody", email), nowMs),
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
