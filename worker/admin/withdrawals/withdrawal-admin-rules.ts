import { AppError, ERROR_TEXT } from "../../contract/errors.ts";
import { WITHDRAWAL } from "../../contract/limits.ts";
import type { Settings } from "../../platform/env.ts";
import type { Approval } from "../commands/approvals.ts";
import { addNote } from "../commands/decision-note.ts";
import { formatMoment } from "../commands/moment-text.ts";
import type { ActingAdmin } from "../commands/run-admin-command.ts";

/** The rules of what admins do to withdrawals: pure, no I/O, no clock. The database refuses the same again. */

type Status = "pending" | "approved" | "completed" | "rejected";

/** What is read of a withdrawal to judge an act on it. */
export type JudgedWithdrawal = {
  userId: string;
  status: Status;
  version: number;
  cancelledByUser: boolean;
  decidedByName: string | null;
  claimedBy: string | null;
  claimedByName: string | null;
  claimedUntilMs: number | null;
};

/**
 * Refuses an act on a withdrawal that is not there, is the admin's own, is in another state, is not as the admin saw it, or
 * that a colleague is working on.
 * @param act.from the states in which the act makes sense
 * @throws AppError `not_found` | `own_account` | `wrong_state` saying who decided what | `claimed_by_other` naming them
 */
export function assertActable<T extends JudgedWithdrawal>(
  withdrawal: T | undefined,
  act: { from: readonly Status[]; version: number },
  admin: ActingAdmin,
  nowMs: number,
): T {
  if (!withdrawal) throw new AppError("not_found", ERROR_TEXT.not_found);
  if (withdrawal.userId === admin.id) throw new AppError("own_account", ERROR_TEXT.own_account);
  const { status, version, claimedBy, claimedByName, claimedUntilMs } = withdrawal;
  if (!act.from.includes(status) || version !== act.version) throw new AppError("wrong_state", whatStands(withdrawal));
  if (claimedBy !== null && claimedBy !== admin.id && (claimedUntilMs ?? 0) > nowMs) {
    const until = formatMoment(claimedUntilMs ?? 0, admin.timeZone);
    throw new AppError(
      "claimed_by_other",
      `${claimedByName} is working on this withdrawal until ${until}. Only they can release it before then; after that, any admin can claim it`,
    );
  }
  return withdrawal;
}

/** The claim that an admin has from now on. */
export function claimOf(admin: ActingAdmin, nowMs: number) {
  return { claimedBy: admin.id, claimedUntilMs: nowMs + WITHDRAWAL.claimMs };
}

/** Refuses to release a claim that the admin does not have, or that has run out. @throws AppError `wrong_state` */
export function assertClaims(
  { claimedBy, claimedUntilMs }: Pick<JudgedWithdrawal, "claimedBy" | "claimedUntilMs">,
  admin: ActingAdmin,
  nowMs: number,
): void {
  if (claimedBy === admin.id && (claimedUntilMs ?? 0) > nowMs) return;
  throw new AppError("wrong_state", "You have no claim on this withdrawal to release");
}

function whatStands({ status, cancelledByUser, decidedByName }: JudgedWithdrawal): string {
  if (cancelledByUser) return "The trader has cancelled this withdrawal";
  if (status === "pending") return "This withdrawal is still pending. Refresh to see its current state.";
  return `${decidedByName} has ${status} this withdrawal. Refresh to see its current state.`;
}

/**
 * Refuses an approval in the day after a change of the account's security.
 * @param approvableAtMs see `approvableFrom`
 * @throws AppError `withdrawal_on_hold` naming the hour
 */
export function assertNotOnHold(approvableAtMs: number | null, admin: ActingAdmin, nowMs: number): void {
  if (approvableAtMs === null || approvableAtMs <= nowMs) return;
  const hour = formatMoment(approvableAtMs, admin.timeZone);
  const message = `The security of this account was changed in the last 24 hours. It can be approved from ${hour}.`;
  throw new AppError("withdrawal_on_hold", message);
}

/**
 * How many admins an approval or a completion needs when this admin gives the next one.
 * @param movedAloneCents what this admin moved alone in the last 24 hours by other withdrawals
 * @returns two also where this admin alone would move more than one admin may; at that sum one still is enough
 */
export function approvalsFor(
  withdrawal: { approvalsNeeded: number; amountCents: number; adminAloneCentsMax: number },
  movedAloneCents: number,
): number {
  return movedAloneCents + withdrawal.amountCents > withdrawal.adminAloneCentsMax ? 2 : withdrawal.approvalsNeeded;
}

/**
 * Refuses the approval of a withdrawal whose trader's identity is not verified, unless the operator allows it: then each
 * approval goes on where a reason was given, by this admin or by the one before.
 * @param ask.payout the operator's setting
 * @param ask.reason this admin's, trimmed; may be empty
 * @returns the reasons for the withdrawal's row; null where none is needed
 * @throws AppError `identity_not_verified` | `invalid_input` naming the field of the reason
 */
export function reasonToPayUnverified(
  { identityStatus, unverifiedReason }: { identityStatus: string | null; unverifiedReason: string | null },
  { payout, reason }: { payout: Settings["UNVERIFIED_PAYOUT"]; reason: string },
): string | null {
  if (identityStatus === "verified") return null;
  if (payout === "refused") throw new AppError("identity_not_verified", ERROR_TEXT.identity_not_verified);
  const reasons = addNote(unverifiedReason, reason);
  if (reasons !== null) return reasons;
  throw new AppError(
    "invalid_input",
    "The identity of this trader is not verified. Say why it is approved nevertheless.",
    {
      field: "unverifiedReason",
    },
  );
}

/**
 * Refuses to begin a payment that a colleague has begun.
 * @throws AppError `wrong_state` naming them
 */
export function assertNobodyPays({ payerId, payerName }: PaidWithdrawal, admin: ActingAdmin): void {
  if (payerId === null) return;
  const who = payerId === admin.id ? "You are" : `${payerName} is`;
  throw new AppError("wrong_state", `${who} already paying this withdrawal`);
}

/** Refuses to end the payment of somebody else, or one that nobody began. @throws AppError `wrong_state` */
export function assertPays({ payerId, payerName }: PaidWithdrawal, admin: ActingAdmin): void {
  if (payerId === admin.id) return;
  const message = payerId === null ? "Nobody is paying this withdrawal" : `${payerName} is paying this withdrawal`;
  throw new AppError("wrong_state", message);
}

/** Who is paying a withdrawal at the bank. */
export type PaidWithdrawal = { payerId: string | null; payerName: string | null };

/**
 * Refuses to give money back that a colleague says was paid: it would leave the house twice. Whoever said so takes it
 * back by rejecting themselves, and then counts among those who agreed to reject.
 * @param words those that count
 * @throws AppError `wrong_state`
 */
export function assertNotPaid(words: readonly Approval[], admin: ActingAdmin): void {
  const word = words.find(({ act, adminId }) => act === "complete" && adminId !== admin.id);
  if (!word) return;
  throw new AppError(
    "wrong_state",
    `${word.name} says that this was paid as ${word.detail}, so only they can reject it`,
  );
}
