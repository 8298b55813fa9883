import { type SQL, sql } from "drizzle-orm";
import type { Query } from "../../../db/client.ts";
import type { StatementCurrency } from "../../bank-statements/statement-profile.ts";

/** The admin SQL that reads bank statements. Functions return statements; verbs put them into batches. */

/** A bank account of the company with what its statements say. */
export type StatementAccountRow = {
  id: string;
  name: string;
  currency: StatementCurrency;
  /** As every statement of it must say it; null before the first one that does. */
  accountNumber: string | null;
  /** The profile of the newest statement. */
  profile: string | null;
  firstDay: number | null;
  lastDay: number | null;
  importedAtMs: number | null;
  /** Whether a statement has the day that is asked for; null where none is. */
  hasDay: number | null;
};

/** The statement that reads the company's bank accounts. @param callerId NULL reads nothing @param day whose statements are looked for */
export function selectStatementAccounts(query: Query, callerId: SQL, day: number | null = null) {
  return query.all<StatementAccountRow>(sql`
    SELECT id, name, currency,
      (SELECT account_number FROM bank_statements WHERE account_id = bank_accounts.id AND account_number IS NOT NULL LIMIT 1) AS accountNumber,
      (SELECT profile FROM bank_statements WHERE account_id = bank_accounts.id ORDER BY last_day DESC, imported_at_ms DESC LIMIT 1) AS profile,
      (SELECT min(first_day) FROM bank_statements WHERE account_id = bank_accounts.id) AS firstDay,
      (SELECT max(last_day) FROM bank_statements WHERE account_id = bank_accounts.id) AS lastDay,
      (SELECT max(imported_at_ms) FROM bank_statements WHERE account_id = bank_accounts.id) AS importedAtMs,
      CASE WHEN ${day} IS NOT NULL THEN EXISTS (
        SELECT 1 FROM bank_statements WHERE account_id = bank_accounts.id AND last_day >= ${day} AND first_day <= ${day}
      ) END AS hasDay
    FROM bank_accounts WHERE ${callerId} IS NOT NULL ORDER BY id`);
}

/** The statement that reads the days that statements have lines of, whole ones or not, around some days. @param callerId NULL reads nothing */
export function selectStatementSpans(
  query: Query,
  callerId: SQL,
  { from, to, currency }: { from: number; to: number; currency: StatementCurrency },
) {
  return query.all<{ from: number; to: number }>(sql`
    SELECT DISTINCT first_day AS "from", last_day AS "to" FROM bank_statements
    WHERE ${callerId} IS NOT NULL AND account_id IN (SELECT id FROM bank_accounts WHERE currency = ${currency})
      AND last_day >= ${from} AND first_day <= ${to}`);
}

/** A statement as it was imported. */
export type StatementRow = {
  id: string;
  accountId: string;
  currency: StatementCurrency;
  profile: string;
  fileName: string;
  firstDay: number;
  lastDay: number;
  openingCents: number | null;
  closingCents: number | null;
  lineCount: number;
  knownCount: number;
  repeatedCount: number;
  openCount: number;
  importedBy: string;
  importedAtMs: number;
};

export const STATEMENTS_MAX = 50;

/** The statement that reads imported statements, the newest first. @param callerId NULL reads nothing */
export function selectStatements(
  query: Query,
  callerId: SQL,
  { account, before }: { account?: string | undefined; before?: number | undefined },
) {
  return selectStatementRows(
    query,
    sql`${callerId} IS NOT NULL
      AND ${account === undefined ? sql`TRUE` : sql`account_id = ${account}`}
      AND ${before === undefined ? sql`TRUE` : sql`imported_at_ms < ${before}`}`,
  );
}

/**
 * The statement that reads the statement that the same file of an account was imported as before, with at least the days that it covers now.
 * @param callerId NULL reads nothing
 */
export function selectSameStatement(
  query: Query,
  callerId: SQL,
  { account, digest, firstDay, coveredTo }: { account: string; digest: string; firstDay: number; coveredTo: number },
) {
  return selectStatementRows(
    query,
    sql`${callerId} IS NOT NULL AND account_id = ${account} AND digest = ${digest} AND first_day <= ${firstDay}
      AND coalesce(covered_to, min(last_day, imported_at_ms / 86400000 - 1)) >= ${coveredTo}`,
  );
}

function selectStatementRows(query: Query, which: SQL) {
  return query.all<StatementRow>(sql`
    SELECT bank_statements.id, account_id AS accountId, bank_accounts.currency, profile, file_name AS fileName, first_day AS firstDay,
      last_day AS lastDay, opening_cents AS openingCents, closing_cents AS closingCents, line_count AS lineCount, known_count AS knownCount,
      repeated_count AS repeatedCount, imported_at_ms AS importedAtMs, users.first_name || ' ' || users.last_name AS importedBy,
      (SELECT count(*) FROM statement_lines WHERE statement_id = bank_statements.id AND NOT EXISTS (
        SELECT 1 FROM line_matches WHERE line_id = statement_lines.id AND taken_back_at_ms IS NULL
      )) AS openCount
    FROM bank_statements JOIN bank_accounts ON bank_accounts.id = account_id JOIN users ON users.id = imported_by
    WHERE ${which}
    ORDER BY imported_at_ms DESC, bank_statements.id DESC LIMIT ${STATEMENTS_MAX}`);
}

/** The statement that reads the lines of an account that are stored under these keys. @param callerId NULL reads nothing */
export function selectKnownLines(query: Query, callerId: SQL, accountId: string, keys: readonly string[]) {
  return query.all<{ lineKey: string; amountCents: number; day: number }>(sql`
    SELECT line_key AS lineKey, amount_cents AS amountCents, day FROM statement_lines
    WHERE ${callerId} IS NOT NULL AND account_id = ${accountId} AND line_key IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`);
}
