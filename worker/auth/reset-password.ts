import { mustHaveChangedOne } from "../../db/guard.ts";
import { AppError } from "../contract/errors.ts";
import { audit } from "../platform/audit-log-store.ts";
import { countOne } from "../platform/counter-store.ts";
import { refusedBy } from "../platform/database-refusal.ts";
import { sendSoon } from "../platform/mail/mail-outbox.ts";
import { queueMail } from "../platform/mail/outbox-store.ts";
import { mailboxOf } from "../platform/mail-address.ts";
import { counterKey, LIMITS, scaled } from "../platform/rate-limit.ts";
import type { Scope } from "../platform/scope.ts";
import { sha256Hex } from "../platform/secrets.ts";
import { endAllSessions } from "../platform/session-store.ts";
import { setPassword } from "../platform/user-store.ts";
import { AUTH_TEXT } from "./auth-answers.ts";
import { passwordChangedMail } from "./auth-mails.ts";
import { deleteUnverifiedGoogleLink } from "./google-link-store.ts";
import { deleteAllDevices } from "./known-device-store.ts";
import { resetFailures } from "./login-failure-store.ts";
import { requestPasswordHash } from "./password-hasher-client.ts";
import { consumeReset, selectReset, selectUserOfReset } from "./password-reset-store.ts";
import { checkNewPassword } from "./password-rules.ts";

const invalidToken = () => new AppError("invalid_reset_token", AUTH_TEXT.deadResetLink);

/**
 * Checks whether a reset link is still valid, so that nobody types a new password for an expired one. It reveals
 * nothing else, and 32 random bytes cannot be guessed.
 * @throws AppError `invalid_reset_token`
 */
export async function checkResetLink({ db, now }: Scope, token: string): Promise<void> {
  const [[found]] = await db.read([selectReset(db.query, await sha256Hex(token), now())]);
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
  const byAddress = scaled(LIMITS.resetByAddress, settings.ADDRESS_LIMIT_FACTOR);
  const [, [user]] = await db.write([
    countOne(query, await counterKey("resetByAddress", scope.address), byAddress, nowMs),
    selectUserOfReset(query, tokenHash, nowMs),
  ]);
  if (!user) throw invalidToken();

  const password = checkNewPassword(newPassword, user);
  const passwordHash = await requestPasswordHash(scope, password);
  const mailId = crypto.randomUUID();
  try {
    await db.write([
      consumeReset(query, tokenHash, nowMs),
      mustHaveChangedOne(query, "reset_token_used"),
      // The reset, or the pending withdrawals, may come from an attacker: withdrawals cannot be approved for a day.
      setPassword(query, user.id, passwordHash, nowMs),
      // A Google link made before the address was verified may not belong to the reader of its mails.
      deleteUnverifiedGoogleLink(query, user.id),
      ...endAllSessions(query, user.id),
      // Somebody who knew the old password may have logged in with a browser of their own.
      deleteAllDevices(query, user.id),
      resetFailures(query, await counterKey("loginByAccount", mailboxOf(user.email))),
      queueMail(query, mailId, passwordChangedMail(user.email, settings.APP_ORIGIN, "reset"), nowMs),
      audit(query, { actor: user.id, action: "user.password_reset", subject: `user:${user.id}` }, nowMs),
    ]);
  } catch (error) {
    if (refusedBy(error, "reset_token_used")) throw invalidToken();
    throw error;
  }
  sendSoon(scope, [mailId]);
}
