import { eq, sql } from "drizzle-orm";
import { mustHold } from "../../../db/guard.ts";
import { counters, NO_PASSWORD, secondFactors, users } from "../../../db/schema/index.ts";
import { requestPasswordCheck } from "../../auth/password-hasher-client.ts";
import { passwordMustStillBe } from "../../auth/password-store.ts";
import { totpStep } from "../../auth/totp.ts";
import { decryptTotpSecret, encryptTotpSecret } from "../../auth/totp-secret.ts";
import { acceptCode, codeFailuresKey, noteRefusal, selectCodeWait } from "../../auth/wrong-admin-codes.ts";
import { AppError, ERROR_TEXT } from "../../contract/errors.ts";
import { audit } from "../../platform/audit.ts";
import { counterKey, countOne, LIMITS, scaled } from "../../platform/rate-limit.ts";
import type { Scope } from "../../platform/scope.ts";
import { randomToken, sha256Hex } from "../../platform/secrets.ts";
import { endSessionOf, startSession } from "../../platform/session.ts";
import { normaliseEmail } from "../../profile/person-rules.ts";
import { selectUser, type UserView, userView } from "../../profile/user-view.ts";
import { readKnownBrowser, signKnownBrowser } from "./known-browser.ts";

/**
 * Signs an admin in to the desk, by password and the code of their authenticator at once. Whatever is wrong, the
 * answer is the same, and so are the round trips. A code works once: the database refuses a time step that was used. Wrong
 * codes with the right password make codes wait (`wrong-codes.ts`). The session whose cookie the request carries ends.
 * @param deviceCookie tells whether the admin has logged in with this browser before
 * @throws AppError `invalid_credentials` (also for a replayed code, and for any code while codes wait) | `too_many_requests` | `busy`
 */
export async function logInAdmin(
  scope: Scope,
  input: { email: string; password: string; code: string },
  deviceCookie: string | null,
): Promise<{ sessionToken: string; deviceCookie: string; user: UserView }> {
  const { db, settings } = scope;
  const { query } = db;
  const email = normaliseEmail(input.email);
  const nowMs = scope.now();
  const byAddress = scaled(LIMITS.adminLoginByAddress, settings.ADDRESS_LIMIT_FACTOR);
  const deviceId = await readKnownBrowser(scope, email, deviceCookie);
  const tries = await countTries(scope, email, deviceId);
  const codeKey = await codeFailuresKey(email, deviceId);
  const [, [codeWait], [found]] = await db.write([
    countOne(query, await counterKey("adminLoginByAddress", scope.address), byAddress, nowMs),
    selectCodeWait(query, codeKey),
    query
      .select({
        id: users.id,
        passwordHash: users.passwordHash,
        role: users.role,
        totpSecret: secondFactors.totpSecret,
        lastStep: secondFactors.lastStep,
      })
      .from(users)
      .innerJoin(secondFactors, eq(secondFactors.userId, users.id))
      .where(eq(users.email, email)),
    ...tries.statements,
  ]);

  const check = await requestPasswordCheck(scope, input.password, found?.passwordHash ?? NO_PASSWORD);
  const admin = found?.role === "admin" && check.matches ? found : null;
  const isWaiting = (codeWait?.blockedUntilMs ?? 0) > nowMs;
  const step = totpStep(await secretOf(scope, isWaiting ? null : admin), input.code, nowMs);
  // A code that was used is as wrong as any other; the database refuses it too, where two come at once.
  if (!admin || isWaiting || step === null || step <= admin.lastStep) {
    await noteRefusal(scope, { email, key: codeKey, admin, isKnownBrowser: deviceId !== null, at: "admin_log_in" });
    throw new AppError("invalid_credentials", ERROR_TEXT.invalid_admin_credentials);
  }

  const sessionToken = randomToken();
  const rows = await db.write([
    selectUser(query, sql`${admin.id}`),
    passwordMustStillBe(query, admin, "admin_changed"),
    ...acceptCode(query, codeKey, nowMs),
    // A role that was lost in between is lost.
    mustHold(
      query,
      "admin_changed",
      sql`(SELECT ${users.role} FROM ${users} WHERE ${users.id} = ${admin.id}) = 'admin'`,
    ),
    query.update(secondFactors).set({ lastStep: step }).where(eq(secondFactors.userId, admin.id)),
    query.delete(counters).where(eq(counters.key, tries.key)),
    ...endSessionOf(query, scope.credentials?.cookieHash),
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
  const [row] = rows[0];
  if (!row) throw new Error("the admin who just signed in is gone");
  scope.note({ actor: admin.id });
  return {
    sessionToken,
    deviceCookie: await signKnownBrowser(scope, email, deviceId),
    user: userView(row, "admin", scope),
  };
}

/**
 * The statements that count a try. A browser that the admin has logged in with before has five of its own. All others have
 * five at an address and fifty together, which strangers can use up: for them alone, then.
 * @returns also the key of the five, which a right try gives back
 */
async function countTries({ db: { query }, address, now }: Scope, email: string, deviceId: string | null) {
  if (deviceId !== null) {
    const key = await counterKey("adminLoginByDevice", deviceId);
    return { key, statements: [countOne(query, key, LIMITS.adminLoginByDevice, now())] };
  }
  const key = await counterKey("adminLoginByAccountAndAddress", `${email} ${address}`);
  const ofAll = await counterKey("adminLoginByAccount", email);
  return {
    key,
    statements: [
      countOne(query, key, LIMITS.adminLoginByAccountAndAddress, now()),
      countOne(query, ofAll, LIMITS.adminLoginByAccount, now()),
    ],
  };
}

/** Nobody's. */
const UNKNOWN_SECRET = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/** The secret of somebody's authenticator; for nobody one of no account, at the same cost. */
async function secretOf(
  { settings: { TOTP_ENCRYPTION_KEYS: keys } }: Scope,
  person: { id: string; totpSecret: string } | null,
): Promise<string> {
  if (person) return decryptTotpSecret(keys, person.id, person.totpSecret);
  await encryptTotpSecret(keys, "", UNKNOWN_SECRET);
  return UNKNOWN_SECRET;
}
