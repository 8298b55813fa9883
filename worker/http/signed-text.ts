import { type JWTPayload, jwtVerify, SignJWT } from "jose";
import type { Settings } from "../env.ts";

/**
 * What a browser keeps for the Worker for a short while, signed so that nobody else can make or change it: for cookies of
 * one purpose that carry no session. It can be read by whoever holds it, and not be taken back before it ends.
 */

/** @param purpose what it is for: a text signed for one purpose is none for another */
export function signText(settings: Settings, purpose: string, claims: JWTPayload, lifetimeS: number): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256" })
    .setAudience(purpose)
    .setIssuer(settings.APP_ORIGIN)
    .setIssuedAt()
    .setExpirationTime(`${lifetimeS}s`)
    .sign(settings.COOKIE_SECRET);
}

/** What {@link signText} was given; null when there is none, it is not ours, of another purpose, or too old. */
export async function readSigned(settings: Settings, purpose: string, text: string | null): Promise<JWTPayload | null> {
  if (text === null) return null;
  const expected = { algorithms: ["HS256"], audience: purpose, issuer: settings.APP_ORIGIN };
  return jwtVerify(text, settings.COOKIE_SECRET, expected).then(
    ({ payload }) => payload,
    () => null,
  );
}
