/** A task that takes a browser a moment, and a program that sends many requests that moment for each. */
export type Challenge = {
  /** Signed by the API, valid for minutes and for one proof. */
  nonce: string;
  iterations: number;
  zeroBits: number;
};

/** What a client sends back. @property answer a whole number that {@link isSolution} accepts */
export type Proof = { nonce: string; answer: number };

/**
 * Whether 32 bits of PBKDF2-HMAC-SHA-256, of the answer's decimal digits with the nonce as salt, begin with so many zeros. A
 * browser computes it as fast as a program does, and beside its page; a plain SHA-256 would cost a browser ten times as much as a
 * program, for the calls.
 */
export async function isSolution({ nonce, iterations, zeroBits }: Challenge, answer: number): Promise<boolean> {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const key = await crypto.subtle.importKey("raw", bytes(String(answer)), "PBKDF2", false, ["deriveBits"]);
  const algorithm = { name: "PBKDF2", hash: "SHA-256", salt: bytes(nonce), iterations };
  const bits = new DataView(await crypto.subtle.deriveBits(algorithm, key, 32)).getUint32(0);
  return bits < 2 ** (32 - zeroBits);
}
