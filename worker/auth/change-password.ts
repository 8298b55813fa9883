import { AppError } from "../contract/errors.ts";
import { SESSION } from "../contract/limits.ts";
import { audit } from "../platform/audit-log-store.ts";
import { countOneOf } from "../platform/counter-store.ts";
import { refusedBy } from "../platform/database-refusal.ts";
import { sendSoon } from "../platform/mail/mail-outbox.ts";
import { queueMail } from "../platform/mail/outbox-store.ts";
import type { Scope } from "../platform/scope.ts";
import { randomToken, sha256Hex } from "../platform/secrets.ts";
import { authorizedBatch } from "../platform/session.ts";
import {
  deleteSignInToken,
  endOtherSessions,
  mustBeSameCaller,
  renewSession,
  replaceBearers,
} from "../platform/session-store.ts";
import { setPassword } from "../platform/user-store.ts";
import { AUTH_TEXT } from "./auth-answers.ts";
import { passwordChangedMail } from "./auth-mails.ts";
import { deleteOtherDevices } from "./known-device-store.ts";
import { requestPasswordCheck, requestPasswordHash } from "./password-hasher-client.ts";
import { deleteResets } from "./password-reset-store.ts";
import { checkNewPassword } from "./password-rules.ts";
import { PASSWORD_CHANGED, passwordMustBeUnchanged, selectLogInData } from "./password-store.ts";

/**
 * Changes the caller's password. All other sessions end, existing reset links become invalid, and withdrawals cannot be
 * approved for a day. The caller's own session gets new tokens, so that a stolen cookie stops working as well.
 * @returns the new values of the cookie and the bearer token, and the remaining lifetime of the session in ms
 * @throws AppError `not_signed_in` | `invalid_input` (wrong current password, or a rule about the new one) |
 * `too_many_requests` | `busy`
 */
export async function changePassword(
  scope: Scope,
  input: { currentPassword: string; newPassword: string },
): Promise<{ sessionToken: string; bearerToken: string; lifetimeMs: number }> {
  const { query } = scope.db;
  const nowMs = scope.now();
  const { caller, rows } = await authorizedBatch(scope, "poll", (callerId) => [
    countOneOf(query, "passwordByAccount", callerId, nowMs),
    selectLogInData(query, callerId),
  ]);
  const [user] = rows[1];
  if (!user) throw new Error("a session without its user");

  const newPassword = checkNewPassword(input.newPassword, user, "newPassword");
  const { matches } = await requestPasswordCheck(scope, input.currentPassword, user.passwordHash);
  if (!matches) throw wrongPassword();
  if (newPassword === input.currentPassword.normalize("NFC")) {
    throw new AppError("invalid_input", AUTH_TEXT.samePassword, { field: "newPassword" });
  }
  const passwordHash = await requestPasswordHash(scope, newPassword);

  const sessionToken = randomToken();
  const bearerToken = randomToken();
  const mailId = crypto.randomUUID();
  const tokenHash = await sha256Hex(sessionToken);
  const bearer = {
    tokenHash: await sha256Hex(bearerToken),
    sessionId: caller.sessionId,
    expiresAtMs: nowMs + SESSION.bearerLifetimeMs,
  };
  const { userId } = caller;
  try {
    await authorizedBatch(scope, "act", (callerId) => [
      mustBeSameCaller(query, callerId, caller),
      passwordMustBeUnchanged(query, { id: userId, passwordHash: user.passwordHash }),
      setPassword(query, userId, passwordHash, nowMs),
      deleteResets(query, userId),
      deleteOtherDevices(query, userId, caller.sessionId),
      endOtherSessions(query, userId, caller.sessionId),
      deleteSignInToken(query, userId),
      ...replaceBearers(query, bearer),
      queueMail(query, mailId, passwordChangedMail(user.email, scope.settings.APP_ORIGIN, "owner"), nowMs),
      audit(query, { actor: userId, action: "user.password_changed", subject: `user:${userId}` }, nowMs),
      // Last, because the batch identifies the caller by the previous token.
      renewSession(query, caller.sessionId, { tokenHash }),
    ]);
  } catch (error) {
    // The password was changed concurrently, so the checked one is no longer current.
    if (refusedBy(error, PASSWORD_CHANGED)) throw wrongPassword();
    throw error;
  }
  sendSoon(scope, [mailId]);
  return { sessionToken, bearerToken, lifetimeMs: caller.expiresAtMs - nowMs };
}

function wrongPassword(): AppError {
  return new AppError("invalid_input", AUTH_TEXT.notCurrentPassword, { field: "currentPassword" });
}
