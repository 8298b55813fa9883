import type Engine from "libsql";
import { DAY_MS } from "../../worker/contract/time.ts";

/** What the parts of the seed share: the same people, names and moments each time, written as SQL so that it is fast. */

export type Seed = {
  engine: Engine.Database;
  /** Traders; each has ten transfers. */
  users: number;
  /** The end of what has happened. */
  nowMs: number;
};

/** A round of the history in which everybody does one thing, and how long it takes. The newest ends now. */
export const ROUNDS = 11;
const ROUND_DAYS = 66;

/** People in one transaction: what they do is written in the order of time, as it would have come. */
const CHUNK = 10_000;

/** The families of ids, told apart in them. */
const FAMILY = {
  user: 1,
  deposit: 2,
  withdrawal: 3,
  import: 4,
  transfer: 5,
  exception: 6,
  session: 7,
} as const;

/** An SQL expression of a version 4 UUID: scattered as real ones are, and the same each time. @param number SQL, whole */
export function uuid(family: keyof typeof FAMILY, number: string): string {
  const of = FAMILY[family];
  return `printf('%08x-%04x-4000-8%03x-%012x', ((${number}) * 2654435761 + ${of}) & 4294967295, (${number}) % 65521, ${of}, (${number}))`;
}

/** An SQL expression of so many hex digits that nothing else has. */
export function digest(family: keyof typeof FAMILY, number: string, digits: 32 | 64): string {
  return `substr(replace(${uuid(family, number)}, '-', '') || replace(${uuid(family, `${number} + 7`)}, '-', ''), 1, ${digits})`;
}

/**
 * Runs a round in transactions, one after the other in time.
 * @param given.of how many of the people take part, from the first one on
 * @param write gets where the people stand, as the end of an SQL statement, and the SQL of somebody's moment in the first
 *              or the second half of the transaction's time
 */
export function playRound(
  { engine, users, nowMs }: Seed,
  given: { round: number; of?: number },
  write: (chunk: { people: string; early: string; late: string }) => readonly string[],
): void {
  const { round, of = users } = given;
  const roundMs = ROUND_DAYS * DAY_MS;
  const startMs = nowMs - (ROUNDS - round) * roundMs;
  const size = Math.min(CHUNK, of);
  const chunkMs = Math.floor((roundMs * size) / of);
  for (let from = 0; from < of; from += size) {
    const chunkStartMs = startMs + Math.floor((roundMs * from) / of);
    const stepMs = Math.floor(chunkMs / 2 / size);
    const early = `(${chunkStartMs} + (i - ${from}) * ${stepMs})`;
    const late = `(${chunkStartMs + Math.floor(chunkMs / 2)} + (i - ${from}) * ${stepMs})`;
    inTransaction(
      engine,
      write({ people: `people WHERE i >= ${from} AND i < ${Math.min(from + size, of)}`, early, late }),
    );
  }
}

export function inTransaction(engine: Engine.Database, statements: readonly string[]): void {
  engine.exec("BEGIN IMMEDIATE");
  for (const statement of statements) engine.exec(statement);
  engine.exec("COMMIT");
}

/**
 * The statements of one transfer each: entries first, and the transfer closes them.
 * @param given.number   names the transfer among all of the seed, SQL
 * @param given.at       when, SQL
 * @param given.from     the account that it goes out of, SQL; `to` where it goes
 * @param given.cents    above zero, SQL
 */
export function transfersOf(given: {
  people: string;
  number: string;
  kind: "deposit" | "withdrawal" | "trades";
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

/** The statement of an act in the audit log. All but `people` and `action` is SQL. */
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
