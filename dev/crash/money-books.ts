import { expect } from "bun:test";
import { eq, isNotNull } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import {
  accounts,
  auditLog,
  deposits,
  entries,
  idempotencyKeys,
  transfers,
  withdrawals,
} from "../../db/schema/index.ts";
import { checkLedger } from "../../worker/ledger/check-ledger.ts";
import type { ExpectedState } from "./expected-state.ts";

/** What the database holds of everybody's money. */
export type MoneyBooks = Awaited<ReturnType<typeof readMoneyBooks>>;

/** Reads the books, in one consistent reading, after the ledger was found to agree with itself. */
export async function readMoneyBooks(db: Database) {
  expect(await checkLedger(db)).toMatchObject({ isClean: true, totalCents: 0 });
  const { query } = db;
  const [opened, asked, keys, moved, recorded, balances] = await db.read([
    query.select().from(deposits),
    query.select().from(withdrawals),
    query.select().from(idempotencyKeys),
    query
      .select({ reference: transfers.reference, accountId: entries.accountId, amountCents: entries.amountCents })
      .from(entries)
      .innerJoin(transfers, eq(transfers.id, entries.transferId))
      .innerJoin(accounts, eq(accounts.id, entries.accountId))
      .where(isNotNull(accounts.userId))
      .orderBy(entries.id),
    query.select().from(auditLog).orderBy(auditLog.sequence),
    query.select().from(accounts),
  ]);
  return { opened, asked, keys, moved, recorded, balances };
}

/** Everything that a trader was told stands, once and whole; what they were not told stands whole or not at all. */
export function expectAsTold(books: MoneyBooks, account: ExpectedState): void {
  const paidCents = expectDeposits(books, account);
  const { spentCents, heldCents } = expectWithdrawals(books, account);
  const balanceOf = (kind: string) =>
    books.balances.find(({ id }) => id === `${kind}:${account.userId}`)?.balanceCents ?? Number.NaN;
  expect(balanceOf("available")).toBe(paidCents - spentCents);
  expect(balanceOf("held")).toBe(heldCents);
}

/** @returns what came in, in cents */
function expectDeposits(books: MoneyBooks, account: ExpectedState): number {
  const mine = books.opened.filter(({ userId }) => userId === account.userId);
  expect(idsOf(mine)).toEqual(doneIds(books, account, "deposit/generate-khqr", account.deposits));
  let paidCents = 0;
  for (const { id, status, amountCents } of mine) {
    const isPaid = status === "paid";
    const wasCancelled = status === "cancelled" || (isPaid && hasRecord(books, `deposit:${id}`, "deposit.cancelled"));
    expect(amountCents).toBe(account.deposits.get(id)?.amountCents ?? amountCents);
    if (account.expectedPaid.has(id)) expect(isPaid).toBe(true);
    if (account.toldCancelled.has(id)) expect(wasCancelled).toBe(true);
    if (isPaid) expect(account.paidAtBank.has(id)).toBe(true);
    expect(movesOf(books, `deposit:${id}`)).toEqual(
      isPaid ? [[`deposit:${id}`, `available:${account.userId}`, amountCents]] : [],
    );
    expect(recordsOf(books, `deposit:${id}`)).toEqual([
      "deposit.created",
      ...(wasCancelled ? ["deposit.cancelled"] : []),
      ...(isPaid ? ["deposit.paid"] : []),
    ]);
    if (isPaid) paidCents += amountCents;
  }
  return paidCents;
}

/** @returns what is no longer available, and how much of it is held, in cents */
function expectWithdrawals(books: MoneyBooks, account: ExpectedState): { spentCents: number; heldCents: number } {
  const mine = books.asked.filter(({ userId }) => userId === account.userId);
  expect(idsOf(mine)).toEqual(doneIds(books, account, "withdrawal/request", account.withdrawals));
  const [available, held] = [`available:${account.userId}`, `held:${account.userId}`];
  const sums = { spentCents: 0, heldCents: 0 };
  for (const { id, status, cancelledByUser, approvedAtMs, amountCents } of mine) {
    expect(amountCents).toBe(account.withdrawals.get(id)?.amountCents ?? amountCents);
    const isGivenBack = status === "rejected";
    if (account.toldGivenBack.has(id)) expect(cancelledByUser).toBe(true);
    if (account.toldRejected.has(id)) expect([isGivenBack, cancelledByUser]).toEqual([true, false]);
    if (account.toldApproved.has(id)) expect(approvedAtMs).not.toBeNull();
    if (account.toldCompleted.has(id)) expect(status).toBe("completed");
    const step = (name: string) => `withdrawal:${id}:${name}`;
    expect(movesOf(books, step(""))).toEqual([
      [step("request"), available, -amountCents],
      [step("request"), held, amountCents],
      ...(isGivenBack
        ? [
            [step("reject"), held, -amountCents],
            [step("reject"), available, amountCents],
          ]
        : []),
      ...(status === "completed" ? [[step("complete"), held, -amountCents]] : []),
    ]);
    expect(recordsOf(books, `withdrawal:${id}`)).toEqual([
      "withdrawal.requested",
      ...(approvedAtMs === null ? [] : ["withdrawal.approved"]),
      ...(isGivenBack ? [cancelledByUser ? "withdrawal.cancelled" : "withdrawal.rejected"] : []),
      ...(status === "completed" ? ["withdrawal.completed"] : []),
    ]);
    if (!isGivenBack) sums.spentCents += amountCents;
    if (status === "pending" || status === "approved") sums.heldCents += amountCents;
  }
  return sums;
}

/** The ids of what was told to be done, and of what was left and done all the same: each key did one thing. */
function doneIds(
  { keys }: MoneyBooks,
  account: ExpectedState,
  route: string,
  told: ReadonlyMap<string, unknown>,
): string[] {
  const mine = keys.filter((row) => row.userId === account.userId && row.route === `POST /api/${route}`);
  const ids = new Map(mine.map(({ key, reply }) => [key, /"_id":"([^"]+)"/.exec(reply)?.[1] ?? ""]));
  const left = [...ids].filter(([key]) => account.left.has(key)).map(([, id]) => id);
  expect([...ids.values()].sort()).toEqual([...told.keys(), ...left].sort());
  return [...told.keys(), ...left].sort();
}

function idsOf(rows: ReadonlyArray<{ id: string }>): string[] {
  return rows.map(({ id }) => id).sort();
}

function movesOf({ moved }: MoneyBooks, reference: string) {
  return moved
    .filter((entry) => entry.reference.startsWith(reference))
    .map((entry) => [entry.reference, entry.accountId, entry.amountCents]);
}

function recordsOf({ recorded }: MoneyBooks, about: string): string[] {
  return recorded.filter(({ subject }) => subject === about).map(({ action }) => action);
}

function hasRecord(books: MoneyBooks, about: string, action: string): boolean {
  return recordsOf(books, about).includes(action);
}
