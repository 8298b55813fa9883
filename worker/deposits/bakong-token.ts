import { decodeJwt } from "jose";
import { decryptText, type Encryption, encryptText } from "../platform/encrypted-text.ts";
import type { Settings } from "../platform/env.ts";

/**
 * The token that the payment network is asked with: the configured one, until it was renewed. A renewed token is kept
 * sealed and belongs to the configured one that it came from, so a newly configured token replaces both.
 */

/** The token to ask with. @param sealed the renewed one as it is kept; null when there is none */
export async function tokenInUse(settings: Settings, sealed: string | null): Promise<string> {
  const renewed = sealed === null ? null : await decryptText(encryptionFor(settings), sealed);
  return renewed ?? settings.BAKONG_TOKEN;
}

/** A renewed token as it is kept. */
export function sealToken(settings: Settings, token: string): Promise<string> {
  return encryptText(encryptionFor(settings), token);
}

/** When a token ends by its own word, epoch ms; null when it does not say. Its signature is the network's business. */
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
