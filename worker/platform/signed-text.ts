import { type JWTPayload, jwtVerify, SignJWT } from "jose";
import type { Scope } from "./scope.ts";

/**
 * Short-lived signed texts that a browser stores for the Worker, for cookies of one purpose that carry no session. The
 * browser can read them but not create or change them, and they cannot be revoked before they expire.
 */

type Signer = Pick<Scope, "settings" | "now">;

/** Signs claims. @param purpose a text signed for one purpose is invalid for another */
export function signText(
  { settings, now }: Signer,
  purpose: string,
  claims: JWTPayload,
  lifetimeS: number,
): Promise<string> {
  const nowS = Math.floor(now() / 1000);
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256" })
    .setAudience(purpose)
    .setIssuer(settings.APP_ORIGIN)
    .setIssuedAt(nowS)
    .setExpirationTime(nowS + lifetimeS)
    .sign(settings.COOKIE_SECRET);
}

/**
 * Reads the claims that {@link signText} signed; null when the text is missing, not ours, for another purpose, or
 * expired.
 */
export async function readSigned(
  { settings, now }: Signer,
  purpose: string,
  text: string | null,
): Promise<JWTPayload | null> {
  if (text === null) return null;
  // Without the required claim, jose would accept a text that never expires.
  const requiredClaims = ["exp"];
  const expected = { algorithms: ["HS256"], audience: purpose, issuer: settings.APP_ORIGIN, requiredClaims };
  return jwtVerify(text, settings.COOKIE_SECRET, { ...expected, currentDate: new Date(now()) }).then(
    ({ payload }) => payload,
    () => null,
  );
}
