import { AppError } from "../contract/errors.ts";
import { ERROR_TEXT } from "../platform/api-text.ts";
import { countOne } from "../platform/counter-store.ts";
import { refusedBy } from "../platform/database-refusal.ts";
import { counterKey, LIMITS, scaled } from "../platform/rate-limit.ts";
import type { Scope } from "../platform/scope.ts";
import { sha256Hex } from "../platform/secrets.ts";
import { consumeSignInToken } from "../platform/session-store.ts";
import { deviceOf } from "./device.ts";
import { selectForSignIn } from "./log-in-store.ts";
import { type SignedIn, startTraderSession } from "./start-trader-session.ts";

/**
 * Logs in the browser that has just verified an address, once and without the password. Calls that need a proof of
 * identity ask for the password all the same.
 *
 * @param cookies.signIn the token that the verification gave this browser
 * @throws AppError `not_signed_in` (missing, used or expired, or the account has a second factor by now) |
 * `too_many_requests`
 * Source: `security.md` part 3, rule 6
 */
export async function signInVerified(
  scope: Scope,
  cookies: { signIn: string | null; device: string | null },
): Promise<SignedIn> {
  if (cookies.signIn === null) throw signInEnded();
  const { query } = scope.db;
  const nowMs = scope.now();
  const tokenHash = await sha256Hex(cookies.signIn);
  const device = await deviceOf(cookies.device);
  const byAddress = scaled(LIMITS.loginByAddress, scope.settings.ADDRESS_LIMIT_FACTOR);
  const [, [found]] = await scope.db.write([
    countOne(query, await counterKey("loginByAddress", scope.address), byAddress, nowMs),
    selectForSignIn(query, device, tokenHash, nowMs),
  ]);
  if (!found) throw signInEnded();
  try {
    return await startTraderSession(scope, found, {
      device,
      by: "verified_address",
      guards: consumeSignInToken(query, found.id, tokenHash, nowMs),
      // The mailed code proves the address only.
      authenticatedAtMs: 0,
    });
  } catch (error) {
    // A concurrent request used the token, or the account has got a second factor.
    if (refusedBy(error, "sign_in_used")) throw signInEnded();
    throw error;
  }
}

function signInEnded(): AppError {
  return new AppError("not_signed_in", ERROR_TEXT.log_in_ended);
}
