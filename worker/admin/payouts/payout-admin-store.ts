import { type SQL, sql } from "drizzle-orm";
import type { Query } from "../../../db/client.ts";
import { users } from "../../../db/schema/index.ts";
import { DAY_MS } from "../../contract/time.ts";
import { centsInForce } from "../../platform/operation-settings-sql.ts";
import { holdsRole } from "../../platform/session-store.ts";
import { approvalsOn } from "../commands/approval-store.ts";
import type { Approval } from "../commands/approvals.ts";
import { accountKey } from "../lists/record-search-sql.ts";
import { seenDestination } from "../lists/seen-sql.ts";
import { risksOf } from "../users/trader-context-store.ts";
import type { ItemState } from "./payout-rules.ts";

/** The SQL that reads what batches pay. Functions return statements; verbs put them into batches. */

/** A withdrawal as batches need it. Approvals are JSON, and conditions are 0 or 1. */
export type PayoutRow = {
  id: string;
  number: number;
  version: number;
  status: "pending" | "approved" | "completed" | "rejected";
  userId: string;
  trader: string;
  email: string;
  amountCents: number;
  paymentMethod: "KHQR" | "Bank Transfer";
  bankName: string | null;
  accountId: string | null;
  holderName: string | null;
  paymentId: string | null;
  createdAtMs: number;
  approvedAtMs: number | null;
  returnedAtMs: number | null;
  approvalsNeeded: number;
  adminAloneCentsMax: number;
  approvedBy: string;
  rejectionApprovedBy: string;
  claimedBy: string | null;
  claimedByName: string | null;
  claimedUntilMs: number | null;
  isClaimerOperator: number;
  payerId: string | null;
  payerName: string | null;
  paymentStartedAtMs: number | null;
  isPayerOperator: number;
  payerBeforeId: string | null;
  payerBeforeName: string | null;
  isFrozen: number;
  owes: number;
  nameVerdict: "same" | "accepted" | null;
  usedBy: string | null;
  isChanged: number;
  isFirst: number;
  batchId: string | null;
  batchNumber: number | null;
};

/**
 * The columns of {@link PayoutRow}, of a statement that has the tables `withdrawals` and `users`. A plus has a trader's first payout looked
 * for among their own withdrawals, not among everybody's completed ones.
 */
function payoutColumns(callerId: SQL): SQL {
  const { isSecurityChanged, isRenamed } = risksOf({
    userId: sql`withdrawals.user_id`,
    createdAtMs: sql`withdrawals.created_at_ms`,
  });
  const nameOf = (id: SQL) =>
    sql`(SELECT named.first_name || ' ' || named.last_name FROM users AS named WHERE named.id = ${id})`;
  const account = accountKey(sql`withdrawals.account_id`);
  return sql`
    withdrawals.id, withdrawals.number, withdrawals.version, withdrawals.status, withdrawals.user_id AS userId,
    ${users}.first_name || ' ' || ${users}.last_name AS trader, ${users}.email, withdrawals.amount_cents AS amountCents,
    withdrawals.payment_method AS paymentMethod, withdrawals.bank_name AS bankName, ${seenDestination(callerId).accountId} AS accountId,
    withdrawals.holder_name AS holderName, withdrawals.payment_id AS paymentId, withdrawals.created_at_ms AS createdAtMs,
    withdrawals.approved_at_ms AS approvedAtMs, withdrawals.returned_at_ms AS returnedAtMs,
    withdrawals.approvals_needed AS approvalsNeeded,
    min(withdrawals.admin_alone_cents_max, coalesce(${centsInForce("admin_alone_max")}, withdrawals.admin_alone_cents_max)) AS adminAloneCentsMax,
    ${approvalsOn(sql`'withdrawal:' || withdrawals.id`)} AS approvedBy, ${approvalsOn(sql`'rejection:' || withdrawals.id`)} AS rejectionApprovedBy,
    withdrawals.claimed_by AS claimedBy, ${nameOf(sql`withdrawals.claimed_by`)} AS claimedByName,
    withdrawals.claimed_until_ms AS claimedUntilMs, ${holdsRole(sql`withdrawals.claimed_by`, ["operator"])} AS isClaimerOperator,
    withdrawals.payer_id AS payerId, ${nameOf(sql`withdrawals.payer_id`)} AS payerName,
    withdrawals.payment_started_at_ms AS paymentStartedAtMs, ${holdsRole(sql`withdrawals.payer_id`, ["operator"])} AS isPayerOperator,
    withdrawals.payer_before_id AS payerBeforeId, ${nameOf(sql`withdrawals.payer_before_id`)} AS payerBeforeName,
    ${users}.frozen_at_ms IS NOT NULL AS isFrozen,
    EXISTS (SELECT 1 FROM accounts WHERE accounts.id = 'receivable:' || withdrawals.user_id AND accounts.balance_cents < 0) AS owes,
    (
      SELECT name_checks.verdict FROM name_checks
      WHERE name_checks.withdrawal_id = withdrawals.id
        AND name_checks.account_name = ${users}.first_name || ' ' || ${users}.last_name
      ORDER BY name_checks.decided_at_ms DESC LIMIT 1
    ) AS nameVerdict,
    (
      SELECT ${nameOf(sql`found.user_id`)} FROM (
        SELECT methods.user_id FROM payment_methods AS methods
        WHERE ${accountKey(sql`methods.account_id`)} = ${account} AND methods.user_id <> withdrawals.user_id
        UNION ALL SELECT others.user_id FROM withdrawals AS others
        WHERE ${accountKey(sql`others.account_id`)} = ${account} AND others.user_id <> withdrawals.user_id
      ) AS found WHERE withdrawals.account_id <> '' LIMIT 1
    ) AS usedBy,
    (${isSecurityChanged} OR ${isRenamed}) AS isChanged,
    NOT EXISTS (
      SELECT 1 FROM withdrawals AS before
      WHERE before.user_id = withdrawals.user_id AND before.id <> withdrawals.id AND +before.status = 'completed'
    ) AS isFirst,
    live.batch_id AS batchId, (SELECT payout_batches.number FROM payout_batches WHERE payout_batches.id = live.batch_id) AS batchNumber`;
}

