import { desc, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Query } from "../../../db/client.ts";
import { idCardFields, identities, users } from "../../../db/schema/index.ts";
import { nameOf } from "../lists/person-sql.ts";
import { seenCard } from "../lists/seen-sql.ts";

/** The SQL with which admins read what identity cards say, and at whom else the same card is. */

const reader = alias(users, "reader");

/** The most people who are named; of more than these it is enough to know that there are some. */
const OTHERS_MAX = 6;

/** The statement that reads what an admin read on the card of a person, as far as the caller sees it. @returns no row for a card of an earlier version */
export function selectCard(query: Query, callerId: SQL, userId: SQL) {
  return query
    .select({
      userId: identities.userId,
      ...seenCard(callerId),
      expiresOn: idCardFields.expiresOn,
      usedReason: idCardFields.usedReason,
      readByName: nameOf(reader),
      readAtMs: idCardFields.readAtMs,
    })
    .from(identities)
    .innerJoin(idCardFields, eq(idCardFields.filename, identities.image))
    .leftJoin(reader, eq(reader.id, idCardFields.readBy))
    .where(eq(identities.userId, userId));
}

/**
 * The statement that reads the other people who have the card of a person: its number, as it was read or is about to be, or the same
 * picture, also as an answer to a question. What an admin sent with a question is nobody's card.
 * @param digests of a number that is about to be recorded, one for each key
 */
export function selectCardOthers(query: Query, userId: SQL, digests: readonly string[] = []) {
  const recorded = sql`SELECT f.number_digest FROM identities AS d JOIN id_card_fields AS f ON f.filename = d.image WHERE d.user_id = ${userId}`;
  const withNumber = sql`SELECT i.user_id FROM id_card_fields AS o JOIN images AS i ON i.filename = o.filename WHERE o.number_digest IN (${recorded} UNION ALL SELECT value FROM json_each(${JSON.stringify(digests)}))`;
  const withImage = sql`SELECT i.user_id FROM identities AS d JOIN images AS own ON own.filename = d.image JOIN images AS i ON i.digest = own.digest AND i.purpose = 'id_card' AND i.uploaded_by = i.user_id WHERE d.user_id = ${userId}`;
  return (
    query
      .select({
        _id: users.id,
        name: nameOf(users),
        username: users.username,
        isSameNumber: sql<number>`${users.id} IN (${withNumber})`,
        isSameImage: sql<number>`${users.id} IN (${withImage})`,
      })
      .from(users)
      .where(sql`${users.id} IN (${withNumber} UNION ${withImage}) AND ${users.id} <> ${userId}`)
      // The same number says more than the same picture.
      .orderBy(desc(sql`4`), users.id)
      .limit(OTHERS_MAX)
  );
}
