import { createCipheriv, createECDH, createPrivateKey, hkdfSync, randomBytes, sign } from "node:crypto";

/** An application's server as RFC 8291 and 8292 describe it, for tests of the stand-in. */

const bytes = (text: string) => Buffer.from(text, "base64url");

/** A VAPID key pair, base64url. */
export function newServerKeys(): { publicKey: string; privateKey: string } {
  const pair = createECDH("prime256v1");
  const publicKey = pair.generateKeys("base64url", "uncompressed");
  // A scalar that begins with zeros has fewer bytes.
  const scalar = pair.getPrivateKey();
  return { publicKey, privateKey: Buffer.concat([Buffer.alloc(32 - scalar.length), scalar]).toString("base64url") };
}

/** Encrypts a push for a browser. */
export function encryptPush(text: string, keys: { p256dh: string; auth: string }): Buffer {
  const pair = createECDH("prime256v1");
  const own = pair.generateKeys();
  const salt = randomBytes(16);
  const hkdf = (input: Uint8Array, by: Uint8Array, info: Uint8Array, length: number) =>
    Buffer.from(hkdfSync("sha256", input, by, info, length));
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), bytes(keys.p256dh), own]);
  const input = hkdf(pair.computeSecret(bytes(keys.p256dh)), bytes(keys.auth), info, 32);
  const key = hkdf(input, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const cipher = createCipheriv("aes-128-gcm", key, hkdf(input, salt, Buffer.from("Content-Encoding: nonce\0"), 12));
  const content = Buffer.concat([cipher.update(text), cipher.update(Buffer.of(2)), cipher.final()]);
  const header = Buffer.concat([salt, Buffer.alloc(4), Buffer.of(own.length), own]);
  header.writeUInt32BE(4_096, salt.length);
  return Buffer.concat([header, content, cipher.getAuthTag()]);
}

/** The Authorization header of a push. @param claims replace those of a valid one */
export function vapidHeader(
  { publicKey, privateKey }: { publicKey: string; privateKey: string },
  claims: Record<string, unknown>,
): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const exp = Math.floor(Date.now() / 1_000) + 3_600;
  const signed = `${part({ typ: "JWT", alg: "ES256" })}.${part({ exp, sub: "mailto:push@tonle.example", ...claims })}`;
  const point = bytes(publicKey);
  const [x = "", y = ""] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString("base64url"));
  const key = createPrivateKey({ format: "jwk", key: { kty: "EC", crv: "P-256", d: privateKey, x, y } });
  const signature = sign("sha256", Buffer.from(signed), { key, dsaEncoding: "ieee-p1363" });
  return `vapid t=${signed}.${signature.toString("base64url")}, k=${publicKey}`;
}
