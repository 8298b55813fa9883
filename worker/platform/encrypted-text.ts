import { Buffer } from "node:buffer";

/** Texts that only the Worker can read where they are kept: AES-256-GCM under keys derived from its own secret. */

export type Encryption = {
  /** The Worker's secret. */
  secret: Uint8Array<ArrayBuffer>;
  /** What the text is; a text sealed for one purpose does not open for another. */
  purpose: string;
  /** What the text belongs to; it opens only with the same. */
  belongsTo: string;
};

const NONCE_BYTES = 12;

/** Seals a text. @returns base64url, another one each time */
export async function encryptText({ secret, purpose, belongsTo }: Encryption, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const algorithm = { name: "AES-GCM", iv, additionalData: bytesOf(belongsTo) };
  const sealed = await crypto.subtle.encrypt(algorithm, await keyFor(secret, purpose), bytesOf(text));
  return Buffer.concat([iv, Buffer.from(sealed)]).toString("base64url");
}

/** Opens a sealed text. @returns null when it was changed, or sealed with anything else */
export async function decryptText({ secret, purpose, belongsTo }: Encryption, sealed: string): Promise<string | null> {
  const bytes = new Uint8Array(Buffer.from(sealed, "base64url"));
  const algorithm = { name: "AES-GCM", iv: bytes.slice(0, NONCE_BYTES), additionalData: bytesOf(belongsTo) };
  const key = await keyFor(secret, purpose);
  return crypto.subtle.decrypt(algorithm, key, bytes.slice(NONCE_BYTES)).then(
    (text) => new TextDecoder().decode(text),
    () => null,
  );
}

async function keyFor(secret: Uint8Array<ArrayBuffer>, purpose: string): Promise<CryptoKey> {
  const whole = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveKey"]);
  const derivation = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: bytesOf(purpose) };
  return crypto.subtle.deriveKey(derivation, whole, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(text));
}
