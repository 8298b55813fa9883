import { iso, isoOrNull } from "../../contract/iso-time.ts";
import { dollarsFromCents } from "../../contract/money.ts";
import { withdrawalNumber } from "../../contract/withdrawal-number.ts";
import { takeOverAt } from "../withdrawals/withdrawal-admin-rules.ts";
import {
  approvalsIn,
  type BatchRow,
  type ItemRow,
  type PayoutAccountRow,
  type PayoutRow,
  type ResultFileRow,
  type ResultLineRow,
} from "./payout-admin-store.ts";
import { payoutProfileOf } from "./payout-profile.ts";
import {
  type ClosedBecause,
  flagsOf,
  ITEM_STATES,
  type ItemState,
  isOpen,
  itemState,
  type Payable,
} from "./payout-rules.ts";

/** What batches are as the admin API shows it. Money in dollars. */

/** A batch as the bank knows it: `B-117`. */
export function batchName(number: number): string {
  return `B-${number}`;
}

/** The facts of a row that decide whether it can be paid by a batch. */
export function payableOf(row: PayoutRow): Payable {
  return {
    ...row,
    approvedBy: approvalsIn(row.approvedBy),
    isFrozen: row.isFrozen === 1,
    owes: row.owes === 1,
    isClaimerOperator: row.isClaimerOperator === 1,
  };
}

/** The bank that a withdrawal goes to, as lists have it. */
export function bankOf({ paymentMethod, bankName }: Pick<PayoutRow, "paymentMethod" | "bankName">): string {
  return paymentMethod === "KHQR" ? "KHQR" : (bankName ?? "").trim();
}

/** An approved withdrawal. @param why what closes it to the admin who looks */
export function toPayView(row: PayoutRow, why: ClosedBecause | null) {
  const approvers = approvalsIn(row.approvedBy).filter(({ act }) => act === "approve");
  return {
    _id: row.id,
    number: withdrawalNumber(row.number),
    version: row.version,
    userId: row.userId,
    trader: row.trader,
    holder: row.holderName,
    bank: bankOf(row),
    account: row.accountId,
    amount: dollarsFromCents(row.amountCents),
    createdAt: iso(row.createdAtMs),
    approvedAt: isoOrNull(row.approvedAtMs),
    approvedBy: approvers.map(({ adminId, name }) => ({ _id: adminId, name })),
    flags: flagsOf({ ...row, isChanged: row.isChanged === 1, isFirst: row.isFirst === 1 }),
    /** The other trader who has the account. */
    usedBy: row.usedBy,
    closedBecause: why,
    payer: personOf(row.payerId, row.payerName),
    batch:
      row.batchId === null || row.batchNumber === null
        ? null
        : { _id: row.batchId, number: batchName(row.batchNumber) },
    claimedBy: why === "claimed" ? row.claimedByName : null,
  };
}

function personOf(id: string | null, name: string | null) {
  return id === null ? null : { _id: id, name: name ?? "" };
}

/** What is free on a bank account for a batch, in cents. */
export function freeCentsOf({ balanceCents, withBankCents, unsettledCents }: PayoutAccountRow): number {
  return balanceCents - withBankCents - unsettledCents;
}

/** A bank account that batches pay from. */
export function payoutAccountView(row: PayoutAccountRow) {
  return {
    _id: row.id,
    name: row.name,
    /** What the ledger has there. */
    balance: dollarsFromCents(row.balanceCents),
    /** What batches that are at the bank will take. */
    withBank: dollarsFromCents(row.withBankCents),
    /** What batches took, and no adjustment has moved to the account yet. */
    unsettled: dollarsFromCents(row.unsettledCents),
    free: dollarsFromCents(freeCentsOf(row)),
  };
}

/** The items of a batch by where they are, in cents. */
export type StateSums = Readonly<Record<ItemState, { count: number; cents: number }>>;

/** Adds items up by where they are. */
export function sumsOf(items: ReadonlyArray<{ state: ItemState; count?: number; cents: number }>): StateSums {
  const sums = Object.fromEntries(ITEM_STATES.map((state) => [state, { count: 0, cents: 0 }])) as Record<
    // The keys are the states.
    ItemState,
    { count: number; cents: number }
  >;
  for (const { state, count = 1, cents } of items) {
    sums[state].count += count;
    sums[state].cents += cents;
  }
  return sums;
}

/** The items of a batch as they are. */
export function statesOf(items: readonly ItemRow[], hasResult: boolean) {
  return items.map((item) => ({ state: itemState({ ...item, hasResult }), cents: item.amountCents }));
}

