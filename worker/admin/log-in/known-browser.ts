import { AUTH_COOKIE_LIFETIME_S } from "../../auth/auth-cookies.ts";
import type { Scope } from "../../platform/scope.ts";
import { sha256Hex } from "../../platform/secrets.ts";
import { readSigned, signText } from "../../platform/signed-text.ts";

/**
 * A browser that has opened the desk before: a signed cookie says by which admin. It opens nothing. It counts its tries
 * apart, so that whoever tries an admin's address from elsewhere cannot keep that admin out.
 */

const PURPOSE = "desk-device";

type Signer = Pick<Scope, "settings" | "now">;

/** The cookie of a browser that an admin has just logged in with. @param deviceId its own, or null for a new one */
export async function signKnownBrowser(scope: Signer, email: string, deviceId: string | null): Promise<string> {
  const claims = { sub: await sha256Hex(email), jti: deviceId ?? crypto.randomUUID() };
  return signText(scope, PURPOSE, claims, AUTH_COOKIE_LIFETIME_S["desk-device"]);
}

/** The id of a browser with which the admin of this address has logged in; null for any other. */
export async function readKnownBrowser(scope: Signer, email: string, cookie: string | null): Promise<string | null> {
  const claims = await readSigned(scope, PURPOSE, cookie);
  return claims?.jti && claims.sub === (await sha256Hex(email)) ? claims.jti : null;
}
