import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { mustHaveChangedOne } from "../../db/guard.ts";
import { monthCloses } from "../../db/schema/index.ts";
import { AT_THE_BANK, HAS_NO_LINE, isOpenLine } from "../bank-statements/open-money-store.ts";
import type { StatementCurrency } from "../bank-statements/statement-profile.ts";
import { sumsOfBalances, sumsOfEntries } from "../ledger/ledger-store.ts";
import type { AccountSum, Flow, FoundLater, OpenDay, OpenKind } from "./month-report.ts";
import type { MonthSpan } from "./month-rules.ts";

/** The only SQL that writes the closes of months, and what their reports are computed from. Functions return statements; verbs put them into batches. */

/** The statement that stores the report of a month as an operator prepared it. */
export function insertClose(query: Query, close: typeof monthCloses.$inferInsert) {
  return query.insert(monthCloses).values(close);
}

const IS_WAITING = and(isNull(monthCloses.sealedAtMs), isNull(monthCloses.cancelledAtMs));

/** The statements that seal a prepared month; where it is not prepared any more they refuse their batch as `version_conflict`. */
export function sealClose(query: Query, id: string, sealedBy: string, nowMs: number) {
  return [
    query
      .update(monthCloses)
      .set({ sealedBy, sealedAtMs: nowMs })
      .where(and(eq(monthCloses.id, id), IS_WAITING)),
    mustHaveChangedOne(query, "version_conflict"),
  ] as const;
}

/** The statements that cancel a prepared month; where it is not prepared any more they refuse their batch as `version_conflict`. */
export function cancelClose(query: Query, id: string, cancelledBy: string, nowMs: number) {
  return [
    query
      .update(monthCloses)
      .set({ cancelledBy, cancelledAtMs: nowMs })
      .where(and(eq(monthCloses.id, id), IS_WAITING)),
    mustHaveChangedOne(query, "version_conflict"),
  ] as const;
}

const IS_SEALED = sql`${monthCloses.sealedAtMs} IS NOT NULL`;

/** The statement that reads the newest sealed month; no row before the first. @param callerId NULL reads nothing */
export function selectNewestSealed(query: Query, callerId: SQL) {
  return query
    .select({ month: monthCloses.month, untilMs: monthCloses.untilMs })
    .from(monthCloses)
    .where(and(sql`${callerId} IS NOT NULL`, IS_SEALED))
    .orderBy(desc(monthCloses.untilMs))
    .limit(1);
}

/** The statement that reads the sealed report of a month. @param callerId NULL reads nothing */
export function selectSealedReport(query: Query, callerId: SQL, month: string) {
  return query
    .select({ digest: monthCloses.digest, report: monthCloses.report })
    .from(monthCloses)
    .where(and(sql`${callerId} IS NOT NULL`, eq(monthCloses.month, month), IS_SEALED));
}

/** The caller while a month is not sealed: what is sealed is read as it is stored, and nothing is computed. */
export function callerUntilSealed(callerId: SQL, month: string): SQL {
  return sql`CASE WHEN EXISTS (SELECT 1 FROM month_closes WHERE month = ${month} AND sealed_at_ms IS NOT NULL) THEN NULL ELSE ${callerId} END`;
}

/** Where the month begins: where the sealed month before ended, else where its first day does. */
const fromOf = ({ fromMs }: MonthSpan, before: string) =>
  sql`coalesce((SELECT until_ms FROM month_closes WHERE month = ${before} AND sealed_at_ms IS NOT NULL), ${fromMs})`;

/** That an entry is of a trader's money, which is in dollars (`AccountId`, `accounts_currency`): the account is not looked up. */
const IS_CLIENTS = sql.raw(
  "substr(entries.account_id, 1, instr(entries.account_id, ':') - 1) IN ('available', 'held')",
);
/** The CROSS JOINs keep the database from beginning with all entries. */
const MOVES = sql.raw(
  "transfers CROSS JOIN entries ON entries.transfer_id = transfers.id CROSS JOIN accounts ON accounts.id = entries.account_id",
);

/**
 * The statement that reads the transfers of a month by their kind. Those within one trader's own money, such as what a request holds, move
 * nothing. @param callerId NULL reads nothing @param before the month before
 */
