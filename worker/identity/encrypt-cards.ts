import type { Database } from "../../db/client.ts";
import { type EncryptionKey, newestOf, prefixOf } from "../platform/versioned-encryption.ts";
import { replaceEncryptedCard, selectCardsWithout } from "./card-fields-store.ts";
import { decryptCardField, encryptCard } from "./card-secrets.ts";

const ROWS_PER_BATCH = 200;

/**
 * Encrypts with the newest key what is stored of identity cards under an older one, and computes the digests of their numbers anew. Safe
 * to repeat, also while the product runs.
 * @param keys newest first, including all keys that stored cards use
 * @returns how many cards were encrypted
 * @throws Error when a key that a stored card uses is missing
 */
export async function encryptCards({ query, read, write }: Database, keys: readonly EncryptionKey[]): Promise<number> {
  let count = 0;
  for (;;) {
    const [rows] = await read([selectCardsWithout(query, prefixOf(newestOf(keys)), ROWS_PER_BATCH)]);
    if (rows.length === 0) return count;
    const encrypted = await Promise.all(
      rows.map(async (row) => {
        const { userId, expiresOn } = row;
        const decrypt = (field: "name" | "number" | "birthDate") =>
          decryptCardField(keys, userId, { field, stored: row[field] });
        const [name, number, birthDate] = await Promise.all([decrypt("name"), decrypt("number"), decrypt("birthDate")]);
        return { row, card: await encryptCard(keys, userId, { name, number, birthDate, expiresOn }) };
      }),
    );
    const written = await write(encrypted.map(({ row, card }) => replaceEncryptedCard(query, row, card)));
    count += written.flat().length;
  }
}
