import { AppError } from "../contract/errors.ts";
import { formatUsd } from "../contract/money.ts";
import type { Translated } from "../contract/translated.ts";
import { CLOSING_TEXT } from "./closing-answers.ts";

/** The facts that decide whether an account can be closed. */
export type Closing = {
  role: "trader" | "admin";
  availableCents: number;
  heldCents: number;
  /** Codes that can still be paid. */
  openDeposits: number;
  openWithdrawals: number;
  /** Payments that wait for an admin's decision. */
  openExceptions: number;
  /** Until when a late payment of an ended code can still arrive, epoch ms; null when none can. */
  lateUntilMs: number | null;
  timeZone: string;
};

/**
 * Refuses to close an account that has money or can still receive some; the message says what to do first. The database
 * checks it again, because of concurrent requests.
 * @throws AppError `forbidden` for an admin | `account_in_use`
 */
export function assertMayClose(closing: Closing): void {
  if (closing.role === "admin") {
    throw new AppError("forbidden", CLOSING_TEXT.notAnAdmins);
  }
  const reason = reasonToWait(closing);
  if (reason) throw new AppError("account_in_use", reason);
}

function reasonToWait(closing: Closing): Translated | null {
  const { availableCents, heldCents, openDeposits, openWithdrawals, openExceptions, lateUntilMs, timeZone } = closing;
  if (openWithdrawals > 0 || heldCents > 0) {
    return CLOSING_TEXT.openWithdrawal(formatUsd(heldCents));
  }
  if (availableCents > 0) return CLOSING_TEXT.available(formatUsd(availableCents));
  if (openDeposits > 0) return CLOSING_TEXT.openCode;
  if (openExceptions > 0) return CLOSING_TEXT.waitingPayment;
  return lateUntilMs === null ? null : CLOSING_TEXT.latePayment(lateUntilMs, timeZone);
}
