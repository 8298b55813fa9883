import { AppError } from "../contract/errors.ts";
import { ERROR_TEXT } from "../platform/api-text.ts";
import { audit } from "../platform/audit-log-store.ts";
import { countOneOf } from "../platform/counter-store.ts";
import type { Scope } from "../platform/scope.ts";
import { randomToken, sha256Hex } from "../platform/secrets.ts";
import { authorizedBatch } from "../platform/session.ts";
import { mustBeSameCaller, renewSession } from "../platform/session-store.ts";
import { notYourPassword, requestPasswordCheck } from "./password-hasher-client.ts";
import { passwordMustBeUnchanged, selectPasswordHash } from "./password-store.ts";

/**
 * Verifies the password of a signed-in trader again, for calls that need a recent proof. Admin sessions use their
 * second factor instead, at a separate route. The session gets a new token and keeps its expiry.
 * @returns the new token for the cookie, and the remaining lifetime of its session in ms
 * @throws AppError `not_signed_in` | `forbidden` (an admin session) | `invalid_input` (wrong password) |
 * `too_many_requests` | `busy`
 */
export async function stepUp(scope: Scope, password: string): Promise<{ sessionToken: string; lifetimeMs: number }> {
  const { query } = scope.db;
  const nowMs = scope.now();
  const { caller, rows } = await authorizedBatch(scope, "poll", (callerId) => [
    countOneOf(query, "passwordByAccount", callerId, nowMs),
    selectPasswordHash(query, callerId),
  ]);
  const [user] = rows[1];
  if (!user) throw new Error("a session without its user");
  if (caller.kind === "admin") throw new AppError("forbidden", ERROR_TEXT.forbidden);

  const { matches } = await requestPasswordCheck(scope, password, user.passwordHash);
  if (!matches) throw notYourPassword();
  const { userId } = caller;
  const sessionToken = randomToken();
  const tokenHash = await sha256Hex(sessionToken);
  await authorizedBatch(scope, "act", (callerId) => [
    mustBeSameCaller(query, callerId, caller),
    passwordMustBeUnchanged(query, { id: userId, ...user }),
    audit(query, { actor: userId, action: "user.stepped_up", subject: `user:${userId}` }, nowMs),
    // Last, because the batch identifies the caller by the previous token.
    renewSession(query, caller.sessionId, { tokenHash, authenticatedAtMs: nowMs }),
  ]);
  return { sessionToken, lifetimeMs: caller.expiresAtMs - nowMs };
}
