import { Buffer } from "node:buffer";
import { timingSafeEqual } from "node:crypto";

/** Random tokens, and the hashes that are stored instead of them. */

/** An unguessable token: 32 random bytes as 43 characters of base64url. */
export function randomToken(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url");
}

/** Random characters of an alphabet, without bias. @param alphabet at most 256 symbols */
export function randomCharacters(length: number, alphabet: string): string {
  const unbiased = 256 - (256 % alphabet.length);
  let text = "";
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length * 2))) {
      if (byte < unbiased && text.length < length) text += alphabet[byte % alphabet.length];
    }
  }
  return text;
}

/** SHA-256 of a text in lower-case hex: how tokens with full entropy are stored. */
export async function sha256Hex(text: string): Promise<string> {
  return hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

/**
 * HMAC-SHA-256 of a text in lower-case hex: how short codes are stored, since a plain hash of them could be
 * brute-forced.
 */
export async function hmacHex(key: Uint8Array<ArrayBuffer>, text: string): Promise<string> {
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return hex(await crypto.subtle.sign("HMAC", imported, new TextEncoder().encode(text)));
}

/** Compares two hashes in constant time. */
export function equalHashes(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

function hex(buffer: ArrayBuffer): string {
  return Buffer.from(buffer).toString("hex");
}
