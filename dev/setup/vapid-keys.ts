import { createECDH } from "node:crypto";
import * as z from "zod";

/** A new private key of web push, as the setting has it: the scalar of a P-256 key, base64url. Source: RFC 8292, section 2 */
export function newVapidPrivateKey(): string {
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  // A scalar that begins with zeros is shorter.
  return Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
    .subarray(-32)
    .toString("base64url");
}

/** The public key of a private one: the uncompressed point, base64url. @throws Error for what is no private key */
export function vapidPublicKey(privateKey: string): string {
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(privateKey, "base64url");
  return pair.getPublicKey("base64url");
}

/** Whether two keys are a pair; what is no key is none. */
export function isVapidPair(publicKey: string, privateKey: string): boolean {
  try {
    return vapidPublicKey(privateKey) === publicKey;
  } catch {
    return false;
  }
}

/** Prints the public key of `VAPID_PRIVATE_KEY`, for who sets up by hand (docs/deploy.md). */
if (import.meta.main) {
  const { VAPID_PRIVATE_KEY } = z.object({ VAPID_PRIVATE_KEY: z.base64url().length(43) }).parse(process.env);
  console.info(vapidPublicKey(VAPID_PRIVATE_KEY));
}
