import { decryptText, type Encryption, encryptText } from "./encrypted-text.ts";
import type { Settings } from "./env.ts";

/**
 * The stored form of a text that is encrypted for longer than a key lives: `v<key version>:<base64url>`. A copy of the database gives
 * nothing away, and `bun run migrate` encrypts anew what is under an older key.
 */

/** The first key of a list encrypts; each decrypts the texts of its version. */
export type EncryptionKey = Settings["TOTP_ENCRYPTION_KEYS"][number];

/** What a text is for, and the record that it is of: it decrypts for these alone. */
export type EncryptedFor = Pick<Encryption, "purpose" | "belongsTo">;

const ENCRYPTED = /^v(\d+):([\w-]+)$/;

/** Encrypts a text with the newest key. */
export async function encryptWithNewest(
  keys: readonly EncryptionKey[],
  whom: EncryptedFor,
  text: string,
): Promise<string> {
  const newest = newestOf(keys);
  return `${prefixOf(newest)}${await encryptText({ secret: newest.key, ...whom }, text)}`;
}

/**
 * Decrypts a stored text.
 * @returns null for what has not this form
 * @throws Error when its key is not configured, or it is of another purpose or record
 */
export async function decryptWithKeys(
  keys: readonly EncryptionKey[],
  whom: EncryptedFor,
  stored: string,
): Promise<string | null> {
  const [, version, encrypted] = ENCRYPTED.exec(stored) ?? [];
  if (version === undefined || encrypted === undefined) return null;
  const { purpose, belongsTo } = whom;
  const key = keys.find((one) => one.version === Number(version));
  if (!key)
    throw new Error(
      `TOTP_ENCRYPTION_KEYS has no key of version ${version}, which the ${purpose} of user ${belongsTo} needs`,
    );
  const text = await decryptText({ secret: key.key, ...whom }, encrypted);
  if (text === null) throw new Error(`the ${purpose} of user ${belongsTo} cannot be decrypted`);
  return text;
}

/** The key that encrypts. @throws Error without one */
export function newestOf([newest]: readonly EncryptionKey[]): EncryptionKey {
  if (!newest) throw new Error("no key is configured in TOTP_ENCRYPTION_KEYS");
  return newest;
}

/** The prefix of texts that are encrypted with this key. */
export function prefixOf({ version }: Pick<EncryptionKey, "version">): string {
  return `v${version}:`;
}
