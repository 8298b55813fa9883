import { type JWTPayload, jwtVerify, SignJWT } from "jose";
import type { Scope } from "./scope.ts";

/**
 * What a browser keeps for the Worker for a short while, signed so that nobody else can make or change it: for cookies of
 * one purpose that carry no session. Whoever holds it can read it, and it cannot be taken back before it ends.
 */

type Signer = Pick<Scope, "settings" | "now">;

/** @param purpose what it is for: a text signed for one purpose is none for another */
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

/** What {@link signText} was given; null when there is none, it is not ours, of another purpose, or too old. */
export async function readSigned(
  { settings, now }: Signer,
  purpose: string,
  text: string | null,
): Promise<JWTPayload | null> {
  if (text === null) return null;
  // Without the claim jose would take a text that never ends.
  const requiredClaims = ["exp"];
  const expected = { algorithms: ["HS256"], audience: purpose, issuer: settings.APP_ORIGIN, requiredClaims };
  return jwtVerify(text, settings.COOKIE_SECRET, { ...expected, currentDate: new Date(now()) }).then(
    ({ payload }) => payload,
    () => null,
  );
}
