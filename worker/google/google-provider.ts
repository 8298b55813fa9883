import { CodeChallengeMethod, OAuth2Client, OAuth2RequestError } from "arctic";
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from "jose";
import { z } from "zod";
import type { Settings } from "../platform/env.ts";
import { noteCall } from "../platform/service-calls.ts";
import type { OAuthState } from "./oauth-state.ts";
import { RefusedByGoogle } from "./refused-by-google.ts";

/** The calls to Google: OpenID Connect with PKCE. Its addresses are configuration, so that a stand-in can serve them. */

/** Whom Google says somebody is. */
export type GooglePerson = {
  /** Google's own name of the account; it never changes and is never given to another. */
  subject: string;
  email: string;
  /** Whether Google itself runs the address, so that whoever has the Google account has the mailbox. */
  isAuthoritative: boolean;
  /** When the person signed in to Google in this browser, epoch ms; null where Google does not say. */
  signedInAtMs: number | null;
  /** What of a name there is. */
  givenName: string;
  familyName: string;
};

const SCOPES = ["openid", "email", "profile"];
const TIMEOUT_MS = 8_000;
const KEYS_TIMEOUT_MS = 5_000;
/**
 * Asks Google to say when the person signed in to it. Google does so for verified apps whose operator has switched session
 * age claims on, and re-authenticates nobody on request: it has no `prompt=login` and no `max_age`.
 * Source: developers.google.com/identity/siwg/security-bundle
 */
const REQUESTED_CLAIMS = JSON.stringify({ id_token: { auth_time: { essential: true } } });
/** Google's clock and ours. */
const CLOCK_TOLERANCE_S = 30;

export function isGoogleOn({ GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET }: Settings): boolean {
  return GOOGLE_CLIENT_ID !== "" && GOOGLE_CLIENT_SECRET !== "";
}

/** Where a browser is sent to let Google say who it is. */
export function authorizationUrl(settings: Settings, { state, nonce, verifier }: OAuthState): URL {
  const url = clientOf(settings).createAuthorizationURLWithPKCE(
    ...([settings.GOOGLE_AUTHORIZATION_URL, state, CodeChallengeMethod.S256, verifier, SCOPES] as const),
  );
  url.searchParams.set("nonce", nonce);
  // Who has several accounts chooses, rather than to be let in with the first.
  url.searchParams.set("prompt", "select_account");
  url.searchParams.set("claims", REQUESTED_CLAIMS);
  return url;
}

/**
 * Trades the code for an identity token and reads it.
 * @throws RefusedByGoogle `unavailable` | `expired` (the code) | `unverified` | `failed`
 */
export async function personOf(
  settings: Settings,
  trip: OAuthState,
  code: string,
  nowMs: number,
): Promise<GooglePerson> {
  const token = await identityToken(settings, trip, code);
  const claims = await verified(settings, token, nowMs);
  const parsed = identityClaims.safeParse(claims);
  if (!parsed.success) throw new RefusedByGoogle("failed", parsed.error);
  const { sub, email, email_verified, hd, given_name, family_name, name, nonce, auth_time } = parsed.data;
  if (nonce !== trip.nonce) throw new RefusedByGoogle("failed");
  if (!email_verified) throw new RefusedByGoogle("unverified");
  const domain = email.split("@")[1]?.toLowerCase() ?? "";
  return {
    subject: sub,
    email,
    isAuthoritative: domain === "gmail.com" || (hd !== undefined && hd.toLowerCase() === domain),
    // A clock that is a little ahead of ours makes nothing newer than now.
    signedInAtMs: auth_time === undefined ? null : Math.min(auth_time * 1_000, nowMs),
    givenName: given_name ?? name ?? "",
    familyName: family_name ?? "",
  };
}

const identityClaims = z.object({
  sub: z.string().min(1).max(255),
  nonce: z.string(),
  email: z.string().min(3).max(254),
  email_verified: z.boolean().default(false),
  /** The domain of an organisation that has its addresses at Google. */
  hd: z.string().optional(),
  name: z.string().optional(),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
  /** In seconds since 1970. */
  auth_time: z.int().nonnegative().optional(),
});

async function identityToken(settings: Settings, { verifier }: OAuthState, code: string): Promise<string> {
  try {
    const exchange = clientOf(settings).validateAuthorizationCode(settings.GOOGLE_TOKEN_URL, code, verifier);
    const token = (await inTime(exchange)).idToken();
    noteCall("google", { isAnswer: true });
    return token;
  } catch (error) {
    const isOldCode = error instanceof OAuth2RequestError && error.code === "invalid_grant";
    noteCall("google", { isAnswer: isOldCode });
    throw new RefusedByGoogle(isOldCode ? "expired" : "unavailable", error);
  }
}

async function verified(settings: Settings, token: string, nowMs: number): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, keysOf(settings.GOOGLE_KEYS_URL), {
      issuer: settings.GOOGLE_ISSUER,
      audience: settings.GOOGLE_CLIENT_ID,
      algorithms: ["RS256"],
      requiredClaims: ["exp", "iat"],
      clockTolerance: CLOCK_TOLERANCE_S,
      currentDate: new Date(nowMs),
    });
    return payload;
  } catch (error) {
    // What says something about the token has a code of its own; the rest is keys that cannot be had.
    const isToken =
      error instanceof errors.JWTClaimValidationFailed ||
      error instanceof errors.JWTExpired ||
      error instanceof errors.JWSSignatureVerificationFailed ||
      error instanceof errors.JWTInvalid ||
      error instanceof errors.JWSInvalid ||
      error instanceof errors.JOSEAlgNotAllowed ||
      error instanceof errors.JWKSNoMatchingKey;
    throw new RefusedByGoogle(isToken ? "failed" : "unavailable", error);
  }
}

/** The library gives no signal to its call: what comes too late is not waited for. */
async function inTime<T>(call: Promise<T>): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("Google did not answer in time")), TIMEOUT_MS);
  try {
    return await Promise.race([call, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

function clientOf({ GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, APP_ORIGIN }: Settings): OAuth2Client {
  return new OAuth2Client(GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, `${APP_ORIGIN}/api/auth/google/callback`);
}

type Keys = ReturnType<typeof createRemoteJWKSet>;
const keysByUrl = new Map<string, Keys>();

/** Google's keys, kept for the isolate; the library asks again when one is missing or they are old. */
function keysOf(url: string): Keys {
  const known = keysByUrl.get(url);
  if (known) return known;
  const keys = createRemoteJWKSet(new URL(url), { timeoutDuration: KEYS_TIMEOUT_MS });
  keysByUrl.set(url, keys);
  return keys;
}