const JOINS = sql`
  JOIN ${users} ON ${users}.id = withdrawals.user_id
  LEFT JOIN payout_batch_items AS live ON live.withdrawal_id = withdrawals.id AND live.taken_back_at_ms IS NULL`;

/** The approvals of a row. */
export function approvalsIn(json: string): Approval[] {
  // `approvalsOn` makes these objects.
  return JSON.parse(json) as Approval[];
}

/** What the list of what is to be paid can be narrowed to. Sums in cents. */
export type ToPayFilter = {
  bank?: string | undefined;
  minCents?: number | undefined;
  maxCents?: number | undefined;
  approvedFrom?: number | undefined;
  approvedTo?: number | undefined;
};

/** So many are shown, which is what one batch pays at most. */
export const TO_PAY_MAX = 500;

/** The bank of a withdrawal as the list has it. */
const BANK = sql`CASE withdrawals.payment_method WHEN 'KHQR' THEN 'KHQR' ELSE trim(withdrawals.bank_name) END`;

/** The statement that reads approved withdrawals, those that were approved first before others. @param callerId NULL reads nothing */
export function selectToPay(query: Query, callerId: SQL, filter: ToPayFilter) {
  const { bank, minCents, maxCents, approvedFrom, approvedTo } = filter;
  const is = (given: number | string | undefined, condition: (value: SQL) => SQL) =>
    given === undefined ? sql`TRUE` : condition(sql`${given}`);
  return query.all<PayoutRow>(sql`
    SELECT ${payoutColumns(callerId)} FROM withdrawals ${JOINS}
    WHERE ${callerId} IS NOT NULL AND withdrawals.status = 'approved'
      AND ${is(bank, (value) => sql`lower(${BANK}) = lower(${value})`)}
      AND ${is(minCents, (value) => sql`withdrawals.amount_cents >= ${value}`)}
      AND ${is(maxCents, (value) => sql`withdrawals.amount_cents <= ${value}`)}
      AND ${is(approvedFrom, (value) => sql`withdrawals.approved_at_ms >= ${value}`)}
      AND ${is(approvedTo, (value) => sql`withdrawals.approved_at_ms < ${value}`)}
    ORDER BY withdrawals.approved_at_ms, withdrawals.id LIMIT ${TO_PAY_MAX}`);
}

/** The statement that reads some withdrawals, whatever their state. @param callerId NULL reads nothing */
export function selectPayouts(query: Query, callerId: SQL, ids: readonly string[]) {
  return query.all<PayoutRow>(sql`
    SELECT ${payoutColumns(callerId)} FROM json_each(${JSON.stringify(ids)}) AS chosen
    JOIN withdrawals ON withdrawals.id = chosen.value ${JOINS}
    WHERE ${callerId} IS NOT NULL ORDER BY chosen.key`);
}

