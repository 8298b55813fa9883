import { and, eq, notLike, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { mustHaveChangedOne, mustHold } from "../../db/guard.ts";
import { idCardFields, images } from "../../db/schema/index.ts";
import { soonUntil } from "../contract/read-card.ts";
import { operationDay } from "../platform/operation-settings.ts";
import type { StoredCard } from "./card-secrets.ts";

/** The only SQL that writes what identity cards say. The rows go with the images of the cards. */

/**
 * The statement that records what the card of an identity says, before the statement that verifies it, or later
 * (`removeCardFields`). The database refuses it for a number or a picture that another account has, unless there is a reason
 * (`card_used`).
 */
export function insertCardFields(
  query: Query,
  fields: StoredCard & { filename: string; usedReason: string | null; readBy: string; readAtMs: number },
) {
  return query.insert(idCardFields).values(fields);
}

/**
 * The statements that remove what was recorded of a card, in the batch that records it anew. They refuse it as `version_conflict` when
 * that is not what was read. @param readAtMs of what was read; null for nothing
 */
export function removeCardFields(query: Query, filename: string, readAtMs: number | null) {
  const ofCard = eq(idCardFields.filename, filename);
  return readAtMs === null
    ? ([mustHold(query, "version_conflict", sql`NOT EXISTS (SELECT 1 FROM ${idCardFields} WHERE ${ofCard})`)] as const)
    : ([
        query.delete(idCardFields).where(and(ofCard, eq(idCardFields.readAtMs, readAtMs))),
        mustHaveChangedOne(query, "version_conflict"),
      ] as const);
}

/** The statement that reads cards that are not encrypted under a key. @param prefix of the key's texts */
export function selectCardsWithout(query: Query, prefix: string, limit: number) {
  return query
    .select({
      filename: idCardFields.filename,
      userId: images.userId,
      name: idCardFields.name,
      number: idCardFields.number,
      birthDate: idCardFields.birthDate,
      expiresOn: idCardFields.expiresOn,
    })
    .from(idCardFields)
    .innerJoin(images, eq(images.filename, idCardFields.filename))
    .where(notLike(idCardFields.name, `${prefix}%`))
    .limit(limit);
}

/** The statement that replaces what is encrypted of a card, unless it is another text by now. @returns a row if it did */
export function replaceEncryptedCard(
  query: Query,
  { filename, name }: { filename: string; name: string },
  card: StoredCard,
) {
  const { expiresOn: _, ...encrypted } = card;
  return query
    .update(idCardFields)
    .set(encrypted)
    .where(and(eq(idCardFields.filename, filename), eq(idCardFields.name, name)))
    .returning({ filename: idCardFields.filename });
}

/** Until when the cards expire that {@link isExpiring} finds: an ISO date of the operation's calendar. */
export function expiringUntil(operation: Parameters<typeof operationDay>[0]): string {
  return soonUntil(operationDay(operation));
}

/**
 * The condition that a card is that of a verified person and expires until a day, or has expired: of who is told, and of the list and the
 * figure that admins see. The statement has `id_card_fields` and `identities` under their names. @param until ISO date
 */
export function isExpiring(until: SQL | string): SQL {
  // The first two terms are those of its indexes; the plus keeps the far more verified people from being read instead.
  return sql`(id_card_fields.expires_on IS NOT NULL AND id_card_fields.expires_on <= ${until} AND +identities.status = 'verified')`;
}

/**
 * The statement that marks the cards of verified people that expire until a day, so that each of them is told once (trigger
 * `id_card_fields_notified`). @param until ISO date @returns a row for each
 */
export function tellExpiring(query: Query, until: string, nowMs: number, limit: number) {
  return query
    .update(idCardFields)
    .set({ expiryToldAtMs: nowMs })
    .where(
      sql`${idCardFields.filename} IN (
        SELECT id_card_fields.filename FROM id_card_fields JOIN identities ON identities.image = id_card_fields.filename
        WHERE ${isExpiring(until)} AND id_card_fields.expiry_told_at_ms IS NULL
        LIMIT ${limit}
      )`,
    )
    .returning({ filename: idCardFields.filename });
}
