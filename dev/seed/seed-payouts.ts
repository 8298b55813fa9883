import { sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { insertNameCheck } from "../../worker/admin/holders/name-check-store.ts";
import {
  type PayoutRow,
  selectBatchFacts,
  selectPayoutAccounts,
  selectPayouts,
} from "../../worker/admin/payouts/payout-admin-store.ts";
import {
  insertBatch,
  insertResult,
  mustBeCompleted,
  settleItems,
} from "../../worker/admin/payouts/payout-batch-store.ts";
import { payoutFile } from "../../worker/admin/payouts/payout-file.ts";
import { payoutProfileOf } from "../../worker/admin/payouts/payout-profile.ts";
import { freeCentsOf } from "../../worker/admin/payouts/payout-view.ts";
import { HOUR_MS, MINUTE_MS } from "../../worker/contract/time.ts";
import { audit } from "../../worker/platform/audit-log-store.ts";
import { digestOf } from "../../worker/platform/digest-of-bytes.ts";
import type { Settings } from "../../worker/platform/env.ts";
import { completeWithdrawals, insertWithdrawal, setPayments } from "../../worker/withdrawals/withdrawal-store.ts";
import { act } from "./seed-books.ts";
import { approvalStatements, insertApproval, requestOf } from "./seed-withdrawals.ts";

type SeedPayouts = { settings: Settings; admins: readonly [string, string]; nowMs: number };
type Payee = { userId: string; name: string; bankName: string; accountId: string; holder: string };

/** Dollars of the payments of a batch that is back, of one that is with the bank, and of what is to be paid. */
const [BACK, WITH_BANK, TO_PAY] = [
  [90, 60, 45, 80],
  [75, 50],
  [40, 65, 30],
];
const isWithBank = (i: number) => i >= BACK.length && i < BACK.length + WITH_BANK.length;
const PROFILE = "aba-bulk";

/**
 * Adds batches of payouts from a bank account: one that is back with a payment that bounced and one that no row names, one whose file was taken, and
 * approved withdrawals that nobody pays yet.
 */
export async function seedPayouts(
  db: Database,
  account: string,
  { settings, admins, nowMs }: SeedPayouts,
): Promise<void> {
  const { query } = db;
  const [payer, colleague] = admins;
  const amounts = [...BACK, ...WITH_BANK, ...TO_PAY];
  const requestedAtMs = nowMs - 50 * HOUR_MS;
  const [payees] = await db.read([selectPayees(db, nowMs)]);
  const ids: string[] = [];
  for (const [i, dollars] of amounts.entries()) {
    const payee = payees[i % payees.length];
    if (!payee) return;
    const { userId, bankName, accountId, holder, name } = payee;
    // One pays what the other approved.
    const approver = isWithBank(i) ? payer : colleague;
    const atMs = requestedAtMs + i * 7 * MINUTE_MS;
    const asked = { dollars, atMs, message: "", approvableAtMs: null, bank: { bankName, accountId } };
    const row = { ...requestOf({ userId, settings }, asked), holderName: holder };
    const names = { holder, holderFrom: "client" as const, accountName: name, verdict: "same" as const, reason: null };
    ids.push(row.id);
    await db.write([
      ...insertWithdrawal(query, row, userId),
      insertNameCheck(query, { withdrawalId: row.id, ...names, decidedBy: approver, decidedAtMs: atMs + HOUR_MS }),
      ...approvalStatements(query, row, approver, atMs + HOUR_MS),
    ]);
  }
  const [rows] = await db.read([selectPayouts(query, sql`${payer}`, ids)]);
  const batch = { settings, account };
  const back = await makeBatch(db, rows.slice(0, BACK.length), { ...batch, payer, atMs: nowMs - 170 * MINUTE_MS });
  await answer(db, back, { payer, atMs: nowMs - 95 * MINUTE_MS });
  const withBank = rows.filter((_, i) => isWithBank(i));
  await makeBatch(db, withBank, { ...batch, payer: colleague, atMs: nowMs - 75 * MINUTE_MS });
  const bounced = back.rows[2];
  if (!bounced) return;
  const returned = { kind: "payout_returned", withdrawalId: bounced.id, bankReference: `${back.name}/3` } as const;
  await act(db, { ...returned, reason: "Account closed" }, { proposedBy: payer, atMs: nowMs - 80 * MINUTE_MS });
}

/** Verified traders with money and a bank account, who asked for little in the last days: one admin approves another request of theirs. */
function selectPayees({ query }: Database, nowMs: number) {
  return query.all<Payee>(sql`
    SELECT users.id AS userId, users.first_name || ' ' || users.last_name AS name, payment_methods.bank_name AS bankName,
      payment_methods.account_id AS accountId, payment_methods.bank_holder AS holder
    FROM users JOIN identities ON identities.user_id = users.id AND identities.status = 'verified'
    JOIN payment_methods ON payment_methods.user_id = users.id AND payment_methods.bank_holder IS NOT NULL
    JOIN accounts ON accounts.id = 'available:' || users.id AND accounts.balance_cents >= 30000
    WHERE coalesce(users.security_changed_at_ms, 0) < ${nowMs - 80 * HOUR_MS} AND users.frozen_at_ms IS NULL
      AND NOT EXISTS (SELECT 1 FROM accounts AS owed WHERE owed.id = 'receivable:' || users.id AND owed.balance_cents < 0)
      AND 60000 >= (
        SELECT coalesce(sum(amount_cents), 0) FROM withdrawals
        WHERE user_id = users.id AND status <> 'rejected' AND created_at_ms > ${nowMs - 80 * HOUR_MS}
      )
    ORDER BY users.email`);
}

type Made = { id: string; name: string; rows: readonly PayoutRow[] };

async function makeBatch(
  db: Database,
  rows: readonly PayoutRow[],
  { settings, account, payer, atMs }: { settings: Settings; account: string; payer: string; atMs: number },
): Promise<Made> {
  const { query } = db;
  const caller = sql`${payer}`;
  const [accounts, [facts]] = await db.read([selectPayoutAccounts(query, caller), selectBatchFacts(query, caller)]);
  const from = accounts.find(({ id }) => id === account);
  const profile = payoutProfileOf(PROFILE);
  if (!from || !facts || !profile) throw new Error("there is no account to pay from");
  const [id, number] = [crypto.randomUUID(), facts.newestNumber + 1];
  const name = `B-${number}`;
  const payments = rows.map((row, i) => ({ ...row, reference: `${name}/${i + 1}` }));
  const file = payoutFile(profile, payments, { madeAtMs: atMs, timeZone: settings.OPERATION_TIME_ZONE });
  const totalCents = rows.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const sums = { itemCount: rows.length, totalCents, freeCents: freeCentsOf(from), fileDigest: digestOf(file) };
  const payment = { payerId: payer, paymentStartedAtMs: atMs, payerBeforeId: null, soleApproverPayout: null };
  const about = { actor: payer, subject: `payout:${id}` as const };
  await db.write([
    ...setPayments(query, rows, { ...payment, claimedBy: payer, claimedUntilMs: atMs + 10 * MINUTE_MS }),
    ...insertBatch(
      query,
      { id, number, bankAccountId: account, profile: PROFILE, ...sums, madeBy: payer, madeAtMs: atMs },
      payments.map(({ id: withdrawalId, reference, amountCents }) => ({ withdrawalId, reference, amountCents })),
    ),
    audit(query, { ...about, action: "payout.batch_made", detail: { batch: name, totalCents } }, atMs),
    audit(query, { ...about, action: "payout.file_taken", detail: { batch: name } }, atMs + 1_000),
  ]);
  return { id, name, rows };
}

/** The rows of the bank's result: two payments are made, the third came back, and the row of the fourth has no reference. */
async function answer(
  { query, write }: Database,
  { id: batchId, name, rows }: Made,
  { payer, atMs }: { payer: string; atMs: number },
): Promise<void> {
  const said = rows.map(({ amountCents }, i) => {
    const isBounced = i === 2;
    return {
      ...{ id: crypto.randomUUID(), line: i + 4, rowKey: `${batchId} ${i}`, amountCents },
      reference: i < 3 ? `${name}/${i + 1}` : null,
      outcome: isBounced ? ("bounced" as const) : ("completed" as const),
      bankId: isBounced ? null : `FT26${name.slice(2)}00${i}`,
      reason: isBounced ? "Account closed" : null,
    };
  });
  const settled = said.slice(0, 3).map((row, i) => ({
    ...{ line: i + 1, outcome: row.outcome, paymentId: row.bankId ?? `${name}/${i + 1}` },
    ...{ resultLineId: row.id, statementLineId: null },
  }));
  const paid = settled.flatMap(({ paymentId }, i) => (rows[i] ? [{ ...rows[i], paymentId }] : []));
  const resultId = crypto.randomUUID();
  const result = { id: resultId, batchId, fileName: `result-${name.slice(2)}.csv`, digest: resultId };
  await write([
    ...insertResult(query, { ...result, importedBy: payer, importedAtMs: atMs }, said),
    ...settleItems(query, batchId, settled, payer, atMs),
    ...paid.map((row) => insertApproval(query, row, { act: "complete", adminId: payer, detail: row.paymentId, atMs })),
    ...completeWithdrawals(query, paid, payer, atMs),
    mustBeCompleted(query, batchId),
    audit(
      query,
      { actor: payer, action: "payout.result_imported", subject: `payout:${batchId}`, detail: { batch: name } },
      atMs,
    ),
  ]);
}
