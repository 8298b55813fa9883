import type Engine from "libsql";
import { DAY_MS } from "../../worker/contract/time.ts";

/** Shared parts of the seed. It is SQL for speed, and gives the same people, names and times in each run. */

/** The database to seed. */
export type Seed = {
  engine: Engine.Database;
  /** Number of traders; each has ten transfers. */
  users: number;
  /** The end of the history, epoch ms. */
  nowMs: number;
  /** Whether the rows for the journal of money stay in the database, which the cron deletes. */
  keepsJournal?: boolean;
};

/** Number of rounds in the history. In each round all traders do one thing; the last round ends now. */
export const ROUNDS = 11;
const ROUND_DAYS = 66;

/** Traders per transaction. Within it, actions are written in order of time, as in the product. */
const CHUNK = 10_000;

/** The kinds of ids; the number is a part of the id. */
const FAMILY = {
  user: 1,
  deposit: 2,
  withdrawal: 3,
  import: 4,
  transfer: 5,
  exception: 6,
  session: 7,
} as const;

/** An SQL expression for a version 4 UUID: as scattered as real ones, but reproducible. @param number an SQL integer */
export function uuid(family: keyof typeof FAMILY, number: string): string {
  const of = FAMILY[family];
  return `printf('%08x-%04x-4000-8%03x-%012x', ((${number}) * 2654435761 + ${of}) & 4294967295, (${number}) % 65521, ${of}, (${number}))`;
}

/** An SQL expression for a unique hexadecimal text of this length. @param number an SQL integer */
export function digest(family: keyof typeof FAMILY, number: string, digits: 32 | 64): string {
  return `substr(replace(${uuid(family, number)}, '-', '') || replace(${uuid(family, `${number} + 7`)}, '-', ''), 1, ${digits})`;
}

/** When a round begins, epoch ms. */
export function roundStartMs({ nowMs }: Pick<Seed, "nowMs">, round: number): number {
  return nowMs - (ROUNDS - round) * ROUND_DAYS * DAY_MS;
}

/**
 * Runs a round in consecutive transactions.
 *
 * @param given.of how many traders take part, starting with the first; default all
 * @param write gets the end of a FROM clause that selects the people, and SQL expressions for each person's time in the
 *              first and in the second half of the transaction's time span
 */
export function runRound(
  { engine, users, nowMs, keepsJournal }: Seed,
  given: { round: number; of?: number },
  write: (chunk: { people: string; early: string; late: string; from: number; to: number }) => readonly string[],
): void {
  const { round, of = users } = given;
  const roundMs = ROUND_DAYS * DAY_MS;
  const startMs = roundStartMs({ nowMs }, round);
  const size = Math.min(CHUNK, of);
  const chunkMs = Math.floor((roundMs * size) / of);
  for (let from = 0; from < of; from += size) {
    const chunkStartMs = startMs + Math.floor((roundMs * from) / of);
    const stepMs = Math.floor(chunkMs / 2 / size);
    const early = `(${chunkStartMs} + (i - ${from}) * ${stepMs})`;
    const late = `(${chunkStartMs + Math.floor(chunkMs / 2)} + (i - ${from}) * ${stepMs})`;
    const to = Math.min(from + size, of);
    inTransaction(engine, [
      ...write({ people: `people WHERE i >= ${from} AND i < ${to}`, early, late, from, to }),
      ...(keepsJournal ? [] : ["DELETE FROM money_journal_rows"]),
    ]);
  }
}

/** Makes the connection's list of all traders, from which the rounds take theirs. */
export function listPeople({ engine, users }: Seed): void {
  inTransaction(engine, [
    "CREATE TEMP TABLE people (i INTEGER PRIMARY KEY)",
    `INSERT INTO people WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${users}) SELECT i FROM n`,
  ]);
}

/** Runs statements in one transaction. */
export function inTransaction(engine: Engine.Database, statements: readonly string[]): void {
  engine.exec("BEGIN IMMEDIATE");
  for (const statement of statements) engine.exec(statement);
  engine.exec("COMMIT");
}

/**
 * The statements of one transfer per person: the entries first, then the transfer, whose insert checks them.
 *
 * @param given.number   unique number of the transfer in the seed, SQL
 * @param given.at       time, SQL
 * @param given.from     account that is debited, SQL; `to` is credited
 * @param given.cents    amount above zero, SQL
 */
export function transfersOf(given: {
  people: string;
  number: string;
  kind: "deposit" | "withdrawal" | "trades" | "adjustment" | "fee";
  reference: string;
  memo: string;
  actor: string;
  at: string;
  from: string;
  to: string;
  cents: string;
}): string[] {
  const { people, number, kind, reference, memo, actor, at, from, to, cents } = given;
  const id = uuid("transfer", number);
  return [
    `INSERT INTO entries (transfer_id, account_id, amount_cents)
      SELECT ${id}, CASE side WHEN 0 THEN ${from} ELSE ${to} END, CASE side WHEN 0 THEN -(${cents}) ELSE ${cents} END
      FROM (SELECT 0 AS side UNION ALL SELECT 1) CROSS JOIN ${people} ORDER BY i, side`,
    `INSERT INTO transfers (id, kind, reference, memo, actor, at_ms)
      SELECT ${id}, '${kind}', ${reference}, '${memo}', ${actor}, ${at} FROM ${people} ORDER BY i`,
  ];
}

/** The statement that writes an action to the audit log. All fields except `people` and `action` are SQL. */
export function audit(given: {
  people: string;
  action: string;
  at: string;
  actor: string;
  subject: string;
  detail: string;
}): string {
  const { people, action, at, actor, subject, detail } = given;
  return `INSERT INTO audit_log (at_ms, actor, action, subject, detail)
    SELECT ${at}, ${actor}, '${action}', ${subject}, ${detail} FROM ${people} ORDER BY i`;
}
