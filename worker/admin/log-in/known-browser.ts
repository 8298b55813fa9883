import { AUTH_COOKIE_LIFETIME_S } from "../../auth/auth-cookies.ts";
import type { Scope } from "../../platform/scope.ts";
import { sha256Hex } from "../../platform/secrets.ts";
import { readSigned, signText } from "../../platform/signed-text.ts";

/**
 * The cookie of a browser that an admin has logged in with before: signed, with that admin's address. It gives no
 * access. Its log-in attempts are counted separately, so that attempts at the admin's address from elsewhere cannot
 * lock the admin out.
 */

const PURPOSE = "admin-device";

type Signer = Pick<Scope, "settings" | "now">;

/**
 * Signs the cookie of a browser that an admin has just logged in with. @param deviceId its existing id, or null for a
 * new one
 */
export async function signKnownBrowser(scope: Signer, email: string, deviceId: string | null): Promise<string> {
  const claims = { sub: await sha256Hex(email), jti: deviceId ?? crypto.randomUUID() };
  return signText(scope, PURPOSE, claims, AUTH_COOKIE_LIFETIME_S["admin-device"]);
}

/** The id of a browser with which the admin of this address has logged in before; null for any other. */
export async function readKnownBrowser(scope: Signer, email: string, cookie: string | null): Promise<string | null> {
  const claims = await readSigned(scope, PURPOSE, cookie);
  return claims?.jti && claims.sub === (await sha256Hex(email)) ? claims.jti : null;
}
