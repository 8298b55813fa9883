import { AppError } from "../contract/errors.ts";
import { formatUsd } from "../contract/money.ts";

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
    throw new AppError("forbidden", "An admin's account cannot be closed here. Ask another admin.");
  }
  const reason = reasonToWait(closing);
  if (reason) throw new AppError("account_in_use", reason);
}

function reasonToWait(closing: Closing): string | null {
  const { availableCents, heldCents, openDeposits, openWithdrawals, openExceptions, lateUntilMs, timeZone } = closing;
  if (openWithdrawals > 0 || heldCents > 0) {
    return `You have an open withdrawal, with ${formatUsd(heldCents)} set aside. Wait until it is paid, or cancel it.`;
  }
  if (availableCents > 0) return `There is ${formatUsd(availableCents)} in your account. Withdraw it first.`;
  if (openDeposits > 0) return "You have an open payment code. Cancel it, or wait until it expires.";
  if (openExceptions > 0)
    return "One of your payments is waiting for a decision. You will see it in your account's history.";
  if (lateUntilMs !== null) {
    return `Money for a payment code from the last few days could still arrive. Your account can be closed from ${formatMoment(lateUntilMs, timeZone)}.`;
  }
  return null;
}

/** Formats a time in its zone: `Nov 21, 2026, 15:04 (Asia/Phnom_Penh)` */
function formatMoment(atMs: number, timeZone: string): string {
  const format = { dateStyle: "medium", timeStyle: "short", hourCycle: "h23", timeZone } as const;
  return `${new Intl.DateTimeFormat("en-US", format).format(atMs)} (${timeZone})`;
}
