import { Buffer } from "node:buffer";

/** Encrypts texts that only the Worker may read, with AES-256-GCM under keys derived from its own secret. */

/** The key and the context of an encrypted text. */
export type Encryption = {
  /** The Worker's secret. */
  secret: Uint8Array<ArrayBuffer>;
  /** The purpose of the text, part of the key: a text encrypted for one purpose does not decrypt for another. */
  purpose: string;
  /** The record that owns the text, as authenticated data: the text decrypts only with the same value. */
  belongsTo: string;
};

const NONCE_BYTES = 12;

/** Encrypts a text. @returns base64url, different on each call because of a random nonce */
export async function encryptText({ secret, purpose, belongsTo }: Encryption, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const algorithm = { name: "AES-GCM", iv, additionalData: bytesOf(belongsTo) };
  const sealed = await crypto.subtle.encrypt(algorithm, await keyFor(secret, purpose), bytesOf(text));
  return Buffer.concat([iv, Buffer.from(sealed)]).toString("base64url");
}

/** Decrypts a text. @returns null when it was changed, or encrypted with another secret, purpose or owner */
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
