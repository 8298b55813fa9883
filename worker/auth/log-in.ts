import { eq, sql } from "drizzle-orm";
import { bearers, loginFailures, secondFactors, users, verificationCodes } from "../../db/schema/index.ts";
import { audit } from "../admin/audit.ts";
import { AppError, ERROR_TEXT } from "../contract/errors.ts";
import { SESSION, VERIFICATION_CODE } from "../contract/limits.ts";
import { counterKey, countOne, LIMITS, scaled } from "../http/rate-limit.ts";
import type { Scope } from "../http/scope.ts";
import { randomToken, sha256Hex } from "../http/secrets.ts";
import { startSession } from "../http/session.ts";
import { selectUser, type UserView, userView } from "../profile/user-view.ts";
import { hashElsewhere, verifyElsewhere } from "./hash-elsewhere.ts";
import { claimLoginTry } from "./login-failures.ts";
import { dummyHash } from "./password-hash.ts";
import { signPending } from "./pending-verification.ts";
import { sendNewCode } from "./resend-verification.ts";
import { normaliseEmail } from "./sign-up-rules.ts";

export type LogIn =
  | { outcome: "signed_in"; sessionToken: string; bearerToken: string; user: UserView }
  /** The password is right, the e-mail address is not verified: a new code is on its way. */
  | { outcome: "unverified"; pendingCookie: string };

/**
 * Signs a trader in. Unknown addresses cost the same work and get the same words as wrong passwords.
 * @throws AppError `invalid_credentials` | `too_many_requests` | `forbidden` | `busy`
 */
export async function logIn(scope: Scope, input: { email: string; password: string }): Promise<LogIn> {
  const { db, settings } = scope;
  const { query } = db;
  const email = normaliseEmail(input.email);
  const nowMs = scope.now();
  const failuresKey = await counterKey("loginByAccount", email);

  const [, [claimed], [found]] = await db.write([
    countOne(
      query,
      await counterKey("loginByAddress", scope.address),
      scaled(LIMITS.loginByAddress, settings.ADDRESS_LIMIT_FACTOR),
      nowMs,
    ),
    claimLoginTry(query, failuresKey, nowMs),
    query
      .select({
        id: users.id,
        email: users.email,
        firstName: users.firstName,
        passwordHash: users.passwordHash,
        emailVerifiedAtMs: users.emailVerifiedAtMs,
        secondFactor: secondFactors.userId,
        codeSentAtMs: verificationCodes.sentAtMs,
      })
      .from(users)
      .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
      .leftJoin(verificationCodes, eq(verificationCodes.userId, users.id))
      .where(eq(users.email, email)),
  ]);
  if (!claimed) throw new AppError("too_many_requests", ERROR_TEXT.too_many_requests, { retryAfterS: 60 });

  const check = await verifyElsewhere(
    scope,
    input.password,
    found?.passwordHash ?? dummyHash(settings.PASSWORD_PEPPERS),
  );
  if (!found || !check.matches) throw new AppError("invalid_credentials", ERROR_TEXT.invalid_credentials);
  if (found.secondFactor) throw new AppError("forbidden", "This account signs in at the admin login");

  if (found.emailVerifiedAtMs === null) {
    const mayResend = (found.codeSentAtMs ?? 0) <= nowMs - VERIFICATION_CODE.resendAfterMs;
    if (mayResend) await sendNewCode(scope, found);
    return { outcome: "unverified", pendingCookie: await signPending(settings, found.id) };
  }

  const sessionToken = randomToken();
  const bearerToken = randomToken();
  const sessionId = crypto.randomUUID();
  const newHash = check.isOutdated ? await hashElsewhere(scope, input.password) : found.passwordHash;
  const rows = await db.write([
    selectUser(query, sql`${found.id}`),
    ...startSession(query, {
      id: sessionId,
      tokenHash: await sha256Hex(sessionToken),
      userId: found.id,
      kind: "trader",
      userAgent: scope.userAgent,
      nowMs,
    }),
    query.insert(bearers).values({
      tokenHash: await sha256Hex(bearerToken),
      sessionId,
      expiresAtMs: nowMs + SESSION.bearerLifetimeMs,
    }),
    query.delete(loginFailures).where(eq(loginFailures.key, failuresKey)),
    query.update(users).set({ passwordHash: newHash }).where(eq(users.id, found.id)),
    audit(query, { actor: found.id, action: "user.logged_in", subject: `user:${found.id}` }, nowMs),
  ]);
  const [row] = rows[0];
  if (!row) throw new Error("the user who just signed in is gone");
  scope.note({ actor: found.id });
  return { outcome: "signed_in", sessionToken, bearerToken, user: userView(row, "trader") };
}