export function selectFlows(query: Query, callerId: SQL, span: MonthSpan, before: string) {
  return query.all<Flow & { currency: StatementCurrency }>(sql`
    SELECT kind, currency, count(*) AS count, sum(moved) AS movedCents, sum(clients) AS clientCents FROM (
      SELECT transfers.kind, coalesce(accounts.currency, 'USD') AS currency, sum(max(entries.amount_cents, 0)) AS moved,
        sum(CASE WHEN ${IS_CLIENTS} THEN entries.amount_cents ELSE 0 END) AS clients
      FROM transfers CROSS JOIN entries ON entries.transfer_id = transfers.id
      LEFT JOIN accounts ON accounts.id = CASE WHEN entries.account_id LIKE 'house:%' THEN entries.account_id END
      WHERE ${callerId} IS NOT NULL AND transfers.at_ms >= ${fromOf(span, before)} AND transfers.at_ms < ${span.untilMs}
      GROUP BY transfers.id, 2 HAVING sum(NOT ${IS_CLIENTS}) > 0
    ) GROUP BY kind, currency`);
}

/** The statement that reads what the entries of a month come to, by account. @param callerId NULL reads nothing @param before the month before */
export function selectChanges(query: Query, callerId: SQL, span: MonthSpan, before: string) {
  const inMonth = sql`transfers.at_ms >= ${fromOf(span, before)} AND transfers.at_ms < ${span.untilMs}`;
  return selectSums(query, callerId, inMonth);
}

/** The statement that reads what the entries behind a month come to, by account. @param callerId NULL reads nothing */
export function selectChangesSince(query: Query, callerId: SQL, { untilMs }: MonthSpan) {
  return selectSums(query, callerId, sql`transfers.at_ms >= ${untilMs}`);
}

function selectSums(query: Query, callerId: SQL, when: SQL) {
  return query.all<AccountSum>(sql`
    SELECT account, kind, currency, cents FROM ${sumsOfEntries(sql`${callerId} IS NOT NULL AND ${when}`)}`);
}

/** The statement that reads the balances of now, by account. @param callerId NULL reads nothing */
export function selectBalances(query: Query, callerId: SQL) {
  return query.all<AccountSum>(sql`SELECT account, kind, currency, cents FROM ${sumsOfBalances(callerId)}`);
}

/**
 * The statement that reads the open lines up to the end of a month by their days. Of what is sealed, only a line that a later statement brought can
 * be open. @param callerId NULL reads nothing
 */
export function selectOpenLineDays(query: Query, callerId: SQL, { lastDay }: MonthSpan) {
  const isOpen = isOpenLine(sql.raw("statement_lines.id"));
  const sealedDay = sql.raw("(SELECT max(last_day) FROM month_closes WHERE sealed_at_ms IS NOT NULL)");
  return query.all<OpenDay>(sql`
    SELECT 'lines' AS what, currency, day, amount_cents > 0 AS isIn, 1 AS holds, count(*) AS count, sum(amount_cents) AS cents FROM (
      SELECT currency, day, amount_cents FROM statement_lines
      WHERE ${callerId} IS NOT NULL AND currency IN ('USD', 'KHR') AND day <= ${lastDay} AND day > coalesce(${sealedDay}, -1) AND ${isOpen}
      UNION ALL
      SELECT statement_lines.currency, statement_lines.day, statement_lines.amount_cents
      FROM bank_statements JOIN statement_lines ON statement_lines.statement_id = bank_statements.id
      WHERE ${callerId} IS NOT NULL AND bank_statements.imported_at_ms > (SELECT max(sealed_at_ms) FROM month_closes)
        AND bank_statements.first_day <= ${sealedDay} AND statement_lines.day <= ${sealedDay} AND ${isOpen}
    ) GROUP BY currency, day, isIn`);
}

/**
 * The statement that reads the open transfers since the first statement of their currency, by their days. That of all currencies bounds what is
 * read, before each transfer is asked for its line. What was undone in the month is not open;
 * what was undone later is, and holds nothing. @param callerId NULL reads nothing @param before the month before
 */
