import { type SQL, sql } from "drizzle-orm";
import type { Query } from "../../../db/client.ts";
import { AT_THE_BANK, isOpenLine } from "../../bank-statements/open-money-store.ts";
import type { StatementCurrency } from "../../bank-statements/statement-profile.ts";
import { sumsOfBalances, sumsOfEntries } from "../../ledger/ledger-store.ts";

/** The admin SQL that reads bank statements and what explains a day. Functions return statements; verbs put them into batches. */

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

/** A code that a line names, with what the product knows of it. */
export type CodeRow = {
  kind: "deposit" | "withdrawal";
  id: string;
  code: string;
  status: string;
  amountCents: number;
  userId: string;
  atMs: number;
  version: number | null;
  name: string;
  holderName: string | null;
};

const PERSON = sql.raw("users.first_name || ' ' || users.last_name");
const DEPOSITS = sql`SELECT 'deposit' AS kind, deposits.id, bill_number AS code, status, amount_cents AS amountCents, user_id AS userId,
  deposits.created_at_ms AS atMs, NULL AS version, ${PERSON} AS name, NULL AS holderName FROM deposits JOIN users ON users.id = user_id`;
const WITHDRAWALS = sql`SELECT 'withdrawal' AS kind, withdrawals.id, 'WD-' || number AS code, status, -amount_cents AS amountCents, user_id AS userId,
  coalesce(payment_started_at_ms, approved_at_ms, withdrawals.created_at_ms) AS atMs, withdrawals.version, ${PERSON} AS name,
  holder_name AS holderName FROM withdrawals JOIN users ON users.id = user_id`;

/** The statement that reads the deposits and withdrawals of codes. @param callerId NULL reads nothing */
export function selectCodes(query: Query, callerId: SQL, codes: readonly string[]) {
  const bills = JSON.stringify(codes.filter((code) => code.startsWith("D")));
  const numbers = JSON.stringify(codes.flatMap((code) => (code.startsWith("WD-") ? Number(code.slice(3)) : [])));
  return query.all<CodeRow>(sql`
    ${DEPOSITS} WHERE ${callerId} IS NOT NULL AND bill_number IN (SELECT value FROM json_each(${bills}))
    UNION ALL ${WITHDRAWALS} WHERE ${callerId} IS NOT NULL AND number IN (SELECT value FROM json_each(${numbers}))`);
}

const RECORDS_MAX = 200;

/**
 * The statement that reads what an open line could be about beside transfers: codes of its sum that were not paid, around its day, withdrawals that
 * are approved, and the newest deposit of each trader whose payments came from the same account. @param callerId NULL reads nothing
 */
export function selectLikelyRecords(
  query: Query,
  callerId: SQL,
  {
    amountCents,
    payerAccount,
    fromMs,
    toMs,
  }: { amountCents: number; payerAccount: string | null; fromMs: number; toMs: number },
) {
  if (amountCents < 0) {
    return query.all<CodeRow>(
      sql`${WITHDRAWALS} WHERE ${callerId} IS NOT NULL AND status = 'approved' LIMIT ${RECORDS_MAX}`,
    );
  }
  return query.all<CodeRow>(sql`
    SELECT * FROM (${DEPOSITS} WHERE ${callerId} IS NOT NULL AND status <> 'paid' AND deposits.created_at_ms BETWEEN ${fromMs} AND ${toMs}
      AND amount_cents = ${amountCents} LIMIT ${RECORDS_MAX})
    UNION ${DEPOSITS} WHERE ${callerId} IS NOT NULL AND deposits.id IN (
      SELECT (SELECT newest.id FROM deposits AS newest WHERE newest.user_id = payers.user_id ORDER BY newest.created_at_ms DESC LIMIT 1)
      FROM (${payersOf(payerAccount)}) AS payers
    )`);
}

/** An exception that was sent back, whose refund has no line. */
export type RefundRow = {
  id: string;
  amountCents: number;
  atMs: number;
  refundReference: string;
  billNumber: string | null;
  userId: string | null;
  name: string | null;
};

/**
 * The statement that reads the refunds that a line could be: of its sum, of payments that have a line and so all their transfers with them.
 * @param callerId NULL reads nothing
 */
export function selectRefunds(
  query: Query,
  callerId: SQL,
  { amountCents, currency }: { amountCents: number; currency: StatementCurrency },
) {
  const hasLine = (why: "exception" | "refund") => sql`EXISTS (
    SELECT 1 FROM line_matches WHERE exception_id = payment_exceptions.id AND why = ${why} AND taken_back_at_ms IS NULL
  )`;
  return query.all<RefundRow>(sql`
    SELECT payment_exceptions.id, -refunded_cents AS amountCents, decided_at_ms AS atMs, refund_reference AS refundReference,
      bill_number AS billNumber, user_id AS userId, ${PERSON} AS name
    FROM payment_exceptions LEFT JOIN deposits ON deposits.id = deposit_id LEFT JOIN users ON users.id = user_id
    WHERE ${callerId} IS NOT NULL AND payment_exceptions.status = 'refunded' AND refunded_cents = ${-amountCents}
      AND paid_currency = ${currency} AND ${hasLine("exception")} AND NOT ${hasLine("refund")}
    LIMIT ${RECORDS_MAX}`);
}

