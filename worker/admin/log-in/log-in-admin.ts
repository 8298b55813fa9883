import { NO_PASSWORD } from "../../../db/no-password.ts";
import { selectBlockedUntil } from "../../auth/login-failure-store.ts";
import { requestPasswordCheck } from "../../auth/password-hasher-client.ts";
import { passwordMustBeUnchanged } from "../../auth/password-store.ts";
import { reasonOf } from "../../auth/second-factor-proof.ts";
import { consumeTotpStep, spendIfLater } from "../../auth/second-factor-store.ts";
import { NO_STEP, readTotp } from "../../auth/totp.ts";
import { decryptTotpSecret, encryptTotpSecret } from "../../auth/totp-secret.ts";
import { acceptCode, codeFailuresKey, recordRefusal } from "../../auth/wrong-admin-codes.ts";
import { AppError } from "../../contract/errors.ts";
import { ERROR_TEXT } from "../../platform/api-text.ts";
import { audit } from "../../platform/audit-log-store.ts";
import { countOne, resetCounter } from "../../platform/counter-store.ts";
import { counterKey, LIMITS, scaled } from "../../platform/rate-limit.ts";
import type { Scope } from "../../platform/scope.ts";
import { randomToken, sha256Hex } from "../../platform/secrets.ts";
import { endSessionOfCookie, startSession } from "../../platform/session-store.ts";
import { mailAddress } from "../../profile/person-rules.ts";
import { type UserView, userView } from "../../profile/user-view.ts";
import { selectUser, type UserRow } from "../../profile/user-view-store.ts";
import { mustBeAdmin, selectForAdminLogIn } from "./admin-log-in-store.ts";
import { readKnownBrowser, signKnownBrowser } from "./known-browser.ts";

/**
 * Logs an admin in, by password and authenticator code together. Every failure has the same response and the same round
 * trips, with one exception: after a correct password, the answer names the reason of a used code, and of a code that is
 * right at another time within ten minutes. A code works once: the database refuses a used time step. Wrong codes with the correct password delay further codes
 * (`wrong-admin-codes.ts`). The session of the request's cookie ends.
 * @param deviceCookie tells whether the admin has logged in with this browser before
 * @throws AppError `invalid_credentials` (also for a replayed code, and for any code during the delay) |
 * `too_many_requests` | `busy`
 */
export async function logInAdmin(
  scope: Scope,
  input: { email: string; password: string; code: string },
  deviceCookie: string | null,
): Promise<{ sessionToken: string; deviceCookie: string; user: UserView }> {
  const { db, settings } = scope;
  const { query } = db;
  const address = mailAddress(input.email);
  const email = address.mailbox;
  const nowMs = scope.now();
  const byAddress = scaled(LIMITS.adminLoginByAddress, settings.ADDRESS_LIMIT_FACTOR);
  const deviceId = await readKnownBrowser(scope, email, deviceCookie);
  const attempts = await countAttempt(scope, email, deviceId);
  const codeKey = await codeFailuresKey(email, deviceId);
  const [, [codeWait], [found]] = await db.write([
    countOne(query, await counterKey("adminLoginByAddress", scope.address), byAddress, nowMs),
    selectBlockedUntil(query, codeKey),
    selectForAdminLogIn(query, address),
    ...attempts.statements,
  ]);

  const check = await requestPasswordCheck(scope, input.password, found?.passwordHash ?? NO_PASSWORD);
  const admin = found?.role === "admin" && check.matches ? found : null;
  const isWaiting = (codeWait?.blockedUntilMs ?? 0) > nowMs;
  const compared = isWaiting ? null : admin;
  const reading = readTotp(await secretOf(scope, compared), input.code, nowMs, compared?.lastStep ?? NO_STEP);
  if (!admin || isWaiting || reading.is !== "right") {
    const reason = compared ? reasonOf(reading) : undefined;
    await recordRefusal(scope, {
      email,
      key: codeKey,
      admin,
      isKnownBrowser: deviceId !== null,
      isCodeUsed: reason === "used",
      at: "admin_log_in",
      statements: compared ? spendIfLater(query, compared.id, reading, nowMs) : [],
    });
    throw new AppError("invalid_credentials", ERROR_TEXT.invalid_admin_credentials, { ...(reason && { reason }) });
  }

  const sessionToken = randomToken();
  const rows: readonly unknown[] = await db.write([
    // First, so that its result has a fixed place.
    selectUser(query, admin.id),
    ...endSessionOfCookie(query, scope.credentials?.cookieHash),
    passwordMustBeUnchanged(query, admin, "admin_changed"),
    ...acceptCode(query, codeKey, nowMs),
    // The role may have been removed since it was read.
    mustBeAdmin(query, admin.id),
    ...consumeTotpStep(query, admin.id, reading.step),
    resetCounter(query, attempts.key),
    ...startSession(query, {
      id: crypto.randomUUID(),
      tokenHash: await sha256Hex(sessionToken),
      userId: admin.id,
      kind: "admin",
      userAgent: scope.userAgent,
      country: scope.country,
      deviceHash: null,
      authenticatedAtMs: nowMs,
      nowMs,
    }),
    audit(query, { actor: admin.id, action: "admin.logged_in", subject: `user:${admin.id}` }, nowMs),
  ]);
  // The result of the first statement: a dynamic list of statements has no result types.
  const [[row]] = rows as readonly [UserRow[]];
  if (!row) throw new Error("the admin who just signed in is gone");
  scope.note({ actor: admin.id });
  return {
    sessionToken,
    deviceCookie: await signKnownBrowser(scope, email, deviceId),
    user: userView(row, "admin", scope),
  };
}

/**
 * The statements that count an attempt. A browser that the admin has logged in with before has five attempts of its
 * own. All other browsers have five per address and fifty in total, which strangers can use up without affecting the
 * known browsers.
 * @returns also the key of the five, which a successful log-in resets
 */
async function countAttempt({ db: { query }, address, now }: Scope, email: string, deviceId: string | null) {
  if (deviceId !== null) {
    const key = await counterKey("adminLoginByDevice", deviceId);
    return { key, statements: [countOne(query, key, LIMITS.adminLoginByDevice, now())] };
  }
  const key = await counterKey("adminLoginByAccountAndAddress", `${email} ${address}`);
  const accountKey = await counterKey("adminLoginByAccount", email);
  return {
    key,
    statements: [
      countOne(query, key, LIMITS.adminLoginByAccountAndAddress, now()),
      countOne(query, accountKey, LIMITS.adminLoginByAccount, now()),
    ],
  };
}

/** Belongs to no account. */
const UNKNOWN_SECRET = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/** Decrypts the secret of an admin's authenticator; without an admin it returns a dummy secret at the same cost. */
async function secretOf(
  { settings: { TOTP_ENCRYPTION_KEYS: keys } }: Scope,
  person: { id: string; totpSecret: string } | null,
): Promise<string> {
  if (person) return decryptTotpSecret(keys, person.id, person.totpSecret);
  await encryptTotpSecret(keys, "", UNKNOWN_SECRET);
  return UNKNOWN_SECRET;
}
