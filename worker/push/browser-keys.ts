import * as z from "zod";

/** The keys of a browser's subscription (RFC 8291, section 2): its public point, uncompressed, and 16 secret bytes, base64url. */
export const browserKeys = z.strictObject({
  p256dh: z.base64url().length(87, "keys must be those of the subscription"),
  auth: z.base64url().length(22, "keys must be those of the subscription"),
});

/** Whether a public key is a point of the curve: nothing could be encrypted for another one. */
export async function isPointOfCurve(publicKey: string): Promise<boolean> {
  const bytes = Buffer.from(publicKey, "base64url");
  if (bytes[0] !== 4) return false;
  return crypto.subtle.importKey("raw", bytes, { name: "ECDH", namedCurve: "P-256" }, false, []).then(
    () => true,
    () => false,
  );
}
