import { decryptText, type Encryption, encryptText } from "../platform/encrypted-text.ts";
import type { Settings } from "../platform/env.ts";

/**
 * The stored form of TOTP secrets: `v<key version>:<base64url>`, AES-256-GCM under a key of the Worker with the user's
 * id as additional data. A copy of the database therefore gives no codes, and a row copied to another user does not
 * decrypt. Older secrets are plain base 32 until `bun run migrate` encrypts them.
 */

/** The first key of a list encrypts; each decrypts the secrets of its version. */
export type TotpEncryptionKey = Settings["TOTP_ENCRYPTION_KEYS"][number];

const ENCRYPTED = /^v(\d+):([\w-]+)$/;
const BASE_32 = /^[A-Z2-7]+$/;

/** Encrypts a secret for storage. @param secret base 32 */
export async function encryptTotpSecret(
  keys: readonly TotpEncryptionKey[],
  userId: string,
  secret: string,
): Promise<string> {
  const [newest] = keys;
  if (!newest) throw new Error("no key for TOTP secrets is configured");
  return `${prefixOf(newest)}${await encryptText(encryptionFor(newest, userId), secret)}`;
}

/** Decrypts a stored secret to base 32. @throws Error when its key is not configured, or it belongs to another user */
export async function decryptTotpSecret(
  keys: readonly TotpEncryptionKey[],
  userId: string,
  stored: string,
): Promise<string> {
  const [, version, encrypted] = ENCRYPTED.exec(stored) ?? [];
  if (version === undefined || encrypted === undefined) {
    if (BASE_32.test(stored)) return stored;
    throw new Error(`the TOTP secret of user ${userId} has no known form`);
  }
  const key = keys.find((one) => one.version === Number(version));
  if (!key) throw new Error(`TOTP_ENCRYPTION_KEYS has no key of version ${version}, which user ${userId} needs`);
  const secret = await decryptText(encryptionFor(key, userId), encrypted);
  if (secret === null) throw new Error(`the TOTP secret of user ${userId} cannot be decrypted`);
  return secret;
}

/** The prefix of secrets that are encrypted with this key. */
export function prefixOf({ version }: TotpEncryptionKey): string {
  return `v${version}:`;
}

function encryptionFor({ key }: TotpEncryptionKey, userId: string): Encryption {
  return { secret: key, purpose: "totp secret", belongsTo: userId };
}