/** The statement that adds up approved withdrawals by bank. @param callerId NULL reads nothing */
export function selectBanks(query: Query, callerId: SQL) {
  return query.all<{ name: string; count: number; cents: number }>(sql`
    SELECT min(${BANK}) AS name, count(*) AS count, sum(withdrawals.amount_cents) AS cents FROM withdrawals
    WHERE ${callerId} IS NOT NULL AND withdrawals.status = 'approved' GROUP BY lower(${BANK}) ORDER BY cents DESC, name`);
}

/** What the caller moved alone in 24 hours, and what they pay now that nobody else approved: each withdrawal once. @param callerId NULL reads nothing */
export function selectMovedByCaller(query: Query, callerId: SQL, nowMs: number) {
  return query.all<{ id: string; cents: number }>(sql`
    SELECT DISTINCT withdrawal_id AS id, amount_cents AS cents FROM moved_alone
    WHERE admin_id = ${callerId} AND at_ms > ${nowMs - DAY_MS}
    UNION SELECT withdrawal_id, amount_cents FROM paying_alone WHERE admin_id = ${callerId}`);
}

/**
 * What holds for a whole batch: pauses, the number above which its own is, and when the caller's approvals begin to count. After a restore
 * numbers go on a thousand further, as the bank may know batches that the copy does not.
 */
export function selectBatchFacts(query: Query, callerId: SQL) {
  return query.all<{ isPaused: number; newestNumber: number; countsFromMs: number | null }>(sql`
    SELECT EXISTS (SELECT 1 FROM pauses_of_withdrawals) AS isPaused,
      (SELECT coalesce(max(number), 100) FROM payout_batches) + 1000 * (
        SELECT count(*) FROM restores WHERE restored_at_ms >= (SELECT coalesce(max(made_at_ms), 0) FROM payout_batches)
      ) AS newestNumber,
      (SELECT counts_from_ms FROM role_holders WHERE user_id = ${callerId} AND role = 'operator') AS countsFromMs
    WHERE ${callerId} IS NOT NULL`);
}

/** A bank account that batches pay from. */
export type PayoutAccountRow = {
  id: string;
  name: string;
  balanceCents: number;
  withBankCents: number;
  unsettledCents: number;
};

/** The statement that reads the bank accounts that batches pay from. @param callerId NULL reads nothing */
export function selectPayoutAccounts(query: Query, callerId: SQL) {
  return query.all<PayoutAccountRow>(sql`
    SELECT id, name, balance_cents AS balanceCents, with_bank_cents AS withBankCents, unsettled_cents AS unsettledCents
    FROM payout_accounts WHERE ${callerId} IS NOT NULL ORDER BY id`);
}

/** A batch with what its last result says. */
export type BatchRow = {
  id: string;
  number: number;
  bankAccountId: string;
  bankAccountName: string;
  profile: string;
  itemCount: number;
  totalCents: number;
  freeCents: number;
  fileDigest: string;
  madeBy: string;
  madeByName: string;
  madeAtMs: number;
  resultFileName: string | null;
  resultAtMs: number | null;
  resultBy: string | null;
};

const BATCH_COLUMNS = sql`
  payout_batches.id, payout_batches.number, bank_account_id AS bankAccountId, bank_accounts.name AS bankAccountName, profile, item_count AS itemCount,
  total_cents AS totalCents, free_cents AS freeCents, file_digest AS fileDigest, made_by AS madeBy,
  makers.first_name || ' ' || makers.last_name AS madeByName, made_at_ms AS madeAtMs, results.file_name AS resultFileName,
  results.imported_at_ms AS resultAtMs, importers.first_name || ' ' || importers.last_name AS resultBy
  FROM payout_batches JOIN bank_accounts ON bank_accounts.id = bank_account_id JOIN users AS makers ON makers.id = made_by
  LEFT JOIN payout_results AS results ON results.id = (
    SELECT newest.id FROM payout_results AS newest WHERE newest.batch_id = payout_batches.id
    ORDER BY newest.imported_at_ms DESC, newest.id LIMIT 1
  )
  LEFT JOIN users AS importers ON importers.id = results.imported_by`;

