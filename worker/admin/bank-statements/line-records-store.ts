import { type SQL, sql } from "drizzle-orm";
import type { Query } from "../../../db/client.ts";
import type { StatementCurrency } from "../../bank-statements/statement-profile.ts";

/** The admin SQL that reads which records a line could be of. Functions return statements; verbs put them into batches. */

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
