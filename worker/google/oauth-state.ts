import { generateCodeVerifier, generateState } from "arctic";
import { AUTH_COOKIE_LIFETIME_S } from "../auth/auth-cookies.ts";
import type { Scope } from "../platform/scope.ts";
import { equalHashes, sha256Hex } from "../platform/secrets.ts";
import { readSigned, signText } from "../platform/signed-text.ts";
import { RefusedByGoogle } from "./refused-by-google.ts";

/** What a browser that is sent to Google brings back in a cookie: what the answer must fit, and what was known before. */
export type OAuthState = {
  /** To log in, or to prove anew who is logged in already, for a call that wants a proof of the last 15 minutes. */
  purpose: "log_in" | "proof";
  state: string;
  nonce: string;
  verifier: string;
  /** The device cookie as the own page sent it: on the way back from another site it does not come along. */
  device: string | null;
  /**
   * The hash of the session cookie that the own page sent, which does not come along either. A log-in ends its session, a
   * proof is of its owner.
   */
  session: string | null;
  /** For a new account. */
  timeZone: string | null;
};

const PURPOSE = "google";

export function newOAuthState(known: Pick<OAuthState, "purpose" | "device" | "session" | "timeZone">): OAuthState {
  return { state: generateState(), nonce: generateState(), verifier: generateCodeVerifier(), ...known };
}

/** The value of the cookie. */
export function signOAuthState(scope: Scope, trip: OAuthState): Promise<string> {
  return signText(scope, PURPOSE, { ...trip }, AUTH_COOKIE_LIFETIME_S.google);
}

/**
 * The trip that an answer of Google belongs to.
 * @throws RefusedByGoogle `expired` when this browser is on none, or on another
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
