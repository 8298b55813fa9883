import { decodeJwt } from "jose";
import { decryptText, type Encryption, encryptText } from "../platform/encrypted-text.ts";
import type { Settings } from "../platform/env.ts";

/**
 * The API token of the payment network: the configured one until it is renewed. A renewed token is stored encrypted and
 * bound to the configured token that it came from, so a newly configured token replaces both.
 */

/** The current token. @param sealed the stored, encrypted renewed token; null when there is none */
export async function tokenInUse(settings: Settings, sealed: string | null): Promise<string> {
  const renewed = sealed === null ? null : await decryptText(encryptionFor(settings), sealed);
  return renewed ?? settings.BAKONG_TOKEN;
}

/** The URL and token of the payment network, for a claimed call. @param claim.tokenSealed as for {@link tokenInUse} */
export async function networkAccess(settings: Settings, { tokenSealed }: { tokenSealed: string | null }) {
  return { url: settings.BAKONG_API_URL, token: await tokenInUse(settings, tokenSealed) };
}

/** Encrypts a renewed token for storage. */
export function encryptToken(settings: Settings, token: string): Promise<string> {
  return encryptText(encryptionFor(settings), token);
}

/**
 * When a token expires according to its own claims, epoch ms; null without that claim. Only the network verifies its
 * signature.
 */
export function tokenEndsAt(token: string): number | null {
  try {
    const { exp } = decodeJwt(token);
    return exp === undefined ? null : exp * 1000;
  } catch {
    return null;
  }
}

function encryptionFor(settings: Settings): Encryption {
  return { secret: settings.COOKIE_SECRET, purpose: "bakong token", belongsTo: settings.BAKONG_TOKEN };
}
