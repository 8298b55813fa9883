import { dollarsFromCents } from "../../contract/money.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";
import {
  selectBanks,
  selectBatchFacts,
  selectMovedByCaller,
  selectPayoutAccounts,
  selectToPay,
  type ToPayFilter,
} from "./payout-admin-store.ts";
import { PAYOUT_PROFILES } from "./payout-profile.ts";
import { closedBecause } from "./payout-rules.ts";
import { payableOf, payoutAccountView, toPayView } from "./payout-view.ts";

/** Approved withdrawals with what closes each to the caller, the bank accounts that can pay them, and the files that banks take. */
export async function listToPay(scope: Scope, filter: ToPayFilter) {
  const { query } = scope.db;
  const nowMs = scope.now();
  const { caller, rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectToPay(query, callerId, filter),
    selectBanks(query, callerId),
    selectMovedByCaller(query, callerId, nowMs),
    selectPayoutAccounts(query, callerId),
    selectBatchFacts(query, callerId),
  ]);
  const [found, banks, moved, accounts, [facts]] = rows;
  const isPaused = facts?.isPaused === 1;
  const countsFromMs = facts?.countsFromMs ?? null;
  const movedBesides = besides(moved);
  const shown = found.map((row) => {
    const why = closedBecause(payableOf(row), {
      id: caller.userId,
      countsFromMs: countsFromMs !== null && countsFromMs > nowMs ? countsFromMs : null,
      movedCents: movedBesides(row.id),
      soleApproverPayout: scope.settings.SOLE_APPROVER_PAYOUT,
      isPaused,
      nowMs,
    });
    return { row, why };
  });
  const sum = (some: typeof shown) => dollarsFromCents(some.reduce((cents, { row }) => cents + row.amountCents, 0));
  const free = shown.filter(({ why }) => why === null);
  return {
    rows: shown.map(({ row, why }) => toPayView(row, why)),
    totals: { count: shown.length, sum: sum(shown), freeCount: free.length, freeSum: sum(free) },
    banks: banks.map(({ name, count, cents }) => ({ name, count, sum: dollarsFromCents(cents) })),
    accounts: accounts.map(payoutAccountView),
    profiles: PAYOUT_PROFILES.map(({ id, name, banks }) => ({ _id: id, name, banks })),
    isPaused,
  };
}

/** What an admin moved alone besides a withdrawal, in cents. @param moved each withdrawal once */
export function besides(moved: ReadonlyArray<{ id: string; cents: number }>): (id: string) => number {
  const all = moved.reduce((sum, { cents }) => sum + cents, 0);
  const own = new Map(moved.map(({ id, cents }) => [id, cents]));
  return (id) => all - (own.get(id) ?? 0);
}