/** The statement that reads one batch. @param callerId NULL reads nothing */
export function selectBatch(query: Query, callerId: SQL, id: string) {
  return query.all<BatchRow>(sql`SELECT ${BATCH_COLUMNS} WHERE ${callerId} IS NOT NULL AND payout_batches.id = ${id}`);
}

export const BATCHES_MAX = 50;

/** The place of a batch in the list: two may be of one millisecond. */
export type BatchPlace = { atMs: number; id: string };

/** The condition of a page of batches, the newest first. */
const onPage = (before: BatchPlace | undefined) =>
  sql`${before === undefined ? sql`TRUE` : sql`(payout_batches.made_at_ms, payout_batches.id) < (${before.atMs}, ${before.id})`} ORDER BY payout_batches.made_at_ms DESC, payout_batches.id DESC LIMIT ${BATCHES_MAX}`;

/** The statement that reads a page of batches, the newest first. @param callerId NULL reads nothing */
export function selectBatches(query: Query, callerId: SQL, before: BatchPlace | undefined) {
  return query.all<BatchRow>(sql`SELECT ${BATCH_COLUMNS} WHERE ${callerId} IS NOT NULL AND ${onPage(before)}`);
}

/** As `itemState` of the rules, of a statement that has the tables `items` and `withdrawals`. */
const STATE = sql`CASE
  WHEN items.taken_back_at_ms IS NOT NULL THEN 'taken_back'
  WHEN withdrawals.status <> 'completed' THEN
    CASE WHEN EXISTS (SELECT 1 FROM payout_results WHERE payout_results.batch_id = items.batch_id) THEN 'unmatched' ELSE 'with_bank' END
  WHEN withdrawals.returned_at_ms IS NOT NULL THEN 'returned'
  WHEN items.outcome = 'bounced' THEN 'bounced'
  ELSE 'completed' END`;

/** Items of a batch by where they are. */
export type SumRow = { batchId: string; state: ItemState; count: number; cents: number };

/** The statement that adds up the items of a page of batches by where they are. @param callerId NULL reads nothing */
export function selectBatchSums(query: Query, callerId: SQL, before: BatchPlace | undefined) {
  return query.all<SumRow>(sql`
    SELECT items.batch_id AS batchId, ${STATE} AS state, count(*) AS count, sum(items.amount_cents) AS cents
    FROM payout_batch_items AS items JOIN withdrawals ON withdrawals.id = items.withdrawal_id
    WHERE ${callerId} IS NOT NULL AND items.batch_id IN (SELECT payout_batches.id FROM payout_batches WHERE ${onPage(before)})
    GROUP BY items.batch_id, state`);
}

/** An item of a batch with its withdrawal. */
export type ItemRow = PayoutRow & {
  line: number;
  reference: string;
  outcome: "completed" | "bounced" | null;
  takenBackAtMs: number | null;
  resultLine: number | null;
  reason: string | null;
  /** It is open, and a row of a result says that the bank paid it. */
  isSaidPaid: number;
  /** The line of a statement that has its completion. */
  matchedLineId: string | null;
  /** An act of the books that returns it and was not posted yet. */
  actId: string | null;
  actBy: string | null;
  actHave: number;
};

/** The statement that reads the items of a batch, in the order of its file. @param callerId NULL reads nothing */
export function selectItems(query: Query, callerId: SQL, batchId: string) {
  return query.all<ItemRow>(sql`
    SELECT ${payoutColumns(callerId)}, items.line, items.reference, items.outcome, items.taken_back_at_ms AS takenBackAtMs,
      said.line AS resultLine, said.reason,
      EXISTS (
        SELECT 1 FROM payouts_said_paid WHERE payouts_said_paid.batch_id = items.batch_id AND payouts_said_paid.line = items.line
      ) AS isSaidPaid, acts.id AS actId, acts.proposed_by AS actBy, (
        SELECT line_matches.line_id FROM transfers
        JOIN line_match_transfers ON line_match_transfers.transfer_id = transfers.id
        JOIN line_matches ON line_matches.id = line_match_transfers.match_id AND line_matches.taken_back_at_ms IS NULL
        WHERE transfers.kind = 'withdrawal' AND transfers.reference = 'withdrawal:' || withdrawals.id || ':complete'
      ) AS matchedLineId,
      (SELECT count(*) FROM standing_words WHERE subject = 'book:' || acts.id AND act = 'approve') AS actHave
    FROM payout_batch_items AS items JOIN withdrawals ON withdrawals.id = items.withdrawal_id ${JOINS}
    LEFT JOIN payout_result_lines AS said ON said.id = items.result_line_id
    LEFT JOIN book_acts AS acts ON acts.kind = 'payout_returned' AND acts.record_id = withdrawals.id
      AND acts.posted_at_ms IS NULL AND acts.cancelled_at_ms IS NULL
    WHERE ${callerId} IS NOT NULL AND items.batch_id = ${batchId} ORDER BY items.line`);
}

