import { type SQL, sql } from "drizzle-orm";
import type { Query } from "../../../db/client.ts";
import { AT_THE_BANK, isOpenLine } from "../../bank-statements/open-money-store.ts";
import type { StatementCurrency } from "../../bank-statements/statement-profile.ts";
import { sumsOfBalances, sumsOfEntries } from "../../ledger/ledger-store.ts";

/** The admin SQL that reads what explains a day: its lines, their pairs, and balances. Functions return statements; verbs put them into batches. */

/** A line of a day with its match. */
export type DayLineRow = {
  id: string;
  accountId: string;
  statementId: string;
  line: number;
  day: number;
  atMs: number | null;
  amountCents: number;
  currency: StatementCurrency;
  bankId: string | null;
  reference: string | null;
  networkHash: string | null;
  payer: string | null;
  payerAccount: string | null;
  remark: string | null;
  balanceCents: number | null;
  matchId: string | null;
  why: "bank_id" | "code" | "batch" | "by_hand" | "exception" | "refund" | null;
  exceptionId: string | null;
  reason: string | null;
  matchedBy: string | null;
  matchedAtMs: number | null;
  /** The sealed month of its day, where its statement came later. */
  foundFor: string | null;
};

/** Lines of a day, the newest first. @property isOpen those alone that no match has @property rows at most so many */
export type DayPage = { day: number; currency: StatementCurrency; isOpen: boolean; rows: number };

const NEWEST_FIRST = sql.raw("ORDER BY coalesce(at_ms, 0) DESC, position DESC, statement_lines.id");

/** That a line is one of a page. */
function isOnPage({ day, currency, isOpen, rows }: DayPage): SQL {
  return sql`statement_lines.id IN (
    SELECT id FROM statement_lines WHERE currency = ${currency} AND day = ${day}
      AND ${isOpen ? isOpenLine(sql.raw("statement_lines.id")) : sql`TRUE`}
    ${NEWEST_FIRST} LIMIT ${rows}
  )`;
}

/** The statement that reads lines of a day. @param callerId NULL reads nothing */
export function selectDayLines(query: Query, callerId: SQL, page: DayPage) {
  return query.all<DayLineRow>(sql`
    SELECT statement_lines.id, account_id AS accountId, statement_id AS statementId, line, day, at_ms AS atMs, amount_cents AS amountCents, currency,
      bank_id AS bankId, reference, network_hash AS networkHash, payer, payer_account AS payerAccount, remark, balance_cents AS balanceCents,
      line_matches.id AS matchId, line_matches.why, line_matches.exception_id AS exceptionId, line_matches.reason,
      users.first_name || ' ' || users.last_name AS matchedBy, line_matches.matched_at_ms AS matchedAtMs, (
        SELECT month FROM month_closes WHERE statement_lines.day BETWEEN first_day AND last_day
          AND sealed_at_ms < (SELECT imported_at_ms FROM bank_statements WHERE id = statement_lines.statement_id)
      ) AS foundFor
    FROM statement_lines
    LEFT JOIN line_matches ON line_matches.line_id = statement_lines.id AND line_matches.taken_back_at_ms IS NULL
    LEFT JOIN users ON users.id = line_matches.matched_by
    WHERE ${callerId} IS NOT NULL AND ${isOnPage(page)}
    ${NEWEST_FIRST}`);
}

/** A line with one of its transfers, which an exception credited where `matchId` has none of its own. */
export type PairRow = {
  lineId: string;
  lineDay: number;
  lineCents: number;
  why: string;
  transferId: string | null;
  atMs: number | null;
  cents: number | null;
};

const PAIR_COLUMNS = sql`statement_lines.id AS lineId, statement_lines.day AS lineDay, statement_lines.amount_cents AS lineCents, line_matches.why,
    transfers.id AS transferId, transfers.at_ms AS atMs, (
      SELECT -sum(entries.amount_cents) FROM entries JOIN accounts ON accounts.id = entries.account_id
      WHERE entries.transfer_id = transfers.id AND ${AT_THE_BANK} AND accounts.currency = statement_lines.currency
    ) AS cents`;
const PAIRS = sql`
  SELECT ${PAIR_COLUMNS}
  FROM statement_lines JOIN line_matches ON line_matches.line_id = statement_lines.id AND line_matches.taken_back_at_ms IS NULL`;
const BY_MATCH = sql`
  JOIN line_match_transfers ON line_match_transfers.match_id = line_matches.id JOIN transfers ON transfers.id = line_match_transfers.transfer_id`;
const MOVES_AT_BANK = sql`EXISTS (
      SELECT 1 FROM entries JOIN accounts ON accounts.id = entries.account_id
      WHERE entries.transfer_id = transfers.id AND ${AT_THE_BANK}
    )`;
