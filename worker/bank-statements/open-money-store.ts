import { type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { recordCode } from "../contract/record-code.ts";
import { withdrawalNumber } from "../contract/withdrawal-number.ts";
import type { MatchLine, MatchTransfer } from "./match-lines.ts";
import type { StatementCurrency } from "./statement-profile.ts";

/** The SQL that reads lines and transfers for matching. Functions return statements; verbs put them into batches. */

/** The condition of the ledger's accounts whose money is at a bank. */
export const AT_THE_BANK = sql.raw("accounts.kind IN ('khqr', 'khqr_riel', 'payout', 'bank')");

/** That a match of the table `line_matches` stands. */
const STANDS = sql.raw("line_matches.taken_back_at_ms IS NULL");

/** That no standing match has a line. @param id of the line, as SQL */
export function isOpenLine(id: SQL): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM line_matches WHERE line_matches.line_id = ${id} AND ${STANDS})`;
}

/** That no line has a transfer of the table `transfers`: by no match, and by no exception that it credited. */
export const HAS_NO_LINE = sql.raw(
  "NOT EXISTS (SELECT 1 FROM transfers_with_line WHERE transfers_with_line.transfer_id = transfers.id)",
);

/** That a transfer of the table `transfers` has no line and will have none (`transfers_without_need_of_line`): it is not open. */
export const NEEDS_NO_LINE = sql.raw(
  "EXISTS (SELECT 1 FROM transfers_without_need_of_line WHERE transfers_without_need_of_line.transfer_id = transfers.id)",
);

const LINE_COLUMNS = sql.raw(
  "id, account_id AS accountId, day, at_ms AS atMs, amount_cents AS amountCents, currency, bank_id AS bankId, reference, network_hash AS networkHash, payer, payer_account AS payerAccount, remark",
);

/** A line of the database, with what a person sees of it. */
export type LineRow = Omit<MatchLine, "id"> & {
  id: string;
  accountId: string;
  atMs: number | null;
  payer: string | null;
  payerAccount: string | null;
};

/** The statement that reads lines that no match has, from the oldest. @param callerId NULL reads nothing */
export function selectOpenLines(query: Query, callerId: SQL, days: { from: number; to: number }) {
  return query.all<LineRow>(sql`
    SELECT ${LINE_COLUMNS} FROM statement_lines
    WHERE ${callerId} IS NOT NULL AND day BETWEEN ${days.from} AND ${days.to} AND ${isOpenLine(sql.raw("statement_lines.id"))}
    ORDER BY day, coalesce(at_ms, 0), position, id`);
}

/** The statement that reads one line, whether a match has it or not. @param callerId NULL reads nothing */
export function selectLine(query: Query, callerId: SQL, id: string) {
  return query.all<LineRow & { matchId: string | null; matchWhy: string | null }>(sql`
    SELECT ${LINE_COLUMNS},
      (SELECT line_matches.id FROM line_matches WHERE line_id = statement_lines.id AND ${STANDS}) AS matchId,
      (SELECT line_matches.why FROM line_matches WHERE line_id = statement_lines.id AND ${STANDS}) AS matchWhy
    FROM statement_lines WHERE ${callerId} IS NOT NULL AND id = ${id}`);
}

/** A transfer that moves money at a bank, as the database has it. */
export type BankTransferRow = {
  id: string;
  kind: string;
  reference: string;
  atMs: number;
  currency: StatementCurrency;
  amountCents: number;
  billNumber: string | null;
  depositId: string | null;
  settlementHash: string | null;
  depositReference: string | null;
  number: number | null;
  withdrawalId: string | null;
  paymentId: string | null;
  /** Of a payment of a batch: its reference, the batch's number, and whether the bank said that it came back. */
  itemReference: string | null;
  batchNumber: number | null;
  isBounced: number;
  actReference: string | null;
  userId: string | null;
  name: string | null;
  holderName: string | null;
  /** That no line has it and none will. */
  needsNoLine: number;
};

/** Which transfers are read. @property is those that no line has, or those that one has @property max at most so many, the newest */
export type TransferFilter = { fromMs: number; toMs: number; is: "open" | "matched" | "any"; max?: number };

/** The statement that reads transfers that move money at a bank, from the oldest. @param callerId NULL reads nothing */
export function selectBankTransfers(query: Query, callerId: SQL, { fromMs, toMs, is, max }: TransferFilter) {
  const state = is === "any" ? sql`TRUE` : is === "open" ? HAS_NO_LINE : sql`NOT (${HAS_NO_LINE})`;
  return selectTransfers(
    query,
    sql`${callerId} IS NOT NULL AND transfers.at_ms >= ${fromMs} AND transfers.at_ms < ${toMs} AND ${state}`,
    max,
  );
}

/** The statement that reads some transfers by their ids. @param is `open`: those alone that no line has @param callerId NULL reads nothing */
export function selectTransfersOf(query: Query, callerId: SQL, ids: readonly string[], is: "open" | "any" = "open") {
  const state = is === "any" ? sql`TRUE` : HAS_NO_LINE;
  return selectTransfers(
    query,
    sql`${callerId} IS NOT NULL AND transfers.id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND ${state}`,
  );
}

/** The statement that reads how many transfers of some time move money at a bank, and how many of them no line has. @param callerId NULL reads nothing */
export function selectTransferCounts(
  query: Query,
  callerId: SQL,
  { fromMs, toMs, currency }: { fromMs: number; toMs: number; currency: StatementCurrency },
) {
  return query.all<{ transfers: number; open: number }>(sql`
    SELECT count(*) AS transfers, coalesce(sum(isOpen), 0) AS open FROM (
      SELECT ${HAS_NO_LINE} AND NOT ${NEEDS_NO_LINE} AS isOpen FROM transfers
      WHERE ${callerId} IS NOT NULL AND transfers.at_ms >= ${fromMs} AND transfers.at_ms < ${toMs} AND coalesce((
        SELECT sum(entries.amount_cents) FROM entries JOIN accounts ON accounts.id = entries.account_id
        WHERE entries.transfer_id = transfers.id AND ${AT_THE_BANK} AND accounts.currency = ${currency}
      ), 0) <> 0
    )`);
}

function selectTransfers(query: Query, which: SQL, max?: number) {
  // What it moved is summed up first: the rest is read of each transfer once.
  return query.all<BankTransferRow>(sql`
    WITH moved AS (
      SELECT transfers.id, transfers.kind, transfers.reference, transfers.at_ms, accounts.currency, -sum(entries.amount_cents) AS cents,
        transfers.kind <> 'deposit' AND ${HAS_NO_LINE} AND ${NEEDS_NO_LINE} AS needs_no_line
      FROM transfers JOIN entries ON entries.transfer_id = transfers.id JOIN accounts ON accounts.id = entries.account_id
      WHERE ${AT_THE_BANK} AND ${which}
      GROUP BY transfers.id, accounts.currency HAVING sum(entries.amount_cents) <> 0
      ${max === undefined ? sql`` : sql`ORDER BY transfers.at_ms DESC LIMIT ${max}`}
    )
    SELECT moved.id, moved.kind, moved.reference, moved.at_ms AS atMs, moved.currency, moved.cents AS amountCents,
      deposits.id AS depositId, deposits.bill_number AS billNumber,
      coalesce(payment_exceptions.settlement_hash, deposits.settlement_hash) AS settlementHash, deposits.bank_reference AS depositReference,
      withdrawals.id AS withdrawalId, withdrawals.number, withdrawals.payment_id AS paymentId,
      items.reference AS itemReference, payout_batches.number AS batchNumber, items.outcome IS 'bounced' AS isBounced, book_acts.bank_reference AS actReference,
      users.id AS userId, users.first_name || ' ' || users.last_name AS name, withdrawals.holder_name AS holderName,
      moved.needs_no_line AS needsNoLine
    FROM moved
    LEFT JOIN book_acts ON moved.reference LIKE 'book:%' AND book_acts.id = substr(moved.reference, 6)
    LEFT JOIN payment_exceptions ON moved.reference LIKE 'exception:%' AND payment_exceptions.id = substr(moved.reference, 11)
    LEFT JOIN deposits ON deposits.id = CASE
      WHEN moved.reference LIKE 'deposit:%' THEN substr(moved.reference, 9)
      WHEN moved.reference LIKE 'exception:%' THEN payment_exceptions.deposit_id
      WHEN moved.kind = 'deposit_reversed' THEN book_acts.record_id
    END
    LEFT JOIN withdrawals ON withdrawals.id = CASE
      WHEN moved.reference LIKE 'withdrawal:%' THEN substr(moved.reference, 12, instr(substr(moved.reference, 12), ':') - 1)
      WHEN moved.kind = 'payout_returned' THEN book_acts.record_id
    END
    LEFT JOIN payout_batch_items AS items ON moved.kind = 'withdrawal' AND items.withdrawal_id = withdrawals.id AND items.taken_back_at_ms IS NULL
    LEFT JOIN payout_batches ON payout_batches.id = items.batch_id
    LEFT JOIN users ON users.id = coalesce(deposits.user_id, withdrawals.user_id, book_acts.user_id)
    ORDER BY moved.at_ms, moved.id`);
}

/** A transfer as matching reads it. @param dayOf the operation's day of a moment */
export function matchTransfer(row: BankTransferRow, dayOf: (atMs: number) => number): MatchTransfer {
  const { id, kind, atMs, currency, amountCents, paymentId, itemReference, actReference } = row;
  // The code and the reference of the deposit are those of another payment, which may be credited.
  const isOfException = kind.startsWith("exception_");
  const own = row.reference.startsWith("book:")
    ? [actReference]
    : kind === "deposit"
      ? [row.settlementHash, row.depositReference]
      : isOfException
        ? [row.settlementHash]
        : [paymentId, itemReference];
  return {
    ...{ id, kind, day: dayOf(atMs), amountCents, currency, batch: batchOf(row), isBounced: row.isBounced === 1 },
    ids: own.filter((one) => one !== null),
    code: isOfException ? null : codeOfRecord(row),
  };
}

type Coded = Pick<BankTransferRow, "reference" | "billNumber" | "number">;

/** The code of the deposit or withdrawal that a transfer is about; null where it is about neither. */
function codeOfRecord({ billNumber, number }: Coded): string | null {
  return billNumber ?? (number === null ? null : withdrawalNumber(number));
}

/** Our own code of what a transfer is about, which admins search for; the transfer's own reference where that has none. */
export function transferCode(row: Coded): string {
  const [subject = "", id = ""] = row.reference.split(":");
  const code = codeOfRecord(row);
  if (code !== null) return code;
  if (subject === "exception") return recordCode("exception", id);
  return subject === "book" ? recordCode("act", id) : row.reference;
}

/** The name of the batch that a transfer was paid by, under which a bank may pay all of it at once. */
export function batchOf({ batchNumber }: Pick<BankTransferRow, "batchNumber">): string | null {
  return batchNumber === null ? null : `B-${batchNumber}`;
}
