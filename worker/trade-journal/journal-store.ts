import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { mustHold } from "../../db/guard.ts";
import { journalEntries, journalLabels, users } from "../../db/schema/index.ts";
import type { EntryChange, LabelChange } from "../contract/trade-journal/journal-schema.ts";

/** The only SQL that writes the journal. Functions return statements; verbs put them into batches. */

export type LabelRow = typeof journalLabels.$inferSelect;
export type EntryRow = typeof journalEntries.$inferSelect;

/** The statement that refuses the batch of a frozen account. */
export function mustNotBeFrozen(query: Query, callerId: SQL<string>) {
  const isFrozen = sql`EXISTS (SELECT 1 FROM ${users} WHERE ${users.id} = ${callerId} AND ${users.frozenAtMs} IS NOT NULL)`;
  return mustHold(query, "account_frozen", sql`NOT ${isFrozen}`);
}

/** The statement that reads all labels of the caller. */
export function selectLabels(query: Query, callerId: SQL<string>) {
  return query.select().from(journalLabels).where(eq(journalLabels.userId, callerId)).orderBy(journalLabels.number);
}

/** A label and the name by which two are the same. */
export type NamedLabel = LabelChange & { nameKey: string };

/** The statement that writes labels, those alone that were changed after the version that is here. The kind of a label stays. */
export function writeLabels(query: Query, callerId: SQL<string>, labels: readonly NamedLabel[], nowMs: number) {
  return query.run(sql`
    INSERT INTO ${journalLabels} (user_id, id, kind, name, name_key, created_at_ms, archived_at_ms, version, number)
    SELECT ${callerId}, value ->> '$.id', value ->> '$.body.type', value ->> '$.body.name', value ->> '$.nameKey', ${whole(nowMs)},
      iif(value ->> '$.body.isArchived', ${whole(nowMs)}, NULL), value ->> '$.version',
      (SELECT coalesce(max(number), 0) FROM journal_labels WHERE user_id = ${callerId}) + key + 1
    FROM json_each(${JSON.stringify(labels)})
    WHERE ${callerId} IS NOT NULL
    ORDER BY key
    ON CONFLICT (user_id, id) DO UPDATE SET
      name = excluded.name, name_key = excluded.name_key, version = excluded.version, number = excluded.number,
      archived_at_ms = iif(excluded.archived_at_ms IS NULL, NULL, coalesce(journal_labels.archived_at_ms, excluded.archived_at_ms))
    WHERE excluded.version > journal_labels.version`);
}

/** The statement that reads what changed labels are now. */
export function selectNamedLabels(query: Query, callerId: SQL<string>, labels: readonly LabelChange[]) {
  return query
    .select()
    .from(journalLabels)
    .where(
      and(
        eq(journalLabels.userId, callerId),
        sql`${journalLabels.id} IN (SELECT value FROM json_each(${JSON.stringify(labels.map(({ id }) => id))}))`,
      ),
    )
    .orderBy(unindexed(journalLabels.number));
}

/** The statement that writes entries, those alone that were changed after the version that is here. */
export function writeEntries(query: Query, callerId: SQL<string>, entries: readonly EntryChange[], nowMs: number) {
  return query.run(sql`
    INSERT INTO ${journalEntries} (
      user_id, account, subject, key, setup_id, grade, note, labels, chart, reviewed_at_ms, changed_at_ms, version, number
    )
    SELECT ${callerId}, value ->> '$.account', value ->> '$.subject', value ->> '$.key', value ->> '$.body.setup', value ->> '$.body.grade',
      value ->> '$.body.note', value -> '$.body.labels', iif(value ->> '$.body.chart' IS NULL, NULL, value -> '$.body.chart'),
      value ->> '$.body.reviewedAt', ${whole(nowMs)}, value ->> '$.version',
      (SELECT coalesce(max(number), 0) FROM journal_entries WHERE user_id = ${callerId}) + given.key + 1
    FROM json_each(${JSON.stringify(entries)}) AS given
    WHERE ${callerId} IS NOT NULL
    ORDER BY given.key
    ON CONFLICT (user_id, account, subject, key) DO UPDATE SET
      setup_id = excluded.setup_id, grade = excluded.grade, note = excluded.note, labels = excluded.labels, chart = excluded.chart,
      reviewed_at_ms = excluded.reviewed_at_ms, changed_at_ms = excluded.changed_at_ms, version = excluded.version,
      number = excluded.number
    WHERE excluded.version > journal_entries.version`);
}

