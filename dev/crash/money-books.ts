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

/** The rows about all traders' money. */
export type MoneyBooks = Awaited<ReturnType<typeof readMoneyBooks>>;

/** Checks that the ledger is consistent, then reads the rows in one consistent batch. */
export async function readMoneyBooks(db: Database) {
  expect(await checkLedger(db)).toMatchObject({ isClean: true, totalCents: 0 });
  const { query } = db;
  const [opened, requested, keys, moved, recorded, balances] = await db.read([
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
  return { opened, requested, keys, moved, recorded, balances };
}

/** Expects every acknowledged operation exactly once, and every other operation completely or not at all. */
export function expectState(books: MoneyBooks, expected: ExpectedState): void {
  const paidCents = expectDeposits(books, expected);
  const { spentCents, heldCents } = expectWithdrawals(books, expected);
  const balanceOf = (kind: string) =>
    books.balances.find(({ id }) => id === `${kind}:${expected.userId}`)?.balanceCents ?? Number.NaN;
  expect(balanceOf("available")).toBe(paidCents - spentCents);
  expect(balanceOf("held")).toBe(heldCents);
}

/** @returns the credited deposits, in cents */
function expectDeposits(books: MoneyBooks, expected: ExpectedState): number {
  const ownRows = books.opened.filter(({ userId }) => userId === expected.userId);
  expect(idsOf(ownRows)).toEqual(doneIds(books, expected, "deposit/generate-khqr", expected.deposits));
  let paidCents = 0;
  for (const { id, status, amountCents } of ownRows) {
    const isPaid = status === "paid";
    const wasCancelled = status === "cancelled" || (isPaid && hasRecord(books, `deposit:${id}`, "deposit.cancelled"));
    expect(amountCents).toBe(expected.deposits.get(id)?.amountCents ?? amountCents);
    if (expected.expectedPaid.has(id)) expect(isPaid).toBe(true);
    if (expected.expectedCancelled.has(id)) expect(wasCancelled).toBe(true);
    if (isPaid) expect(expected.paidAtBank.has(id)).toBe(true);
    expect(movesOf(books, `deposit:${id}`)).toEqual(
      isPaid ? [[`deposit:${id}`, `available:${expected.userId}`, amountCents]] : [],
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

/** @returns the money that is no longer available, and the part of it that is still held, in cents */
function expectWithdrawals(books: MoneyBooks, expected: ExpectedState): { spentCents: number; heldCents: number } {
  const ownRows = books.requested.filter(({ userId }) => userId === expected.userId);
  expect(idsOf(ownRows)).toEqual(doneIds(books, expected, "withdrawal/request", expected.withdrawals));
  const [available, held] = [`available:${expected.userId}`, `held:${expected.userId}`];
  const sums = { spentCents: 0, heldCents: 0 };
  for (const { id, status, cancelledByUser, approvedAtMs, amountCents } of ownRows) {
    expect(amountCents).toBe(expected.withdrawals.get(id)?.amountCents ?? amountCents);
    const isRejected = status === "rejected";
    if (expected.expectedReturned.has(id)) expect(cancelledByUser).toBe(true);
    if (expected.expectedRejected.has(id)) expect([isRejected, cancelledByUser]).toEqual([true, false]);
    if (expected.expectedApproved.has(id)) expect(approvedAtMs).not.toBeNull();
    if (expected.expectedCompleted.has(id)) expect(status).toBe("completed");
    const step = (name: string) => `withdrawal:${id}:${name}`;
    expect(movesOf(books, step(""))).toEqual([
      [step("request"), available, -amountCents],
      [step("request"), held, amountCents],
      ...(isRejected
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
      ...(isRejected ? [cancelledByUser ? "withdrawal.cancelled" : "withdrawal.rejected"] : []),
      ...(status === "completed" ? ["withdrawal.completed"] : []),
    ]);
    if (!isRejected) sums.spentCents += amountCents;
    if (status === "pending" || status === "approved") sums.heldCents += amountCents;
  }
  return sums;
}

/** Ids of the acknowledged operations and of abandoned ones that were done anyway. Expects one operation per key. */
function doneIds(
  { keys }: MoneyBooks,
  expected: ExpectedState,
  route: string,
  acknowledged: ReadonlyMap<string, unknown>,
): string[] {
  const ownKeys = keys.filter((row) => row.userId === expected.userId && row.route === `POST /api/${route}`);
  const ids = new Map(ownKeys.map(({ key, reply }) => [key, /"_id":"([^"]+)"/.exec(reply)?.[1] ?? ""]));
  const abandoned = [...ids].filter(([key]) => expected.abandoned.has(key)).map(([, id]) => id);
  expect([...ids.values()].sort()).toEqual([...acknowledged.keys(), ...abandoned].sort());
  return [...acknowledged.keys(), ...abandoned].sort();
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
