import { and, eq, sql } from "drizzle-orm";
import { mustHaveChangedOne } from "../../db/guard.ts";
import { bearers, loginFailures, secondFactors, users } from "../../db/schema/index.ts";
import { audit } from "../admin/audit.ts";
import { AppError, ERROR_TEXT } from "../contract/errors.ts";
import { SESSION } from "../contract/limits.ts";
import { counterKey, countOne, LIMITS, scaled } from "../http/rate-limit.ts";
import type { Scope } from "../http/scope.ts";
import { randomToken, sha256Hex } from "../http/secrets.ts";
import { startSession } from "../http/session.ts";
import { selectUser, type UserView, userView } from "../profile/user-view.ts";
import { hashElsewhere, verifyElsewhere } from "./hash-elsewhere.ts";
import { claimLoginTry, giveTryBack } from "./login-failures.ts";
import { dummyHash } from "./password-hash.ts";
import { signPending } from "./pending-verification.ts";
import { sendCodeAtLogIn } from "./resend-verification.ts";
import { normaliseEmail } from "./sign-up-rules.ts";

export type LogIn =
  | { outcome: "signed_in"; sessionToken: string; bearerToken: string; user: UserView }
  /** The password is right, the e-mail address is not verified: a new code is on its way. */
  | { outcome: "unverified"; pendingCookie: string };

/**
 * Signs a trader in. Unknown addresses cost the same work and get the same words as wrong passwords.
 * @throws AppError `invalid_credentials` | `too_many_requests` | `busy`
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
      })
      .from(users)
      .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
      .where(eq(users.email, email)),
  ]);
  if (!claimed) throw new AppError("too_many_requests", ERROR_TEXT.too_many_requests, { retryAfterS: 60 });

  const hash = found?.passwordHash ?? dummyHash(settings.PASSWORD_PEPPERS);
  const check = await verifyElsewhere(scope, input.password, hash).catch(async (error: unknown) => {
    // Nobody looked at the password, so nobody failed.
    await db.write([giveTryBack(query, failuresKey)]);
    throw error;
  });
  // An account with a second factor has the desk's own log-in; saying so here would tell that the password is right.
  if (!found || !check.matches || found.secondFactor) {
    throw new AppError("invalid_credentials", ERROR_TEXT.invalid_credentials);
  }

  if (found.emailVerifiedAtMs === null) {
    await sendCodeAtLogIn(scope, found);
    return { outcome: "unverified", pendingCookie: await signPending(settings, found.id) };
  }

  const sessionToken = randomToken();
  const bearerToken = randomToken();
  const sessionId = crypto.randomUUID();
  const newHash = check.isOutdated ? await hashElsewhere(scope, input.password) : found.passwordHash;
  const rows = await db.write([
    selectUser(query, sql`${found.id}`),
    // A reset that came in between must win: the password that was checked is still the one that counts.
    query
      .update(users)
      .set({ passwordHash: newHash })
      .where(and(eq(users.id, found.id), eq(users.passwordHash, found.passwordHash))),
    mustHaveChangedOne(query, "password_changed"),
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
    audit(query, { actor: found.id, action: "user.logged_in", subject: `user:${found.id}` }, nowMs),
  ]);
  const [row] = rows[0];
  if (!row) throw new Error("the user who just signed in is gone");
  scope.note({ actor: found.id });
  return { outcome: "signed_in", sessionToken, bearerToken, user: userView(row, "trader", nowMs) };
}