/** A batch. @param sums its items by where they are */
export function batchView(row: BatchRow, sums: StateSums) {
  const openCount = ITEM_STATES.filter(isOpen).reduce((count, state) => count + sums[state].count, 0);
  const hasResult = row.resultAtMs !== null;
  const shown = (state: ItemState) => ({ count: sums[state].count, sum: dollarsFromCents(sums[state].cents) });
  return {
    _id: row.id,
    number: batchName(row.number),
    /** `with_bank`: the bank has said nothing yet. `back`: something is open after it has. `done`: nothing is open. */
    state:
      openCount === 0
        ? ("done" as const)
        : hasResult || openCount + sums.taken_back.count < row.itemCount
          ? ("back" as const)
          : ("with_bank" as const),
    bankAccount: { _id: row.bankAccountId, name: row.bankAccountName },
    profile: { _id: row.profile, name: payoutProfileOf(row.profile)?.name ?? row.profile },
    /** Whether its bank gives a result file. */
    hasResults: payoutProfileOf(row.profile)?.result !== null,
    count: row.itemCount,
    total: dollarsFromCents(row.totalCents),
    madeBy: { _id: row.madeBy, name: row.madeByName },
    madeAt: iso(row.madeAtMs),
    digest: row.fileDigest,
    /** What was free on the account when it was made, and after it. */
    accountBefore: dollarsFromCents(row.freeCents),
    accountAfter: dollarsFromCents(row.freeCents - row.totalCents),
    sums: {
      with_bank: shown("with_bank"),
      completed: shown("completed"),
      bounced: shown("bounced"),
      returned: shown("returned"),
      unmatched: shown("unmatched"),
      taken_back: shown("taken_back"),
    },
    openCount,
    result:
      row.resultFileName === null || row.resultAtMs === null
        ? null
        : { fileName: row.resultFileName, at: iso(row.resultAtMs), by: row.resultBy ?? "" },
  };
}

/** An item of a batch. @param lines the rows of results that no item has @param callerId the admin who looks */
export function itemView(
  row: ItemRow,
  { hasResult, lines, callerId }: { hasResult: boolean; lines: readonly ResultLineRow[]; callerId: string },
) {
  const state = itemState({ ...row, hasResult });
  const said = state === "unmatched" ? lines.findLast(({ reference }) => reference === row.reference) : undefined;
  return {
    withdrawalId: row.id,
    number: withdrawalNumber(row.number),
    version: row.version,
    /** Its place in the file. */
    line: row.line,
    reference: row.reference,
    userId: row.userId,
    trader: row.trader,
    holder: row.holderName,
    bank: bankOf(row),
    account: row.accountId,
    amount: dollarsFromCents(row.amountCents),
    state,
    paymentId: row.paymentId,
    /** The bank's words for a payment that came back. */
    reason: row.reason,
    resultLine: row.resultLine ?? said?.line ?? null,
    payer: personOf(row.payerId, row.payerName),
    isYours: row.payerId === callerId,
    /** Of one that is being paid: from when on another admin can take it over, and from whom its payer did. */
    takeOverAt: row.status === "approved" ? isoOrNull(takeOverAt(row)) : null,
    payerBefore: row.payerBeforeName,
    /** A result says that the bank paid it, so that two admins reject it and nobody takes it back. */
    isSaidPaid: row.isSaidPaid === 1,
    /** Whether the caller can take it back, as the payer who began to pay it. */
    canTakeBack:
      (state === "with_bank" || state === "unmatched") &&
      row.payerId === callerId &&
      row.payerBeforeId === null &&
      row.isSaidPaid === 0,
    isFrozen: row.isFrozen === 1,
    /** An act of the books that returns it, which waits for its second operator. */
    returnAct:
      row.actId === null
        ? null
        : { _id: row.actId, approvals: { have: row.actHave, need: 2 }, isYours: row.actBy === callerId },
    /** Why a result did not settle it: no row names it, the row has another sum, or no ID of the bank. */
    unmatchedWhy: state === "unmatched" ? whyUnmatched(row, said) : null,
    /** The sum that the row says. */
    says: said === undefined ? null : dollarsFromCents(said.amountCents),
  };
}

function whyUnmatched(row: ItemRow, said: ResultLineRow | undefined) {
  if (said === undefined) return "no_row" as const;
  if (said.amountCents !== row.amountCents) return "other_sum" as const;
  return said.bankId === null && said.outcome === "completed" ? ("no_id" as const) : ("not_settled" as const);
}

/** A row of a result that no item has. @param items those of its batch */
export function resultLineView(line: ResultLineRow, items: readonly ItemRow[]) {
  const isFor = (item: ItemRow) =>
    item.status === "approved" &&
    item.takenBackAtMs === null &&
    item.amountCents === line.amountCents &&
    (line.reference === null || line.reference === item.reference);
  return {
    _id: line.id,
    resultId: line.resultId,
    line: line.line,
    amount: dollarsFromCents(line.amountCents),
    bankId: line.bankId,
    reference: line.reference,
    outcome: line.outcome,
    reason: line.reason,
    /** It is of a payment that was taken back: where the bank made it, it may have been paid twice. */
    isTakenBack: items.some(({ reference, takenBackAtMs }) => reference === line.reference && takenBackAtMs !== null),
    /** The withdrawals that it could be the payment of. */
    candidates: items.filter(isFor).map(({ id }) => id),
  };
}

/** A result file. */
export function resultView({ id, fileName, digest, atMs, by, rows }: ResultFileRow) {
  return { _id: id, fileName, digest, at: iso(atMs), by, rows };
}