/** That an exception's match has a transfer of it (`transfers_with_line`): its payment all of them, its refund what that took off where no payment is matched. */
const IS_OF_EXCEPTION = sql`(line_matches.why = 'exception' OR line_matches.why = 'refund' AND transfers.kind = 'exception_refunded' AND NOT EXISTS (
      SELECT 1 FROM line_matches AS payment
      WHERE payment.exception_id = line_matches.exception_id AND payment.why = 'exception' AND payment.taken_back_at_ms IS NULL
    ))`;
const BY_EXCEPTION = sql`
  LEFT JOIN transfers ON ${IS_OF_EXCEPTION} AND transfers.kind IN ('deposit', 'exception_received', 'exception_credited', 'exception_refunded', 'exception_released')
    AND transfers.reference = 'exception:' || line_matches.exception_id AND ${MOVES_AT_BANK}`;

/**
 * The statement that reads the pairs of a page of a day's lines, and those of the day's transfers whose line is of another day. A CROSS
 * JOIN keeps the database from beginning with all lines of the currency.
 * @param callerId NULL reads nothing
 */
export function selectDayPairs(
  query: Query,
  callerId: SQL,
  page: DayPage,
  { fromMs, toMs }: { fromMs: number; toMs: number },
) {
  const isOfOtherDay = sql`transfers.at_ms >= ${fromMs} AND transfers.at_ms < ${toMs}
      AND statement_lines.currency = ${page.currency} AND statement_lines.day <> ${page.day}`;
  return query.all<PairRow>(sql`
    ${PAIRS} ${BY_MATCH} WHERE ${callerId} IS NOT NULL AND ${isOnPage(page)}
    UNION ${PAIRS} ${BY_EXCEPTION} WHERE ${callerId} IS NOT NULL AND line_matches.exception_id IS NOT NULL AND ${isOnPage(page)}
    UNION SELECT ${PAIR_COLUMNS} FROM transfers
      CROSS JOIN line_match_transfers ON line_match_transfers.transfer_id = transfers.id
      CROSS JOIN line_matches ON line_matches.id = line_match_transfers.match_id AND line_matches.taken_back_at_ms IS NULL
      CROSS JOIN statement_lines ON statement_lines.id = line_matches.line_id
      WHERE ${callerId} IS NOT NULL AND ${isOfOtherDay}
    UNION SELECT ${PAIR_COLUMNS} FROM transfers
      CROSS JOIN line_matches ON line_matches.exception_id = substr(transfers.reference, 11) AND ${IS_OF_EXCEPTION}
        AND line_matches.taken_back_at_ms IS NULL
      CROSS JOIN statement_lines ON statement_lines.id = line_matches.line_id
      WHERE ${callerId} IS NOT NULL AND transfers.reference LIKE 'exception:%' AND ${isOfOtherDay} AND ${MOVES_AT_BANK}`);
}

/** A match whose sides may be on two days is one of so many days around. */
const OTHER_DAYS = 62;

/**
 * The statement that reads the pairs that the end of a day may divide: what an exception has, and matches with a side before it and one
 * after it. @param callerId NULL reads nothing
 */
export function selectDividedPairs(
  query: Query,
  callerId: SQL,
  { day, currency, toMs }: { day: number; currency: StatementCurrency; toMs: number },
) {
  const near = sql`statement_lines.day BETWEEN ${day - OTHER_DAYS} AND ${day + OTHER_DAYS}`;
  const isDivided = sql`(statement_lines.day <= ${day}) <> (transfers.at_ms < ${toMs})`;
  return query.all<PairRow>(sql`
    ${PAIRS} ${BY_MATCH} WHERE ${callerId} IS NOT NULL
      AND line_matches.id IN (
        SELECT line_matches.id FROM statement_lines
        JOIN line_matches ON line_matches.line_id = statement_lines.id AND line_matches.taken_back_at_ms IS NULL ${BY_MATCH}
        WHERE statement_lines.currency = ${currency} AND ${near} AND ${isDivided}
      )
    UNION ${PAIRS} ${BY_EXCEPTION} WHERE ${callerId} IS NOT NULL AND +statement_lines.currency = ${currency} AND line_matches.exception_id IS NOT NULL`);
}

/**
 * The statement that reads the balance of each bank account at the end of a day: that of its last line, or the opening balance of its first
 * statement with all lines since. Null where no statement says one. @param callerId NULL reads nothing
 */
