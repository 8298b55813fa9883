import { generateCodeVerifier, generateState } from "arctic";
import { AUTH_COOKIE_LIFETIME_S } from "../auth/auth-cookies.ts";
import type { Scope } from "../platform/scope.ts";
import { equalHashes, sha256Hex } from "../platform/secrets.ts";
import { readSigned, signText } from "../platform/signed-text.ts";
import { RefusedByGoogle } from "./refused-by-google.ts";

/**
 * The state that a browser carries in a cookie on the way to Google and back: the values that the callback must match,
 * and facts known before.
 */
export type OAuthState = {
  /** To log in, or to confirm a signed-in session for a call that needs a proof of the last 15 minutes. */
  purpose: "log_in" | "proof";
  state: string;
  nonce: string;
  verifier: string;
  /** The device cookie, which is not sent with the redirect back from another site. */
  device: string | null;
  /**
   * The hash of the session cookie, which is not sent with the redirect either. A log-in ends that session; a proof
   * confirms it.
   */
  session: string | null;
  /** For a new account. */
  timeZone: string | null;
};

const PURPOSE = "google";

/** Creates the state of a new sign-in. */
export function newOAuthState(known: Pick<OAuthState, "purpose" | "device" | "session" | "timeZone">): OAuthState {
  return { state: generateState(), nonce: generateState(), verifier: generateCodeVerifier(), ...known };
}

/** Signs the state for the cookie. */
export function signOAuthState(scope: Scope, oauthState: OAuthState): Promise<string> {
  return signText(scope, PURPOSE, { ...oauthState }, AUTH_COOKIE_LIFETIME_S.google);
}

/**
 * The state to which a callback belongs.
 * @throws RefusedByGoogle `expired` when this browser has no state, or a different one
 */
export async function readOAuthState(
  scope: Scope,
  cookie: string | null,
  state: string | undefined,
): Promise<OAuthState> {
  const claims = await readSigned(scope, PURPOSE, cookie);
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  const [own, nonce, verifier] = [text(claims?.state), text(claims?.nonce), text(claims?.verifier)];
  if (own === null || nonce === null || verifier === null || state === undefined) throw new RefusedByGoogle("expired");
  if (!equalHashes(await sha256Hex(own), await sha256Hex(state))) throw new RefusedByGoogle("expired");
  const [device, session, timeZone] = [text(claims?.device), text(claims?.session), text(claims?.timeZone)];
  const purpose = claims?.purpose === "proof" ? "proof" : "log_in";
  return { purpose, state: own, nonce, verifier, device, session, timeZone };
}
