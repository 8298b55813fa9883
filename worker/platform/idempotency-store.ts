import { and, eq, lt, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { newestSequence } from "../../db/money-journal.ts";
import { prepared, preparedInsert, type Value } from "../../db/prepared.ts";
import { idempotencyKeys } from "../../db/schema/index.ts";
import { DAY_MS } from "../contract/time.ts";

/** The only SQL that writes stored responses. Functions return statements; verbs put them into batches. */

/** A stored response. @property journalledUpTo the newest sequence of the journal of money at the read */
export type StoredResponse = { fingerprint: string; reply: string; journalledUpTo: number };

/** The idempotency key of a request, which makes sending it again safe. */
export type IdempotencyKey = { route: string; key: string; fingerprint: string };

/**
 * The statement that stores the response under its key. It comes first in the batch of the action: a reused key then
 * refuses the batch before any limit or guard can report an error about an action that already happened.
 * @returns no statement without a key
 */
export function storeResponse(
  query: Query,
  idempotencyKey: IdempotencyKey | null,
  userId: SQL | string,
  reply: object,
  nowMs: number,
) {
  if (!idempotencyKey) return [];
  const row = { ...idempotencyKey, userId, reply: JSON.stringify(reply), createdAtMs: nowMs };
  return [insertKey(query, row)];
}

const insertKey = preparedInsert(idempotencyKeys);

/** The statement that puts into a stored response the `id` that the database gave the row of the statement directly before it. */
export function storeInsertedId(query: Query, { route, key }: IdempotencyKey, userId: SQL) {
  return query
    .update(idempotencyKeys)
    .set({ reply: sql`json_set(${idempotencyKeys.reply}, '$.id', last_insert_rowid())` })
    .where(and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.route, route), eq(idempotencyKeys.key, key)));
}

/** The statement that completes a stored response with what became known after the action. */
export function amendStoredResponse(
  query: Query,
  idempotencyKey: IdempotencyKey | null,
  userId: string,
  reply: object,
) {
  if (!idempotencyKey) return [];
  const isThis = and(
    eq(idempotencyKeys.userId, userId),
    eq(idempotencyKeys.route, idempotencyKey.route),
    eq(idempotencyKeys.key, idempotencyKey.key),
  );
  return [
    query
      .update(idempotencyKeys)
      .set({ reply: JSON.stringify(reply) })
      .where(isThis),
  ];
}

/**
 * The statement that reads a stored response, for an action that reads before it writes: after the first request the
 * records have changed, and a repeat must not be refused because of that. Finds nothing without a key.
 */
export function selectStoredResponse(query: Query, idempotencyKey: IdempotencyKey | null, callerId: SQL<string>) {
  const { route, key } = idempotencyKey ?? { route: "", key: "" };
  return selectReply(query, callerId, route, key);
}

const selectReply = prepared((query, callerId: SQL, route: Value<string>, key: Value<string>) =>
  query
    .select({
      fingerprint: idempotencyKeys.fingerprint,
      reply: idempotencyKeys.reply,
      /** The journal must have everything up to here before the response goes out. */
      journalledUpTo: newestSequence,
    })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.userId, callerId), eq(idempotencyKeys.route, route), eq(idempotencyKeys.key, key))),
);

/** The statement that deletes the stored responses of a user. */
export function deleteResponsesOf(query: Query, userId: string) {
  return query.delete(idempotencyKeys).where(eq(idempotencyKeys.userId, userId));
}

/** The statement that deletes the responses that were stored two days ago or earlier. */
export function deleteOldResponses(query: Query, nowMs: number) {
  return query.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAtMs, nowMs - 2 * DAY_MS));
}
