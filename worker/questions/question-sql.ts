import { type SQL, sql } from "drizzle-orm";

/**
 * Pieces of SQL about the time that an item waits for its client. Tables are named, as these stand in statements about others. A
 * question waits until its answer, its end, or the return of its item to the queue, whichever is first.
 */

/** The subject of an item as SQL. @param id the column of its id, with its table */
export const SUBJECT_OF = {
  withdrawal: sql`('withdrawal:' || withdrawals.id)`,
  identity: sql`('identity:' || identities.user_id)`,
  exception: sql`('exception:' || payment_exceptions.id)`,
} as const;

const WAITS = sql`client_questions.answered_at_ms IS NULL AND client_questions.closed_at_ms IS NULL AND client_questions.returned_at_ms IS NULL`;
const WAIT_ENDED = sql`coalesce(client_questions.returned_at_ms, client_questions.answered_at_ms, client_questions.closed_at_ms)`;

/** When an item waited for its client, each time from and to, ms. */
export type ClientWaits = readonly (readonly [fromMs: number, toMs: number])[];

/**
 * The times in which an item has waited for its client since it came, as JSON: what was asked about an earlier ID card is none of a newer
 * one's wait. They do not overlap.
 * @param atMs when it came, as SQL
 * @param untilMs up to when a question counts that still waits; NULL leaves it out
 */
export function clientWaitsOf(atMs: SQL, subject: SQL, untilMs: SQL): SQL<string> {
  const toMs = sql`coalesce(${WAIT_ENDED}, ${untilMs})`;
  return sql<string>`(SELECT json_group_array(json_array(max(client_questions.asked_at_ms, ${atMs}), ${toMs})) FROM client_questions WHERE client_questions.subject = ${subject} AND ${toMs} > ${atMs})`;
}

/** Reads {@link clientWaitsOf}. */
export function readClientWaits(json: string): ClientWaits {
  // The statement makes these pairs.
  return JSON.parse(json) as ClientWaits;
}

/** The condition that an item's client was ever asked. */
export function wasClientAsked(subject: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM client_questions WHERE client_questions.subject = ${subject})`;
}

/** The condition that an item waits for its client, so that it is in no queue of admins. */
export function isAtClient(subject: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM client_questions WHERE client_questions.subject = ${subject} AND ${WAITS})`;
}

/** The columns of an item that say what it waited for its client. @param atMs when it came, as SQL */
export function clientColumns(atMs: SQL, subject: SQL) {
  const ofItem = sql`FROM client_questions WHERE client_questions.subject = ${subject}`;
  return {
    /** Since when it waits for its client; null when it does not. */
    atClientSinceMs: sql<number | null>`(SELECT client_questions.asked_at_ms ${ofItem} AND ${WAITS})`,
    /** When it has waited for its client before. */
    clientWaits: clientWaitsOf(atMs, subject, sql`NULL`).mapWith(readClientWaits),
    /** When its client answered last. */
    clientAnsweredAtMs: sql<number | null>`(SELECT max(client_questions.answered_at_ms) ${ofItem})`,
    /** When it came back without an answer to a question that is still open. */
    clientReturnedAtMs: sql<
      number | null
    >`(SELECT max(client_questions.returned_at_ms) ${ofItem} AND client_questions.answered_at_ms IS NULL AND client_questions.closed_at_ms IS NULL)`,
  };
}

/** What {@link clientColumns} reads. */
export type ClientFacts = {
  atClientSinceMs: number | null;
  clientWaits: ClientWaits;
  clientAnsweredAtMs: number | null;
  clientReturnedAtMs: number | null;
};