/** The statement that reads what changed entries are now. */
export function selectNamedEntries(query: Query, callerId: SQL<string>, entries: readonly EntryChange[]) {
  const keys = entries.map(({ account, subject, key }) => ({ account, subject, key }));
  return query
    .select({ entry: journalEntries })
    .from(journalEntries)
    .innerJoin(
      sql`json_each(${JSON.stringify(keys)}) AS given`,
      sql`${journalEntries.account} = given.value ->> '$.account' AND ${journalEntries.subject} = given.value ->> '$.subject'
        AND ${journalEntries.key} = given.value ->> '$.key'`,
    )
    .where(eq(journalEntries.userId, callerId))
    .orderBy(unindexed(journalEntries.number));
}

/** A span of days and the weeks of it, as entries name them, with its times. `to` is exclusive, `lastDay` is not. */
export type EntrySpan = { fromMs: number; toMs: number; firstDay: string; lastDay: string; weeks: readonly string[] };

/**
 * The statements that read the caller's entries of an account's trades that were closed in a span, of its days, and of its weeks: one
 * each, so that each finds them by their names.
 */
export function selectEntries(query: Query, callerId: SQL<string>, account: string, span: EntrySpan) {
  const select = (subject: EntryRow["subject"], names: SQL) =>
    query
      .select()
      .from(journalEntries)
      .where(
        and(
          eq(journalEntries.userId, callerId),
          eq(journalEntries.account, account),
          eq(journalEntries.subject, subject),
          names,
        ),
      );
  const { key } = journalEntries;
  return [
    select("trade", sql`${key} IN (${keysOfTrades(callerId, account, span)})`),
    select("day", sql`${key} >= ${span.firstDay} AND ${key} <= ${span.lastDay}`),
    select("week", sql`${key} IN (SELECT value FROM json_each(${JSON.stringify(span.weeks)}))`),
  ] as const;
}

/** The keys of an account's trades that were closed in a span. */
function keysOfTrades(callerId: SQL<string>, account: string, { fromMs, toMs }: EntrySpan): SQL {
  const [kind, number] = account.split(":");
  const closed = sql`closed_at_ms >= ${whole(fromMs)} AND closed_at_ms < ${whole(toMs)}`;
  if (kind === "run") {
    return sql`SELECT CAST(id AS TEXT) FROM demo_parts WHERE user_id = ${callerId} AND run = ${whole(Number(number))} AND ${closed}`;
  }
  if (kind === "broker") {
    return sql`SELECT ticket FROM broker_trades WHERE ${closed} AND account_id = (
      SELECT id FROM broker_accounts WHERE user_id = ${callerId} AND number = ${whole(Number(number))} AND deleted_at_ms IS NULL)`;
  }
  return sql`SELECT CAST(id AS TEXT) FROM trades WHERE user_id = ${callerId} AND ${closed}`;
}

/** The statement that counts an account's trades that were closed in a span and are not reviewed. */
export function selectToReview(query: Query, callerId: SQL<string>, account: string, span: EntrySpan) {
  const reviewed = sql`SELECT key FROM ${journalEntries} WHERE user_id = ${callerId} AND account = ${account} AND subject = 'trade'
    AND reviewed_at_ms IS NOT NULL`;
  const keys = sql`(${keysOfTrades(callerId, account, span)} EXCEPT ${reviewed})`;
  return query.select({ trades: sql<number>`count(*)` }).from(keys);
}

/** The statements that delete all of a person, after the account was closed in the same batch. */
export function deleteJournalOf(query: Query, userId: string) {
  return [
    query.delete(journalEntries).where(eq(journalEntries.userId, userId)),
    query.delete(journalLabels).where(eq(journalLabels.userId, userId)),
  ] as const;
}

/** A whole number: bound numbers arrive as REAL, which a STRICT column of integers takes, and a text of one does not. */
function whole(value: number): SQL {
  return sql`CAST(${value} AS INTEGER)`;
}

/** Keeps the index of an order from being taken in place of the one that finds the rows. */
function unindexed(column: typeof journalLabels.number | typeof journalEntries.number): SQL {
  return sql`+${column}`;
}
