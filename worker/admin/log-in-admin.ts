import { and, eq, sql } from "drizzle-orm";
import { mustHaveChangedOne } from "../../db/guard.ts";
import { counters, secondFactors, users } from "../../db/schema/index.ts";
import { verifyElsewhere } from "../auth/hash-elsewhere.ts";
import { NO_PASSWORD } from "../auth/password-hash.ts";
import { normaliseEmail } from "../auth/sign-up-rules.ts";
import { totpStep } from "../auth/totp.ts";
import { AppError, ERROR_TEXT } from "../contract/errors.ts";
import { counterKey, countOne, LIMITS, scaled } from "../http/rate-limit.ts";
import type { Scope } from "../http/scope.ts";
import { randomToken, sha256Hex } from "../http/secrets.ts";
import { startSession } from "../http/session.ts";
import { selectUser, type UserView, userView } from "../profile/user-view.ts";
import { audit } from "./audit/audit.ts";

/**
 * Signs an admin in to the desk, by password and the code of their authenticator at once. Whatever is wrong, the
 * answer is the same. A code works once: the database refuses a time step that was used.
 * @throws AppError `invalid_credentials` (a replayed code too) | `too_many_requests` | `busy`
 */
export async function logInAdmin(
  scope: Scope,
  input: { email: string; password: string; code: string },
): Promise<{ sessionToken: string; user: UserView }> {
  const { db, settings } = scope;
  const { query } = db;
  const email = normaliseEmail(input.email);
  const nowMs = scope.now();
  const byAddress = scaled(LIMITS.adminLoginByAddress, settings.ADDRESS_LIMIT_FACTOR);
  // Five tries for whoever sits at one address; many more from elsewhere, so that a stranger cannot shut the desk.
  const tryKey = await counterKey("adminLoginByAccountAndAddress", `${email} ${scope.address}`);
  const [, , , [found]] = await db.write([
    countOne(query, await counterKey("adminLoginByAddress", scope.address), byAddress, nowMs),
    countOne(query, tryKey, LIMITS.adminLoginByAccountAndAddress, nowMs),
    countOne(query, await counterKey("adminLoginByAccount", email), LIMITS.adminLoginByAccount, nowMs),
    query
      .select({
        id: users.id,
        passwordHash: users.passwordHash,
        role: users.role,
        totpSecret: secondFactors.totpSecret,
      })
      .from(users)
      .innerJoin(secondFactors, eq(secondFactors.userId, users.id))
      .where(eq(users.email, email)),
  ]);

  const check = await verifyElsewhere(scope, input.password, found?.passwordHash ?? NO_PASSWORD);
  const step = totpStep(found?.totpSecret ?? UNKNOWN_SECRET, input.code, nowMs);
  if (found?.role !== "admin" || !check.matches || step === null) {
    throw new AppError("invalid_credentials", ERROR_TEXT.invalid_admin_credentials);
  }

  const sessionToken = randomToken();
  const rows = await db.write([
    selectUser(query, sql`${found.id}`),
    // What was checked must still be so: a reset or a lost role that came in between wins.
    query
      .update(users)
      .set({ passwordHash: found.passwordHash })
      .where(and(eq(users.id, found.id), eq(users.passwordHash, found.passwordHash), eq(users.role, "admin"))),
    mustHaveChangedOne(query, "admin_changed"),
    query.update(secondFactors).set({ lastStep: step }).where(eq(secondFactors.userId, found.id)),
    query.delete(counters).where(eq(counters.key, tryKey)),
    ...startSession(query, {
      id: crypto.randomUUID(),
      tokenHash: await sha256Hex(sessionToken),
      userId: found.id,
      kind: "admin",
      userAgent: scope.userAgent,
      country: scope.country,
      deviceHash: null,
      nowMs,
    }),
    audit(query, { actor: found.id, action: "admin.logged_in", subject: `user:${found.id}` }, nowMs),
  ]);
  const [row] = rows[0];
  if (!row) throw new Error("the admin who just signed in is gone");
  scope.note({ actor: found.id });
  return { sessionToken, user: userView(row, "admin", nowMs) };
}

/** Nobody's: it lets an unknown address cost what a known one does. */
const UNKNOWN_SECRET = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
