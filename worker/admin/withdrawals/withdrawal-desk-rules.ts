import { AppError, ERROR_TEXT } from "../../contract/errors.ts";
import type { Word } from "../desk/approvals.ts";
import type { DeskAdmin } from "../desk/desk-act.ts";
import { hourOf } from "../desk/desk-hour.ts";

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
  admin: DeskAdmin,
  nowMs: number,
): T {
  if (!withdrawal) throw new AppError("not_found", ERROR_TEXT.not_found);
  if (withdrawal.userId === admin.id) throw new AppError("own_account", ERROR_TEXT.own_account);
  const { status, version, claimedBy, claimedByName, claimedUntilMs } = withdrawal;
  if (!act.from.includes(status) || version !== act.version) throw new AppError("wrong_state", whatStands(withdrawal));
  if (claimedBy !== null && claimedBy !== admin.id && (claimedUntilMs ?? 0) > nowMs) {
    const until = hourOf(claimedUntilMs ?? 0, admin.timeZone);
    throw new AppError("claimed_by_other", `${claimedByName} is working on this withdrawal until ${until}`);
  }
  return withdrawal;
}

function whatStands({ status, cancelledByUser, decidedByName }: JudgedWithdrawal): string {
  if (cancelledByUser) return "The trader has cancelled this withdrawal";
  if (status === "pending") return "This withdrawal is still pending. Refresh to see it as it is.";
  return `${decidedByName} has ${status} this withdrawal. Refresh to see it as it is.`;
}

/**
 * Refuses an approval in the day after a change of the account's security.
 * @param approvableAtMs see `approvableFrom`
 * @throws AppError `withdrawal_on_hold` naming the hour
 */
export function assertNotOnHold(approvableAtMs: number | null, admin: DeskAdmin, nowMs: number): void {
  if (approvableAtMs === null || approvableAtMs <= nowMs) return;
  const hour = hourOf(approvableAtMs, admin.timeZone);
  const message = `The security of this account was changed in the last 24 hours. It can be approved from ${hour}.`;
  throw new AppError("withdrawal_on_hold", message);
}

/**
 * Refuses to give money back that a colleague says was paid: it would leave the house twice. Whoever said so may take it
 * back by rejecting themselves.
 * @throws AppError `wrong_state`
 */
export function assertNotPaid(words: readonly Word[], admin: DeskAdmin): void {
  const word = words.find(({ act, adminId }) => act === "complete" && adminId !== admin.id);
  if (!word) return;
  throw new AppError(
    "wrong_state",
    `${word.name} says that this was paid as ${word.detail}, so only they can reject it`,
  );
}