/** A row of a result with the item that it settled. */
export type ResultLineRow = {
  id: string;
  resultId: string;
  line: number;
  rowKey: string;
  reference: string | null;
  amountCents: number;
  outcome: "completed" | "bounced";
  bankId: string | null;
  reason: string | null;
  settled: number;
};

/** The statement that reads what results of a batch say. @param callerId NULL reads nothing */
export function selectResultLines(query: Query, callerId: SQL, batchId: string) {
  return query.all<ResultLineRow>(sql`
    SELECT lines.id, lines.result_id AS resultId, lines.line, lines.row_key AS rowKey, lines.reference, lines.amount_cents AS amountCents,
      lines.outcome, lines.bank_id AS bankId, lines.reason,
      EXISTS (SELECT 1 FROM payout_batch_items WHERE result_line_id = lines.id) AS settled
    FROM payout_result_lines AS lines JOIN payout_results AS results ON results.id = lines.result_id
    WHERE ${callerId} IS NOT NULL AND lines.batch_id = ${batchId} ORDER BY results.imported_at_ms, lines.line, lines.id`);
}

/** A result as it was imported. */
export type ResultFileRow = { id: string; fileName: string; digest: string; by: string; atMs: number; rows: number };

/** The statement that reads the results of a batch, the newest first. @param callerId NULL reads nothing */
export function selectResults(query: Query, callerId: SQL, batchId: string) {
  return query.all<ResultFileRow>(sql`
    SELECT results.id, file_name AS fileName, digest, users.first_name || ' ' || users.last_name AS by, imported_at_ms AS atMs,
      (SELECT count(*) FROM payout_result_lines WHERE result_id = results.id) AS rows
    FROM payout_results AS results JOIN users ON users.id = imported_by
    WHERE ${callerId} IS NOT NULL AND results.batch_id = ${batchId} ORDER BY imported_at_ms DESC, results.id`);
}

/** The statement that finds withdrawals that were paid under some ids of the bank. @param callerId NULL reads nothing */
export function selectPaidAs(query: Query, callerId: SQL, keys: readonly string[]) {
  return query.all<{ id: string; number: number; key: string }>(sql`
    SELECT withdrawals.id, withdrawals.number, lower(replace("payment_id", ' ', '')) AS key FROM withdrawals
    WHERE ${callerId} IS NOT NULL AND withdrawals.payment_id IS NOT NULL
      AND lower(replace("payment_id", ' ', '')) IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`);
}

/** A line of a bank account that went out under a reference of a batch, and that nothing has. */
export type BatchLineRow = {
  id: string;
  amountCents: number;
  bankId: string | null;
  /** Without spaces, in capitals. */
  reference: string;
};

/**
 * The statement that reads open lines of a batch's bank account that name the batch or an item, of its days: a reference may have been given before a
 * restore. @param callerId NULL reads nothing
 */
export function selectLinesOfBatch(query: Query, callerId: SQL, batchId: string) {
  return query.all<BatchLineRow>(sql`
    SELECT lines.id, lines.amount_cents AS amountCents, lines.bank_id AS bankId, upper(replace(lines.reference, ' ', '')) AS reference
    FROM payout_batches JOIN statement_lines AS lines ON lines.account_id = payout_batches.bank_account_id
    WHERE ${callerId} IS NOT NULL AND payout_batches.id = ${batchId} AND lines.currency = 'USD' AND lines.amount_cents < 0
      AND lines.day >= (payout_batches.made_at_ms - 43200000) / 86400000
      AND (upper(replace(lines.reference, ' ', '')) = 'B-' || payout_batches.number
        OR upper(replace(lines.reference, ' ', '')) LIKE 'B-' || payout_batches.number || '/%')
      AND NOT EXISTS (
        SELECT 1 FROM line_matches WHERE line_matches.line_id = lines.id AND line_matches.taken_back_at_ms IS NULL
      )
    ORDER BY lines.day, lines.position, lines.id`);
}
