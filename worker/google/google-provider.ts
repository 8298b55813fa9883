import { CodeChallengeMethod, OAuth2Client, OAuth2RequestError } from "arctic";
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from "jose";
import * as z from "zod";
import { type Bindings, type Settings, settingsSchema } from "../platform/env.ts";
import { noteCall } from "../platform/services/service-calls.ts";
import { withTimeLimit } from "../platform/time-limit.ts";
import type { OAuthState } from "./oauth-state.ts";
import { RefusedByGoogle } from "./refused-by-google.ts";

/** The client of Google: OpenID Connect with PKCE. The URLs are configuration, so that a stand-in can serve them. */

/** The person as identified by Google. */
export type GooglePerson = {
  /** Google's id of the account; it never changes and is never reused. */
  subject: string;
  email: string;
  /** True when Google itself runs the mailbox, so that the owner of the Google account also has the mailbox. */
  isAuthoritative: boolean;
  /** When the person signed in to Google in this browser, epoch ms; null when Google does not say. */
  signedInAtMs: number | null;
  /** The given name, or the full name if Google has only that; may be empty. */
  givenName: string;
  familyName: string;
};

const SCOPES = ["openid", "email", "profile"];
const TIMEOUT_MS = 8_000;
const KEYS_TIMEOUT_MS = 5_000;
/**
 * Requests the time when the person signed in to Google. Google sends it for verified apps whose operator has enabled
 * session age claims. It does not re-authenticate on request: it supports neither `prompt=login` nor `max_age`.
 * Source: developers.google.com/identity/siwg/security-bundle
 */
const REQUESTED_CLAIMS = JSON.stringify({ id_token: { auth_time: { essential: true } } });
/** The allowed difference between Google's clock and ours. */
const CLOCK_TOLERANCE_S = 30;

const CLIENT = settingsSchema.pick({ GOOGLE_CLIENT_ID: true, GOOGLE_CLIENT_SECRET: true });

/** Returns true if signing in with Google is configured. */
export function isGoogleOn({ GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET }: z.infer<typeof CLIENT>): boolean {
  return GOOGLE_CLIENT_ID !== "" && GOOGLE_CLIENT_SECRET !== "";
}

/** The same for documents, which are served also while other settings are missing. */
export function isGoogleOnIn(env: Bindings): boolean {
  return isGoogleOn(CLIENT.parse(env));
}

/** The URL at Google to which the browser is redirected. */
export function authorizationUrl(settings: Settings, { state, nonce, verifier }: OAuthState): URL {
  const url = clientOf(settings).createAuthorizationURLWithPKCE(
    ...([settings.GOOGLE_AUTHORIZATION_URL, state, CodeChallengeMethod.S256, verifier, SCOPES] as const),
  );
  url.searchParams.set("nonce", nonce);
  // A person with several accounts chooses one, instead of being signed in with the first.
  url.searchParams.set("prompt", "select_account");
  url.searchParams.set("claims", REQUESTED_CLAIMS);
  return url;
}

/**
 * Exchanges the code for an identity token and reads it.
 * @throws RefusedByGoogle `unavailable` | `expired` (the code) | `unverified` | `failed`
 */
export async function personOf(
  settings: Settings,
  oauthState: OAuthState,
  code: string,
  nowMs: number,
): Promise<GooglePerson> {
  const token = await identityToken(settings, oauthState, code);
  const claims = await verified(settings, token, nowMs);
  const parsed = identityClaims.safeParse(claims);
  if (!parsed.success) throw new RefusedByGoogle("failed", parsed.error);
  const { sub, email, email_verified, hd, given_name, family_name, name, nonce, auth_time } = parsed.data;
  if (nonce !== oauthState.nonce) throw new RefusedByGoogle("failed");
  if (!email_verified) throw new RefusedByGoogle("unverified");
  const domain = email.split("@")[1]?.toLowerCase() ?? "";
  return {
    subject: sub,
    email,
    isAuthoritative: domain === "gmail.com" || (hd !== undefined && hd.toLowerCase() === domain),
    // Google's clock may be slightly ahead of ours.
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
  /** The domain of an organisation whose mailboxes are at Google. */
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
    // The library accepts no abort signal, so a late response is ignored.
    const token = (await withTimeLimit(exchange, TIMEOUT_MS)).idToken();
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
    // Errors about the token have classes of their own; all others mean that the keys are unavailable.
    const isTokenError =
      error instanceof errors.JWTClaimValidationFailed ||
      error instanceof errors.JWTExpired ||
      error instanceof errors.JWSSignatureVerificationFailed ||
      error instanceof errors.JWTInvalid ||
      error instanceof errors.JWSInvalid ||
      error instanceof errors.JOSEAlgNotAllowed ||
      error instanceof errors.JWKSNoMatchingKey;
    throw new RefusedByGoogle(isTokenError ? "failed" : "unavailable", error);
  }
}

function clientOf({ GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, APP_ORIGIN }: Settings): OAuth2Client {
  return new OAuth2Client(GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, `${APP_ORIGIN}/api/auth/google/callback`);
}

type Keys = ReturnType<typeof createRemoteJWKSet>;
const keysByUrl = new Map<string, Keys>();

/** Google's keys, cached in the isolate; the library refetches them when one is missing or they are old. */
function keysOf(url: string): Keys {
  const known = keysByUrl.get(url);
  if (known) return known;
  const keys = createRemoteJWKSet(new URL(url), { timeoutDuration: KEYS_TIMEOUT_MS });
  keysByUrl.set(url, keys);
  return keys;
}
