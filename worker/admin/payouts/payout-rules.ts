import { AppError, type ErrorCode } from "../../contract/errors.ts";
import { formatUsd } from "../../contract/money.ts";
import { withdrawalNumber } from "../../contract/withdrawal-number.ts";
import type { Settings } from "../../platform/env.ts";
import { assertOwnerNotFrozen } from "../../profile/frozen-account.ts";
import type { Approval } from "../commands/approvals.ts";
import type { ActingAdmin } from "../commands/run-admin-command.ts";
import {
  assertMayPay,
  assertMayTakeOver,
  type PaidWithdrawal,
  payingAlone,
} from "../withdrawals/withdrawal-admin-rules.ts";
import { PAYOUT_TEXT } from "./payout-answers.ts";

/** The rules of batches: pure, no I/O, no clock. The database checks them again. */

/** Why an approved withdrawal cannot be put into a batch by an admin. */
export type ClosedBecause = keyof typeof PAYOUT_TEXT.closed;

/** The facts of an approved withdrawal that decide whether an admin may pay it by a batch. */
export type Payable = {
  number: number;
  userId: string;
  amountCents: number;
  adminAloneCentsMax: number;
  approvalsNeeded: number;
  approvedBy: readonly Approval[];
  paymentMethod: "KHQR" | "Bank Transfer";
  holderName: string | null;
  /** What an admin found about the holder's name beside the account's as it is now; null where nobody looked. */
  nameVerdict: "same" | "accepted" | null;
  payerId: string | null;
  /** The batch that it is in. */
  batchId: string | null;
  isFrozen: boolean;
  owes: boolean;
  claimedBy: string | null;
  claimedUntilMs: number | null;
  isClaimerOperator: boolean;
};

/** The admin who would pay, and what holds for all of a batch. */
export type PayingAdmin = {
  id: string;
  /** When their approvals begin to count; null once they do. */
  countsFromMs: number | null;
  /** What they moved alone in 24 hours besides this withdrawal (`selectMovedAlone`). */
  movedCents: number;
  soleApproverPayout: Settings["SOLE_APPROVER_PAYOUT"];
  isPaused: boolean;
  nowMs: number;
};

/** Why an admin cannot put an approved withdrawal into a batch; null when they can. Reasons that hold for every payer come first. */
export function closedBecause(row: Payable, admin: PayingAdmin): ClosedBecause | null {
  if (row.batchId !== null) return "in_batch";
  if (row.payerId !== null) return "being_paid";
  if (row.isFrozen) return "frozen";
  if (row.owes) return "owes";
  if (row.paymentMethod === "KHQR") return "by_code";
  if (row.holderName === null || row.nameVerdict === null) return "holder_differs";
  if (row.userId === admin.id) return "own_account";
  if (isClaimedByOther(row, admin.id, admin.nowMs)) return "claimed";
  if (admin.countsFromMs !== null) return "too_new";
  const alone = payingAlone(row, admin, admin.id);
  if (alone !== null) return alone === "only_approver" ? "you_approved" : "moved_alone";
  return admin.isPaused ? "paused" : null;
}

/** The code of each refusal, as that of the same one without a batch. */
const CODE_OF: Readonly<Record<ClosedBecause, ErrorCode>> = {
  own_account: "own_account",
  you_approved: "second_admin_needed",
  moved_alone: "second_admin_needed",
  too_new: "admin_too_new",
  being_paid: "wrong_state",
  in_batch: "wrong_state",
  claimed: "claimed_by_other",
  frozen: "account_frozen",
  owes: "wrong_state",
  holder_differs: "names_unchecked",
  by_code: "invalid_input",
  paused: "paused",
};

/** Refuses a withdrawal that the admin cannot put into a batch. @throws AppError naming it */
export function assertPayable(row: Payable, admin: PayingAdmin): void {
  const why = closedBecause(row, admin);
  if (why === null) return;
  const said = PAYOUT_TEXT.about(withdrawalNumber(row.number), PAYOUT_TEXT.closed[why]);
  throw new AppError(CODE_OF[why], said, { field: "items" });
}

/**
 * Refuses to take over a payment of a batch, by the rules of one that is in none (`takeOverPayment`).
 * @param seen.payerId the colleague who pays it, as the admin saw it
 * @throws AppError naming it
 */
