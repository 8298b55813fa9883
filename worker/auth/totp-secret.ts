import {
  decryptWithKeys,
  type EncryptedFor,
  type EncryptionKey,
  encryptWithNewest,
} from "../platform/versioned-encryption.ts";

/**
 * The stored form of TOTP secrets: encrypted under a key of the Worker with the user's id as additional data. A row copied to another
 * user does not decrypt. Older secrets are plain base 32 until `bun run migrate` encrypts them.
 */

const BASE_32 = /^[A-Z2-7]+$/;

/** Encrypts a secret for storage. @param secret base 32 */
export function encryptTotpSecret(keys: readonly EncryptionKey[], userId: string, secret: string): Promise<string> {
  return encryptWithNewest(keys, secretOf(userId), secret);
}

/** Decrypts a stored secret to base 32. @throws Error when its key is not configured, or it belongs to another user */
export async function decryptTotpSecret(
  keys: readonly EncryptionKey[],
  userId: string,
  stored: string,
): Promise<string> {
  const secret = await decryptWithKeys(keys, secretOf(userId), stored);
  if (secret !== null) return secret;
  if (BASE_32.test(stored)) return stored;
  throw new Error(`the TOTP secret of user ${userId} has no known form`);
}

function secretOf(userId: string): EncryptedFor {
  return { purpose: "totp secret", belongsTo: userId };
}