export function selectOpenTransferDays(query: Query, callerId: SQL, span: MonthSpan, before: string) {
  const dayMs = sql.raw("86400000");
  const from = fromOf(span, before);
  return query.all<OpenDay>(sql`
    SELECT 'transfers' AS what, currency, day, isIn, holds, count(*) AS count, sum(cents) AS cents FROM (
      SELECT accounts.currency, CAST(${span.lastDay + 1} AS INTEGER)
          - (CAST(${span.untilMs} AS INTEGER) - transfers.at_ms + ${dayMs} - 1) / ${dayMs} AS day,
        sum(entries.amount_cents) < 0 AS isIn, -sum(entries.amount_cents) AS cents,
        NOT EXISTS (SELECT 1 FROM transfers_without_need_of_line WHERE transfer_id = transfers.id) AS holds
      FROM ${MOVES} JOIN (
        SELECT bank_accounts.currency, min(bank_statements.first_day) AS first_day FROM bank_statements
        JOIN bank_accounts ON bank_accounts.id = bank_statements.account_id GROUP BY bank_accounts.currency
      ) AS covered ON covered.currency = accounts.currency
      WHERE ${callerId} IS NOT NULL AND transfers.at_ms < ${span.untilMs}
        AND transfers.at_ms >= coalesce((SELECT max(until_ms) FROM month_closes WHERE sealed_at_ms IS NOT NULL), 0)
        AND transfers.at_ms >= ${from} + ((SELECT min(first_day) FROM bank_statements) - ${span.firstDay}) * ${dayMs}
        AND transfers.at_ms >= ${from} + (covered.first_day - ${span.firstDay}) * ${dayMs}
        AND entries.account_id LIKE 'house:%' AND ${AT_THE_BANK} AND ${HAS_NO_LINE} AND NOT EXISTS (SELECT 1 FROM transfers_undone WHERE transfer_id = transfers.id AND transfers_undone.at_ms < ${span.untilMs})
      GROUP BY transfers.id, accounts.currency HAVING sum(entries.amount_cents) <> 0
    ) GROUP BY currency, day, isIn, holds`);
}

/** The statement that reads what else was open when a month ended. @param callerId NULL reads nothing */
export function selectOpenAtEnd(query: Query, callerId: SQL, { untilMs }: MonthSpan) {
  return query.all<{ what: OpenKind; currency: StatementCurrency; count: number; cents: number }>(sql`
    SELECT 'exceptions' AS what, paid_currency AS currency, count(*) AS count, coalesce(sum(CAST(round(paid_amount * 100) AS INTEGER)), 0) AS cents
    FROM payment_exceptions
    WHERE ${callerId} IS NOT NULL AND created_at_ms < ${untilMs} AND paid_currency IN ('USD', 'KHR')
      AND (status = 'open' OR decided_at_ms >= ${untilMs})
    GROUP BY paid_currency
    UNION ALL
    SELECT 'acts', CASE WHEN rate_hundredths IS NULL THEN 'USD' ELSE 'KHR' END, count(*), sum(amount_cents) FROM book_acts
    WHERE ${callerId} IS NOT NULL AND proposed_at_ms < ${untilMs}
      AND (posted_at_ms IS NULL OR posted_at_ms >= ${untilMs}) AND (cancelled_at_ms IS NULL OR cancelled_at_ms >= ${untilMs})
    GROUP BY 2
    UNION ALL
    SELECT 'withdrawals', 'USD', count(*), sum(amount_cents) FROM (
      SELECT amount_cents FROM withdrawals
      WHERE ${callerId} IS NOT NULL AND status = 'approved' AND payment_started_at_ms < ${untilMs}
      UNION ALL
      SELECT amount_cents FROM withdrawals
      WHERE ${callerId} IS NOT NULL AND completed_at_ms >= ${untilMs} AND payment_started_at_ms < ${untilMs}
    ) HAVING count(*) > 0`);
}

/**
 * The month of an act's record, where it was sealed when the act was posted, or the one that the act names: an expression for a
 * statement about `book_acts`.
 */
