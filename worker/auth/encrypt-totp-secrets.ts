import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { secondFactorEnrolments, secondFactors } from "../../db/schema/index.ts";
import { decryptTotpSecret, encryptTotpSecret, prefixOf, type TotpEncryptionKey } from "./totp-secret.ts";

const ROWS_PER_BATCH = 200;

/**
 * Encrypts with the newest key every TOTP secret that is stored unencrypted or under an older key. Safe to repeat, also
 * while the product runs: a secret that changes meanwhile is left as it is.
 * @param keys newest first, including all keys that stored secrets use
 * @returns how many were encrypted
 * @throws Error when a key that a stored secret uses is missing
 */
export async function encryptTotpSecrets(db: Database, keys: readonly TotpEncryptionKey[]): Promise<number> {
  let count = 0;
  for (const table of [secondFactors, secondFactorEnrolments]) count += await encryptTable(db, keys, table);
  return count;
}

async function encryptTable(
  { query, read, write }: Database,
  keys: readonly TotpEncryptionKey[],
  table: typeof secondFactors | typeof secondFactorEnrolments,
): Promise<number> {
  const [newest] = keys;
  if (!newest) throw new Error("no key for TOTP secrets is configured");
  const isOld = sql`substr(${table.totpSecret}, 1, ${prefixOf(newest).length}) <> ${prefixOf(newest)}`;
  let count = 0;
  for (;;) {
    const [rows] = await read([
      query
        .select({ userId: table.userId, totpSecret: table.totpSecret })
        .from(table)
        .where(isOld)
        .limit(ROWS_PER_BATCH),
    ]);
    if (rows.length === 0) return count;
    const encrypted = await Promise.all(
      rows.map(async ({ userId, totpSecret }) => ({
        isAsRead: and(eq(table.userId, userId), eq(table.totpSecret, totpSecret)),
        totpSecret: await encryptTotpSecret(keys, userId, await decryptTotpSecret(keys, userId, totpSecret)),
      })),
    );
    const written = await write(
      encrypted.map(({ isAsRead, totpSecret }) =>
        query.update(table).set({ totpSecret }).where(isAsRead).returning({ userId: table.userId }),
      ),
    );
    count += written.flat().length;
  }
}