/** The statement that reads which traders paid from an account before. @param callerId NULL reads nothing */
export function selectPayers(query: Query, callerId: SQL, payerAccount: string | null) {
  return query.all<{ userId: string }>(
    sql`SELECT user_id AS userId FROM (${payersOf(payerAccount)}) WHERE ${callerId} IS NOT NULL`,
  );
}

function payersOf(payerAccount: string | null): SQL {
  return sql`SELECT DISTINCT deposits.user_id FROM statement_lines
    JOIN line_matches ON line_matches.line_id = statement_lines.id AND line_matches.taken_back_at_ms IS NULL
    JOIN line_match_transfers ON line_match_transfers.match_id = line_matches.id
    JOIN transfers ON transfers.id = line_match_transfers.transfer_id AND transfers.reference LIKE 'deposit:%'
    JOIN deposits ON deposits.id = substr(transfers.reference, 9)
    WHERE statement_lines.payer_account = ${payerAccount} LIMIT 20`;
}

/** A deposit that a payment without a code is said to be of. */
export type DepositOfLineRow = { id: string; userId: string; amountCents: number; status: string; createdAtMs: number };

/** The statement that reads a deposit, and the exception that a payment has already. @param callerId NULL reads nothing */
export function selectDepositOfLine(query: Query, callerId: SQL, id: string | null) {
  return query.all<DepositOfLineRow>(sql`
    SELECT id, user_id AS userId, amount_cents AS amountCents, status, created_at_ms AS createdAtMs FROM deposits
    WHERE ${callerId} IS NOT NULL AND id = ${id}`);
}

/** Whether there is a payment exception of this id. */
export function isException(id: string): SQL<boolean> {
  return sql<boolean>`EXISTS (SELECT 1 FROM payment_exceptions WHERE id = ${id})`;
}

/** The statement that reads an exception of the payment that a line is, or by its id. @param callerId NULL reads nothing */
export function selectExceptionOfLine(query: Query, callerId: SQL, which: { lineId: string } | { id: string }) {
  const is =
    "id" in which
      ? sql`id = ${which.id}`
      : sql`settlement_hash = (SELECT coalesce(network_hash, 'statement:' || id) FROM statement_lines WHERE id = ${which.lineId})`;
  return query.all<{
    id: string;
    depositId: string | null;
    status: string;
    refundedCents: number | null;
    paidCurrency: string;
  }>(sql`
    SELECT id, deposit_id AS depositId, status, refunded_cents AS refundedCents, paid_currency AS paidCurrency FROM payment_exceptions
    WHERE ${callerId} IS NOT NULL AND ${is}`);
}

/** The statement that reads a withdrawal's sum, and the line that its completion has. @param callerId NULL reads nothing */
export function selectWithdrawalSum(query: Query, callerId: SQL, id: string) {
  return query.all<{ amountCents: number; lineId: string | null }>(sql`
    SELECT amount_cents AS amountCents, (
      SELECT line_matches.line_id FROM transfers JOIN line_match_transfers ON line_match_transfers.transfer_id = transfers.id
      JOIN line_matches ON line_matches.id = line_match_transfers.match_id AND line_matches.taken_back_at_ms IS NULL
      WHERE transfers.kind = 'withdrawal' AND transfers.reference = 'withdrawal:' || withdrawals.id || ':complete'
    ) AS lineId
    FROM withdrawals WHERE ${callerId} IS NOT NULL AND id = ${id}`);
}

/** What moved traders' money, by the kind of the transfer. */
export type ClientFlowRow = { kind: string; cents: number; count: number };

/** The statement that reads traders' money at a time: that of now, less what has moved it since. @param callerId NULL reads nothing */
export function selectClientMoney(
  query: Query,
  callerId: SQL,
  { atMs, currency }: { atMs: number; currency: StatementCurrency },
) {
  const isClients = sql`kind IN ('available', 'held') AND currency = ${currency}`;
  const since = sumsOfEntries(sql`${callerId} IS NOT NULL AND transfers.at_ms >= ${atMs}`);
  return query.all<{ cents: number }>(sql`
    SELECT (
      SELECT coalesce(sum(balance_cents), 0) FROM accounts WHERE ${callerId} IS NOT NULL AND ${isClients} AND balance_cents <> 0
    ) - (SELECT coalesce(sum(cents), 0) FROM ${since} WHERE ${isClients}) AS cents`);
}

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
