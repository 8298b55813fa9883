import type { idCardFields } from "../../db/schema/index.ts";
import type { CardFields } from "../contract/read-card.ts";
import { hmacHex } from "../platform/secrets.ts";
import {
  decryptWithKeys,
  type EncryptionKey,
  encryptWithNewest,
  newestOf,
  prefixOf,
} from "../platform/versioned-encryption.ts";

/**
 * The stored form of what an identity card says: name, number and birth date are encrypted, each for itself, so that a statement may leave
 * one out. The number's digest is keyed, as few numbers exist and a plain hash of one is found by trying all of them.
 */

type CardRow = typeof idCardFields.$inferSelect;
/** The encrypted columns. */
type EncryptedCard = Pick<CardRow, "name" | "number" | "birthDate">;
/** The columns that follow from what the card says. */
export type StoredCard = EncryptedCard & Pick<CardRow, "numberDigest" | "expiresOn">;

const PURPOSE = { name: "card name", number: "card number", birthDate: "card birth date" } as const satisfies Record<
  keyof EncryptedCard,
  string
>;

/** Encrypts what a card says, for its row. @param userId the person whose card it is: for no other does it decrypt */
export async function encryptCard(
  keys: readonly EncryptionKey[],
  userId: string,
  card: CardFields,
): Promise<StoredCard> {
  const encrypt = (field: keyof EncryptedCard) =>
    encryptWithNewest(keys, { purpose: PURPOSE[field], belongsTo: userId }, card[field]);
  const [name, number, birthDate] = await Promise.all([encrypt("name"), encrypt("number"), encrypt("birthDate")]);
  return {
    name,
    number,
    birthDate,
    numberDigest: await digestOf(newestOf(keys), card.number),
    expiresOn: card.expiresOn,
  };
}

/** Decrypts one column. @throws Error when its key is not configured, or it is of another person or column */
export async function decryptCardField(
  keys: readonly EncryptionKey[],
  userId: string,
  { field, stored }: { field: keyof EncryptedCard; stored: string },
): Promise<string> {
  const text = await decryptWithKeys(keys, { purpose: PURPOSE[field], belongsTo: userId }, stored);
  if (text === null) throw new Error(`the ${PURPOSE[field]} of user ${userId} has no known form`);
  return text;
}

/** The digests that the rows of a number have, under each key that rows may still have. */
export function numberDigests(keys: readonly EncryptionKey[], number: string): Promise<string[]> {
  return Promise.all(keys.map((key) => digestOf(key, number)));
}

async function digestOf(key: EncryptionKey, number: string): Promise<string> {
  return `${prefixOf(key)}${await hmacHex(key.key, `card-number:${number}`)}`;
}