export function assertMayTakeOverItem(
  row: Payable & PaidWithdrawal,
  seen: { payerId: string; movedCents: number; soleApproverPayout: Settings["SOLE_APPROVER_PAYOUT"] },
  admin: ActingAdmin,
  nowMs: number,
): void {
  try {
    if (row.userId === admin.id) throw new AppError("own_account", PAYOUT_TEXT.closed.own_account);
    if (isClaimedByOther(row, admin.id, nowMs)) throw new AppError("claimed_by_other", PAYOUT_TEXT.closed.claimed);
    assertOwnerNotFrozen({ frozenAtMs: row.isFrozen ? nowMs : null });
    assertMayTakeOver(row, seen, admin, nowMs);
    assertMayPay(row, seen, admin);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.code, PAYOUT_TEXT.about(withdrawalNumber(row.number), error.said));
  }
}

function isClaimedByOther(
  { claimedBy, claimedUntilMs, isClaimerOperator }: Payable,
  adminId: string,
  nowMs: number,
): boolean {
  return claimedBy !== null && claimedBy !== adminId && isClaimerOperator && (claimedUntilMs ?? 0) > nowMs;
}

/**
 * Refuses a batch whose payments that nobody else approved come to more than one admin may move alone, together with what else they move: each of
 * them may be within it, and one file is one act of one person.
 * @param moved what the admin moved alone in 24 hours, and pays now that nobody else approved
 * @throws AppError `second_admin_needed`
 */
export function assertMayMoveTogether(
  rows: ReadonlyArray<Payable & { id: string }>,
  moved: ReadonlyArray<{ id: string; cents: number }>,
  adminId: string,
): void {
  const alone = rows.filter(
    (row) => payingAlone(row, { movedCents: 0, soleApproverPayout: "refused" }, adminId) !== null,
  );
  if (alone.length === 0) return;
  const byId = new Map([
    ...moved.map(({ id, cents }) => [id, cents] as const),
    ...alone.map((row) => [row.id, row.amountCents] as const),
  ]);
  const cents = [...byId.values()].reduce((sum, one) => sum + one, 0);
  const max = Math.min(...alone.map(({ adminAloneCentsMax }) => adminAloneCentsMax));
  if (cents <= max) return;
  throw new AppError("second_admin_needed", PAYOUT_TEXT.movedTogether(formatUsd(cents), formatUsd(max)), {
    field: "items",
  });
}

/** What an admin sees beside an approved withdrawal. */
export type PayoutFlag = "holder_differs" | "used_by_another" | "changed" | "first_payout";

export function flagsOf(row: {
  nameVerdict: Payable["nameVerdict"];
  usedBy: string | null;
  isChanged: boolean;
  isFirst: boolean;
}): PayoutFlag[] {
  return [
    ...(row.nameVerdict === "accepted" ? (["holder_differs"] as const) : []),
    ...(row.usedBy === null ? [] : (["used_by_another"] as const)),
    ...(row.isChanged ? (["changed"] as const) : []),
    ...(row.isFirst ? (["first_payout"] as const) : []),
  ];
}

/** Where an item of a batch is. */
export type ItemState = "with_bank" | "completed" | "bounced" | "returned" | "unmatched" | "taken_back";
export const ITEM_STATES = ["with_bank", "completed", "bounced", "returned", "unmatched", "taken_back"] as const;

/**
 * Where an item is. What the bank sent back is completed, as the money had left, and returned once two admins have booked that.
 * @param item.hasResult whether a result of its batch was imported, so that what it does not say is unmatched
 */
export function itemState(item: {
  status: "pending" | "approved" | "completed" | "rejected";
  outcome: "completed" | "bounced" | null;
  takenBackAtMs: number | null;
  returnedAtMs: number | null;
  hasResult: boolean;
}): ItemState {
  if (item.takenBackAtMs !== null) return "taken_back";
  if (item.status !== "completed") return item.hasResult ? "unmatched" : "with_bank";
  if (item.returnedAtMs !== null) return "returned";
  return item.outcome === "bounced" ? "bounced" : "completed";
}

/** Whether something must still be done about an item. */
export function isOpen(state: ItemState): boolean {
  return state === "with_bank" || state === "unmatched" || state === "bounced";
}
