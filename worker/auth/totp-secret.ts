import { decryptText, type Encryption, encryptText } from "../platform/encrypted-text.ts";
import type { Settings } from "../platform/env.ts";

/**
 * How TOTP secrets are stored: `v<key version>:<base64url>`, AES-256-GCM under a key of the Worker with the user's id as
 * additional data. So a copy of the database gives no codes, and a row that is copied to another user opens nothing.
 * Secrets that were stored before are base 32 as it is, until `bun run migrate` encrypts them.
 */

/** The first of a list encrypts; each decrypts what has its version. */
export type TotpEncryptionKey = Settings["TOTP_ENCRYPTION_KEYS"][number];

const ENCRYPTED = /^v(\d+):([\w-]+)$/;
const BASE_32 = /^[A-Z2-7]+$/;

/** A secret as it is stored. @param secret base 32 */
export async function encryptTotpSecret(
  keys: readonly TotpEncryptionKey[],
  userId: string,
  secret: string,
): Promise<string> {
  const [newest] = keys;
  if (!newest) throw new Error("no key for TOTP secrets is configured");
  return `${prefixOf(newest)}${await encryptText(encryptionFor(newest, userId), secret)}`;
}

/** A stored secret as authenticators take it, base 32. @throws Error when its key is not configured, or it is another user's */
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

/** What stored secrets of this key begin with. */
export function prefixOf({ version }: TotpEncryptionKey): string {
  return `v${version}:`;
}

function encryptionFor({ key }: TotpEncryptionKey, userId: string): Encryption {
  return { secret: key, purpose: "totp secret", belongsTo: userId };
}
