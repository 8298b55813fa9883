import type { Database } from "../../db/client.ts";
import { type EncryptionKey, newestOf, prefixOf } from "../platform/versioned-encryption.ts";
import { replaceSecret, selectSecretsWithout, TOTP_SECRET_TABLES } from "./second-factor-store.ts";
import { decryptTotpSecret, encryptTotpSecret } from "./totp-secret.ts";

const ROWS_PER_BATCH = 200;

/**
 * Encrypts with the newest key every TOTP secret that is stored unencrypted or under an older key. Safe to repeat, also
 * while the product runs: a secret that changes meanwhile is left as it is.
 * @param keys newest first, including all keys that stored secrets use
 * @returns how many were encrypted
 * @throws Error when a key that a stored secret uses is missing
 */
export async function encryptTotpSecrets(db: Database, keys: readonly EncryptionKey[]): Promise<number> {
  let count = 0;
  for (const table of TOTP_SECRET_TABLES) count += await encryptTable(db, keys, table);
  return count;
}

async function encryptTable(
  { query, read, write }: Database,
  keys: readonly EncryptionKey[],
  table: (typeof TOTP_SECRET_TABLES)[number],
): Promise<number> {
  const newest = newestOf(keys);
  let count = 0;
  for (;;) {
    const [rows] = await read([selectSecretsWithout(query, table, prefixOf(newest), ROWS_PER_BATCH)]);
    if (rows.length === 0) return count;
    const encrypted = await Promise.all(
      rows.map(async (row) => {
        const secret = await decryptTotpSecret(keys, row.userId, row.totpSecret);
        return { row, totpSecret: await encryptTotpSecret(keys, row.userId, secret) };
      }),
    );
    const written = await write(encrypted.map(({ row, totpSecret }) => replaceSecret(query, table, row, totpSecret)));
    count += written.flat().length;
  }
}