export function selectBankBalances(query: Query, callerId: SQL, day: number, currency: StatementCurrency) {
  return query.all<{ id: string; cents: number | null; lastAtMs: number | null; openedAtMs: number }>(sql`
    SELECT bank_accounts.id, bank_accounts.opened_at_ms AS openedAtMs, coalesce(
        (SELECT statement_lines.balance_cents FROM statement_lines JOIN bank_statements ON bank_statements.id = statement_lines.statement_id
          WHERE statement_lines.account_id = bank_accounts.id AND statement_lines.day <= ${day}
          ORDER BY statement_lines.day DESC, bank_statements.imported_at_ms DESC, statement_lines.position DESC LIMIT 1),
        (SELECT first.opening_cents FROM bank_statements AS first
          WHERE first.account_id = bank_accounts.id AND first.opening_cents IS NOT NULL AND first.first_day <= ${day}
          ORDER BY first.first_day LIMIT 1) + (
          SELECT coalesce(sum(amount_cents), 0) FROM statement_lines WHERE account_id = bank_accounts.id AND day <= ${day}
        )
      ) AS cents,
      (SELECT max(at_ms) FROM statement_lines WHERE account_id = bank_accounts.id AND day <= ${day}) AS lastAtMs
    FROM bank_accounts WHERE ${callerId} IS NOT NULL AND currency = ${currency} ORDER BY bank_accounts.id`);
}

/**
 * The statement that reads the balances of each kind of account at a moment: those of the last sealed month and what was posted after it, which
 * is fixed as well, or those of now without what was posted since, whichever is the shorter way. @param callerId NULL reads nothing
 */
export function selectKindBalances(
  query: Query,
  callerId: SQL,
  { atMs, nowMs, currency }: { atMs: number; nowMs: number; currency: StatementCurrency },
) {
  const fromNow = sql`CASE WHEN EXISTS (SELECT 1 FROM sealed) THEN NULL ELSE ${callerId} END`;
  return query.all<{ kind: string; cents: number }>(sql`
    WITH sealed AS MATERIALIZED (
      SELECT until_ms, report FROM month_closes
      WHERE ${callerId} IS NOT NULL AND sealed_at_ms IS NOT NULL AND until_ms <= ${atMs} AND ${atMs} - until_ms < ${nowMs} - ${atMs}
      ORDER BY until_ms DESC LIMIT 1
    )
    SELECT kind, sum(cents) AS cents FROM (
      SELECT kind, currency, cents FROM ${sumsOfBalances(fromNow)}
      UNION ALL
      SELECT kind, currency, -cents FROM ${sumsOfEntries(sql`${fromNow} IS NOT NULL AND transfers.at_ms >= ${atMs}`)}
      UNION ALL
      SELECT coalesce(accounts.kind, closing.value ->> 'account'), reported.value ->> 'currency', closing.value ->> 'closingCents'
      FROM sealed CROSS JOIN json_each(report, '$.currencies') AS reported CROSS JOIN json_each(reported.value, '$.accounts') AS closing
      LEFT JOIN accounts ON accounts.id = closing.value ->> 'account'
      UNION ALL
      SELECT kind, currency, cents
      FROM ${sumsOfEntries(sql`transfers.at_ms >= (SELECT until_ms FROM sealed) AND transfers.at_ms < ${atMs}`)}
    ) WHERE currency = ${currency} GROUP BY kind`);
}

/** The sum of some kinds of account, in cents. */
export function centsOf(kinds: readonly { kind: string; cents: number }[], ...of: readonly string[]): number {
  return kinds.reduce((sum, { kind, cents }) => (of.includes(kind) ? sum + cents : sum), 0);
}

/** A kind of transfer, with how many there were and what they moved of traders' money. */
type ClientFlowRow = { kind: string; cents: number; count: number };

/**
 * The statement that reads what has moved traders' money in some time. A CROSS JOIN and a plus keep the database from beginning with
 * all entries or all kinds. @param callerId NULL reads nothing
 */
export function selectClientFlows(
  query: Query,
  callerId: SQL,
  { fromMs, toMs, currency }: { fromMs: number; toMs: number; currency: StatementCurrency },
) {
  return query.all<ClientFlowRow>(sql`
    SELECT transfers.kind, sum(entries.amount_cents) AS cents, count(DISTINCT transfers.id) AS count
    FROM transfers CROSS JOIN entries ON entries.transfer_id = transfers.id CROSS JOIN accounts ON accounts.id = entries.account_id
    WHERE ${callerId} IS NOT NULL AND transfers.at_ms >= ${fromMs} AND transfers.at_ms < ${toMs}
      AND accounts.kind IN ('available', 'held') AND accounts.currency = ${currency}
    GROUP BY +transfers.kind`);
}

/** The statement that reads how many lines each day has, and how many of them nothing has. @param callerId NULL reads nothing */
export function selectDayCounts(
  query: Query,
  callerId: SQL,
  { from, to, currency }: { from: number; to: number; currency: StatementCurrency },
) {
  return query.all<{ day: number; lines: number; open: number }>(sql`
    SELECT day, count(*) AS lines, sum(NOT EXISTS (
      SELECT 1 FROM line_matches WHERE line_id = statement_lines.id AND taken_back_at_ms IS NULL
    )) AS open
    FROM statement_lines WHERE ${callerId} IS NOT NULL AND currency = ${currency} AND day BETWEEN ${from} AND ${to}
    GROUP BY day`);
}
