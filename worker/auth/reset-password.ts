import { and, eq, gt, sql } from "drizzle-orm";
import { mustHaveChangedOne } from "../../db/guard.ts";
import { googleLinks, loginFailures, passwordResets, sessions, users } from "../../db/schema/index.ts";
import { AppError } from "../contract/errors.ts";
import { audit } from "../platform/audit-log-store.ts";
import { countOne } from "../platform/counter-store.ts";
import { refusedBy } from "../platform/database-refusal.ts";
import { sendSoon } from "../platform/mail-outbox.ts";
import { queueMail } from "../platform/outbox-store.ts";
import { counterKey, LIMITS, scaled } from "../platform/rate-limit.ts";
import type { Scope } from "../platform/scope.ts";
import { sha256Hex } from "../platform/secrets.ts";
import { passwordChangedMail } from "../platform/security-mails.ts";
import { deleteAllDevices } from "./known-device-store.ts";
import { requestPasswordHash } from "./password-hasher-client.ts";
import { checkNewPassword } from "./password-rules.ts";

const invalidToken = () =>
  new AppError("invalid_reset_token", "This reset link is invalid or has expired. Request a new one.");

function isToken(tokenHash: string, nowMs: number) {
  return and(eq(passwordResets.tokenHash, tokenHash), gt(passwordResets.expiresAtMs, nowMs));
}

/**
 * Checks whether a reset link is still valid, so that nobody types a new password for an expired one. It reveals
 * nothing else, and 32 random bytes cannot be guessed.
 * @throws AppError `invalid_reset_token`
 */
export async function checkResetLink({ db, now }: Scope, token: string): Promise<void> {
  const [[found]] = await db.read([
    db.query
      .select({ expiresAtMs: passwordResets.expiresAtMs })
      .from(passwordResets)
      .where(isToken(await sha256Hex(token), now())),
  ]);
  if (!found) throw invalidToken();
}

/**
 * Sets a new password with the token of a reset mail, once. Ends every session of the user and does not log in.
 * @throws AppError `invalid_reset_token` | `invalid_input` | `too_many_requests` | `busy`
 */
export async function resetPassword(scope: Scope, token: string, newPassword: string): Promise<void> {
  const { db, settings } = scope;
  const { query } = db;
  const nowMs = scope.now();
  const tokenHash = await sha256Hex(token);
  const isThisToken = isToken(tokenHash, nowMs);

  const byAddress = scaled(LIMITS.resetByAddress, settings.ADDRESS_LIMIT_FACTOR);
  const [, [user]] = await db.write([
    countOne(query, await counterKey("resetByAddress", scope.address), byAddress, nowMs),
    query
      .select({ id: users.id, email: users.email, username: users.username })
      .from(passwordResets)
      .innerJoin(users, eq(users.id, passwordResets.userId))
      .where(isThisToken),
  ]);
  if (!user) throw invalidToken();

  const password = checkNewPassword(newPassword, user);
  const passwordHash = await requestPasswordHash(scope, password);
  const mailId = crypto.randomUUID();
  try {
    await db.write([
      query.delete(passwordResets).where(isThisToken),
      mustHaveChangedOne(query, "reset_token_used"),
      // The reset, or the pending withdrawals, may come from an attacker: withdrawals cannot be approved for a day.
      query.update(users).set({ passwordHash, securityChangedAtMs: nowMs }).where(eq(users.id, user.id)),
      // A Google link made before the address was verified may not belong to the reader of its mails.
      query
        .delete(googleLinks)
        .where(
          sql`${googleLinks.userId} = ${user.id} AND EXISTS (SELECT 1 FROM ${users} WHERE ${users.id} = ${user.id} AND ${users.emailVerifiedAtMs} IS NULL)`,
        ),
      query.delete(sessions).where(eq(sessions.userId, user.id)),
      // Somebody who knew the old password may have logged in with a browser of their own.
      deleteAllDevices(query, user.id),
      query.delete(loginFailures).where(eq(loginFailures.key, await counterKey("loginByAccount", user.email))),
      queueMail(query, mailId, passwordChangedMail(user.email, settings.APP_ORIGIN, "reset"), nowMs),
      audit(query, { actor: user.id, action: "user.password_reset", subject: `user:${user.id}` }, nowMs),
    ]);
  } catch (error) {
    if (refusedBy(error, "reset_token_used")) throw invalidToken();
    throw error;
  }
  sendSoon(scope, [mailId]);
}
