import { and, eq, isNull, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { mustHaveChangedOne } from "../../db/guard.ts";
import { bankStatements, lineMatches, lineMatchTransfers, statementLines, transfers } from "../../db/schema/index.ts";
import type { Match } from "./match-lines.ts";
import type { ReadLine } from "./read-statement.ts";

/** The only SQL that writes bank statements, their lines and what these are matched to. Functions return statements; verbs put them into batches. */

/** A line with the id and the key that it is stored under. */
export type NewLine = ReadLine & { id: string; lineKey: string; position: number };

/** The statement that inserts a statement, before its lines. */
export function insertStatement(query: Query, row: typeof bankStatements.$inferInsert) {
  return query.insert(bankStatements).values(row);
}

/** So many lines are one statement: the parameter of a month would be longer than a request may be. */
const LINES_A_STATEMENT = 2_000;

/** The statements that insert the lines of a statement, many by one parameter each. */
export function insertLines(
  query: Query,
  { statementId, accountId, currency }: { statementId: string; accountId: string; currency: "USD" | "KHR" },
  lines: readonly NewLine[],
) {
  const pieces = Array.from({ length: Math.ceil(lines.length / LINES_A_STATEMENT) }, (_, i) =>
    lines.slice(i * LINES_A_STATEMENT, (i + 1) * LINES_A_STATEMENT),
  );
  return pieces.map((piece) => {
    const list = piece.map((line) => [
      ...[line.id, line.line, line.position, line.lineKey, line.day, line.atMs, line.amountCents, line.bankId],
      ...[line.reference, line.networkHash, line.payer, line.payerAccount, line.remark, line.balanceCents],
    ]);
    const cells = sql.raw(Array.from({ length: 14 }, (_, i) => `json_extract(value, '$[${i}]')`).join(", "));
    return query.run(sql`
      INSERT INTO ${statementLines} (statement_id, account_id, currency, id, line, position, line_key, day, at_ms, amount_cents, bank_id,
        reference, network_hash, payer, payer_account, remark, balance_cents)
      SELECT ${statementId}, ${accountId}, ${currency}, ${cells} FROM json_each(${JSON.stringify(list)})`);
  });
}

/** A match with its line's id as it is stored. */
export type NewMatch = Omit<Match, "lineId"> & { lineId: string };

/** The statements that store what was matched by itself: all transfers first, then the matches that check them. */
export function insertMatches(query: Query, matches: readonly NewMatch[], nowMs: number) {
  if (matches.length === 0) return [];
  const rows = matches.map((match) => ({ ...match, id: crypto.randomUUID() }));
  const members = rows.flatMap(({ id, transferIds }) => transferIds.map((transferId) => [id, transferId]));
  const heads = rows.map(({ id, lineId, why }) => [id, lineId, why]);
  return [
    query.run(sql`
      INSERT INTO ${lineMatchTransfers} (match_id, transfer_id)
      SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(${JSON.stringify(members)})`),
    query.run(sql`
      INSERT INTO ${lineMatches} (id, line_id, why, matched_at_ms)
      SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'), ${nowMs}
      FROM json_each(${JSON.stringify(heads)})`),
  ];
}

/** The statements that match a line to the one transfer of a reference, which the same batch has posted. */
export function matchByReference(
  query: Query,
  { lineId, reference }: { lineId: string; reference: string },
  nowMs: number,
) {
  const id = crypto.randomUUID();
  return [
    query.run(sql`
      INSERT INTO ${lineMatchTransfers} (match_id, transfer_id)
      SELECT ${id}, id FROM ${transfers} WHERE kind = 'withdrawal' AND reference = ${reference}`),
    query.insert(lineMatches).values({ id, lineId, why: "bank_id", matchedAtMs: nowMs }),
  ];
}

/** The statements that match lines to the completions of withdrawals, some of which the same batch has posted. */
export function matchCompletions(
  query: Query,
  matches: ReadonlyArray<{ lineId: string; withdrawalIds: readonly string[] }>,
  nowMs: number,
) {
  if (matches.length === 0) return [];
  const rows = matches.map((match) => ({ ...match, id: crypto.randomUUID() }));
  const members = rows.flatMap(({ id, withdrawalIds }) =>
    withdrawalIds.map((one) => [id, `withdrawal:${one}:complete`]),
  );
  return [
    query.run(sql`
      INSERT INTO ${lineMatchTransfers} (match_id, transfer_id)
      SELECT json_extract(value, '$[0]'), transfers.id FROM json_each(${JSON.stringify(members)})
      JOIN transfers ON transfers.kind = 'withdrawal' AND transfers.reference = json_extract(value, '$[1]')`),
    query.run(sql`
      INSERT INTO ${lineMatches} (id, line_id, why, matched_at_ms)
      SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), 'batch', ${nowMs}
      FROM json_each(${JSON.stringify(rows.map(({ id, lineId }) => [id, lineId]))})`),
  ];
}

/** The statements that link a line to transfers by hand. */
export function linkByHand(
  query: Query,
  {
    id,
    lineId,
    transferIds,
    reason,
    matchedBy,
  }: { id: string; lineId: string; transferIds: readonly string[]; reason: string; matchedBy: string },
  nowMs: number,
) {
  return [
    query.insert(lineMatchTransfers).values(transferIds.map((transferId) => ({ matchId: id, transferId }))),
    query.insert(lineMatches).values({ id, lineId, why: "by_hand", reason, matchedBy, matchedAtMs: nowMs }),
  ];
}

/** The statement that says that a line is the payment of an exception, or its refund. */
export function linkToException(
  query: Query,
  {
    lineId,
    exceptionId,
    why,
    matchedBy,
  }: { lineId: string; exceptionId: string; why: "exception" | "refund"; matchedBy: string },
  nowMs: number,
) {
  return query
    .insert(lineMatches)
    .values({ id: crypto.randomUUID(), lineId, why, exceptionId, matchedBy, matchedAtMs: nowMs });
}

/** The statements that take the match of a line back; without one they refuse their batch as `version_conflict`. */
export function takeBackMatch(
  query: Query,
  { id, takenBackBy, takenBackReason }: { id: string; takenBackBy: string; takenBackReason: string },
  nowMs: number,
) {
  return [
    query
      .update(lineMatches)
      .set({ takenBackBy, takenBackAtMs: nowMs, takenBackReason })
      .where(and(eq(lineMatches.id, id), isNull(lineMatches.takenBackAtMs))),
    mustHaveChangedOne(query, "version_conflict"),
  ] as const;
}
