import { formatMoment } from "./moment-text.ts";

/**
 * Answers to admins about log-ins, approvals, deposits, payment exceptions and restores. Withdrawals, imports
 * and users have modules of their own.
 */
export const COMMAND_TEXT = {
  loggedIn: "Logged in",
  steppedUp: "Thank you. You can continue.",
  approval: {
    tooNew: (countsFromMs: number, timeZone: string) =>
      `You became an admin less than 24 hours ago. Your approvals count from ${formatMoment(countsFromMs, timeZone)}.`,
    differs: (name: string, approved: string) => `${name} agreed to ${approved}. Both admins must agree to the same.`,
    newer: (name: string) =>
      `${name} has approved this since you opened it, so nothing was done. See what it says now, then decide again.`,
    newerOwn:
      "You have approved this elsewhere since you opened it, so nothing was done. See what it says now, then decide again.",
    changed:
      "The approvals that this needs or has are not those that you saw, so nothing was done. See what it says now, then decide again.",
    outdatedPage:
      "A newer version of this page is needed for a decision by two admins. Nothing was done. Reload the page, then decide again.",
    /** The detail that another admin approved. */
    approved: {
      payment: (paymentId: string) => `the payment ID ${paymentId}`,
      settlement: (referenceAndHash: string) => `the bank's reference and hash ${referenceAndHash}`,
      refund: (sum: string, reference: string) => `a refund of ${sum} with the bank's reference ${reference}`,
      /** Traders can have the same name. */
      toTrader: (sum: string, name: string, username: string) => `${sum} for ${name} (${username})`,
      findings: (count: string) => `${count} findings`,
      other: "something else",
    },
  },
  paymentProcessed: "This payment was already processed",
  settlementHash: "A settlement hash has 8 to 128 letters and digits, and no space",
  depositPaid: "This deposit is already paid",
  paymentWaits: "A payment for this code waits among the exceptions. Decide about it there.",
  depositChanged: "The status of this deposit has changed since you opened it, so nothing was done.",
  exception: {
    decided: (name: string | null, decision: "matched" | "refunded" | "dismissed") =>
      `${name} has already ${decision} this payment`,
    changed: "This payment has changed since you opened it. Refresh to see how.",
    codeCredited: "This code was credited already. What came besides can be sent back.",
    refundAboveCame: (most: string) => `Only ${most} came; more cannot be sent back`,
    lessThanACent: "Less than a cent was paid, so nothing can be credited",
    decimals: "Enter an amount with at most two decimals",
    notAboveZero: "Amount must be greater than 0",
    abovePaid: (paid: string) => `Only ${paid} was paid; more cannot be credited`,
    aboveMost: (most: string) => `At most ${most} can be credited`,
    traderKnown: "This payment is of a trader already, and cannot be credited to another",
    traderMissing: "Choose the trader whose payment it is",
    traderFrozen: "This account is frozen, so nothing can be credited to it. Unfreeze it first, or record a refund.",
  },
  restoreDecided: "This was already decided. Refresh to see how.",
} as const;
