import { type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import type { StatementHole } from "./statement-cover.ts";
import type { StatementCurrency } from "./statement-profile.ts";

/** The SQL that reads which days statements cover. Functions return statements; verbs put them into batches. */

/** The statement that reads which of some days no statement covers (`days_without_statement`). @param callerId NULL reads nothing */
export function selectStatementHoles(query: Query, callerId: SQL, days: { from: number; to: number }) {
  return query.all<StatementHole>(sql`
    SELECT account_id AS accountId, (SELECT name FROM bank_accounts WHERE id = account_id) AS name, currency,
      from_day AS fromDay, to_day AS toDay, from_ms AS fromMs, rest_ms AS restMs
    FROM days_without_statement
    WHERE ${callerId} IS NOT NULL AND from_day <= ${days.to} AND coalesce(to_day, ${days.to}) >= ${days.from}
    ORDER BY account_id IS NULL, account_id, currency, from_day`);
}

/** A statement that begins with another balance than the one of the day before ended with. @property day its first one */
export type StatementBreak = {
  accountId: string;
  name: string;
  currency: StatementCurrency;
  day: number;
  closingCents: number;
  openingCents: number;
};

/** The statement that reads where balances of statements do not follow each other (`statement_breaks`). @param callerId NULL reads nothing */
export function selectStatementBreaks(query: Query, callerId: SQL, days: { from: number; to: number }) {
  return query.all<StatementBreak>(sql`
    SELECT account_id AS accountId, (SELECT name FROM bank_accounts WHERE id = account_id) AS name, currency, day,
      closing_cents AS closingCents, opening_cents AS openingCents
    FROM statement_breaks WHERE ${callerId} IS NOT NULL AND day BETWEEN ${days.from} AND ${days.to}
    ORDER BY account_id, day`);
}
