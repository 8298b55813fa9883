import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";

/** The keys that a browser makes when it subscribes, base64url: its P-256 key pair and the secret that it shares with the application's server. */
export type BrowserKeys = { publicKey: string; privateKey: string; auth: string };

const CURVE = "prime256v1";
const POINT_BYTES = 65;
const SALT_BYTES = 16;
/** Salt, record size and length of the key id. */
const HEADER_BYTES = SALT_BYTES + 4 + 1;
const TAG_BYTES = 16;
/** Marks the end of the last record's content (RFC 8188 section 2). */
const LAST_RECORD = 2;

const bytes = (text: string) => Buffer.from(text, "base64url");

/** New keys, as a browser makes them for each subscription. */
export function newBrowserKeys(): BrowserKeys {
  const pair = createECDH(CURVE);
  const publicKey = pair.generateKeys("base64url", "uncompressed");
  return { publicKey, privateKey: pair.getPrivateKey("base64url"), auth: randomBytes(16).toString("base64url") };
}

/**
 * Decrypts the body of a push as its browser does.
 * Source: RFC 8291, with the content coding aes128gcm of RFC 8188
 *
 * @throws Error that says which part of the encryption is wrong
 */
export function decryptPush(body: Uint8Array, keys: BrowserKeys): string {
  const message = Buffer.from(body);
  if (message.length < HEADER_BYTES) throw new Error("shorter than the header of aes128gcm");
  const salt = message.subarray(0, SALT_BYTES);
  const recordBytes = message.readUInt32BE(SALT_BYTES);
  const keyBytes = message.readUInt8(SALT_BYTES + 4);
  if (keyBytes !== POINT_BYTES) throw new Error(`the key id has ${keyBytes} bytes, not ${POINT_BYTES}`);
  const serverKey = message.subarray(HEADER_BYTES, HEADER_BYTES + keyBytes);
  const record = message.subarray(HEADER_BYTES + keyBytes);
  if (record.length <= TAG_BYTES) throw new Error("there is no content");
  // A push is one record (RFC 8291 section 4).
  if (recordBytes < record.length) throw new Error(`more than one record of ${recordBytes} bytes`);

  const { key, nonce } = contentKeys(keys, serverKey, salt);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce);
  decipher.setAuthTag(record.subarray(-TAG_BYTES));
  const content = decipher.update(record.subarray(0, -TAG_BYTES));
  try {
    decipher.final();
  } catch {
    throw new Error("encrypted with other keys, or changed on the way");
  }
  const end = content.findLastIndex((byte) => byte !== 0);
  if (content[end] !== LAST_RECORD) throw new Error("the content does not end as a last record does");
  return content.toString("utf8", 0, end);
}

function contentKeys(keys: BrowserKeys, serverKey: Buffer, salt: Buffer): { key: Buffer; nonce: Buffer } {
  const own = createECDH(CURVE);
  own.setPrivateKey(bytes(keys.privateKey));
  const shared = own.computeSecret(serverKey);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), bytes(keys.publicKey), serverKey]);
  const input = hkdf(shared, bytes(keys.auth), info, 32);
  return {
    key: hkdf(input, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16),
    nonce: hkdf(input, salt, Buffer.from("Content-Encoding: nonce\0"), 12),
  };
}

function hkdf(input: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync("sha256", input, salt, info, length));
}
