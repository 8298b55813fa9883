import { reasonOf, wrongCode } from "../../auth/second-factor-proof.ts";
import { consumeTotpStep, selectTotpSecret, spendIfLater } from "../../auth/second-factor-store.ts";
import { readTotp } from "../../auth/totp.ts";
import { decryptTotpSecret } from "../../auth/totp-secret.ts";
import { audit } from "../../platform/audit-log-store.ts";
import { countOne, resetCounter } from "../../platform/counter-store.ts";
import { refusedBy } from "../../platform/database-refusal.ts";
import { LIMITS } from "../../platform/rate-limit.ts";
import type { Scope } from "../../platform/scope.ts";
import { randomToken, sha256Hex } from "../../platform/secrets.ts";
import { authorizedBatch } from "../../platform/session.ts";
import { mustBeSameCaller, renewSession } from "../../platform/session-store.ts";

/**
 * Verifies the second factor of a signed-in admin again, which allows actions on money for 15 minutes. The session gets
 * a new token and keeps its expiry. Each code works once, here and at the log-in together.
 * @returns the new token for the cookie, and the remaining lifetime of its session in ms
 * @throws AppError `not_signed_in` | `forbidden` | `invalid_code` (also for a used code) | `too_many_requests`
 */
export async function stepUp(scope: Scope, code: string): Promise<{ sessionToken: string; lifetimeMs: number }> {
  const { query } = scope.db;
  const nowMs = scope.now();
  const { caller, rows } = await authorizedBatch(scope, "read", (callerId) => [selectTotpSecret(query, callerId)]);
  const [factor] = rows[0];
  const keys = scope.settings.TOTP_ENCRYPTION_KEYS;
  const reading = factor
    ? readTotp(await decryptTotpSecret(keys, caller.userId, factor.totpSecret), code, nowMs, factor.lastStep)
    : ({ is: "wrong" } as const);
  const triesKey = `stepUpByAccount:${caller.userId}`;
  // Both outcomes count the attempt in the batch that decides it, so that concurrent attempts cannot exceed five.
  const counted = countOne(query, triesKey, LIMITS.stepUpByAccount, nowMs);
  if (reading.is !== "right") {
    // A used code is no wrong one.
    if (reading.is !== "used") await scope.db.write([counted, ...spendIfLater(query, caller.userId, reading, nowMs)]);
    throw wrongCode(reasonOf(reading));
  }

  const sessionToken = randomToken();
  const tokenHash = await sha256Hex(sessionToken);
  try {
    await authorizedBatch(scope, "act", (callerId) => [
      mustBeSameCaller(query, callerId, caller),
      counted,
      ...consumeTotpStep(query, caller.userId, reading.step),
      renewSession(query, caller.sessionId, { tokenHash, authenticatedAtMs: nowMs }),
      resetCounter(query, triesKey),
      audit(query, { actor: caller.userId, action: "admin.stepped_up", subject: `user:${caller.userId}` }, nowMs),
    ]);
  } catch (error) {
    // The log-in's error for a replayed code would sign the browser out.
    if (refusedBy(error, "totp_replayed")) throw wrongCode("used");
    throw error;
  }
  return { sessionToken, lifetimeMs: caller.expiresAtMs - nowMs };
}