export const FOUND_FOR = sql<string | null>`coalesce(book_acts.found_for, (
  SELECT month_closes.month FROM month_closes
  WHERE month_closes.sealed_at_ms <= coalesce(book_acts.posted_at_ms, 9007199254740991) AND month_closes.sealed_at_ms IS NOT NULL
    AND coalesce(
      (SELECT completed_at_ms FROM withdrawals WHERE id = book_acts.record_id AND book_acts.kind = 'payout_returned'),
      (SELECT paid_at_ms FROM deposits WHERE id = book_acts.record_id AND book_acts.kind = 'deposit_reversed')
    ) BETWEEN month_closes.from_ms AND month_closes.until_ms - 1
))`;

/** The statement that reads what a month has of sealed months before: lines of later statements, and acts. @param callerId NULL reads nothing @param before the month before */
export function selectFoundLater(query: Query, callerId: SQL, span: MonthSpan, before: string) {
  const from = fromOf(span, before);
  return query.all<FoundLater>(sql`
    SELECT CASE WHEN statement_lines.amount_cents > 0 THEN 'line_in' ELSE 'line_out' END AS what, month_closes.month AS ofMonth,
      statement_lines.currency, count(*) AS count, sum(statement_lines.amount_cents) AS cents
    FROM bank_statements JOIN statement_lines ON statement_lines.statement_id = bank_statements.id
    JOIN month_closes ON month_closes.sealed_at_ms < bank_statements.imported_at_ms
      AND statement_lines.day BETWEEN month_closes.first_day AND month_closes.last_day
    WHERE ${callerId} IS NOT NULL AND bank_statements.imported_at_ms >= ${from} AND bank_statements.imported_at_ms < ${span.untilMs}
      AND bank_statements.first_day < ${span.firstDay}
    GROUP BY 1, 2, 3
    UNION ALL
    SELECT kind, ofMonth, currency, count(*), sum(cents) FROM (
      SELECT book_acts.kind, ${FOUND_FOR} AS ofMonth, CASE WHEN rate_hundredths IS NULL THEN 'USD' ELSE 'KHR' END AS currency,
        book_acts.amount_cents AS cents
      FROM transfers JOIN book_acts ON book_acts.id = substr(transfers.reference, 6)
      WHERE ${callerId} IS NOT NULL AND transfers.reference LIKE 'book:%' AND transfers.at_ms >= ${from} AND transfers.at_ms < ${span.untilMs}
    ) WHERE ofMonth IS NOT NULL GROUP BY 1, 2, 3`);
}

/** What of the database a report was computed from, by counts that only rise. */
export type Fingerprint = { transfers: number; matches: number; takenBack: number; lines: number };

function fingerprintColumns(span: MonthSpan, before: string) {
  return {
    transfers: sql`(SELECT count(*) FROM transfers WHERE at_ms >= ${fromOf(span, before)} AND at_ms < ${span.untilMs})`,
    matches: sql`(SELECT coalesce(max(rowid), 0) FROM line_matches)`,
    takenBack: sql`(SELECT count(*) FROM line_matches WHERE taken_back_at_ms IS NOT NULL)`,
    lines: sql`(SELECT coalesce(max(rowid), 0) FROM statement_lines)`,
  };
}

/** The statement that reads the fingerprint of a month. @param callerId NULL reads nothing @param before the month before */
export function selectFingerprint(query: Query, callerId: SQL, span: MonthSpan, before: string) {
  const { transfers, matches, takenBack, lines } = fingerprintColumns(span, before);
  return query.all<Fingerprint>(
    sql`SELECT ${transfers} AS transfers, ${matches} AS matches, ${takenBack} AS takenBack, ${lines} AS lines WHERE ${callerId} IS NOT NULL`,
  );
}

/** The condition that a month's report would be computed from the same. @param before the month before */
export function hasFingerprint(span: MonthSpan, before: string, seen: Fingerprint): SQL {
  const { transfers, matches, takenBack, lines } = fingerprintColumns(span, before);
  return sql`${transfers} = ${seen.transfers} AND ${matches} = ${seen.matches} AND ${takenBack} = ${seen.takenBack} AND ${lines} = ${seen.lines}`;
}
