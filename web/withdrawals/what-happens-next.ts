import { formatDateTime, formatMoney } from "../ui/format.ts";
import { type Standing, shownStatus } from "./withdrawal-status.ts";
import { WITHDRAWAL_TEXT } from "./withdrawal-text.ts";

/** The fields that decide what happens next. Money in dollars, times ISO 8601. */
export type Decidable = Standing & {
  amount: number;
  /** When the bank sent a completed one back. */
  returnedAt: string | null;
  /** It cannot be approved before this; null without a delay. */
  approvableAt: string | null;
  /** Approvals by different admins for the next step: how many there are, and how many are required. */
  approvals: { have: number; need: number };
};

/**
 * Sentences that explain the current status and where the money is, the most important first.
 * @param nowMs epoch ms; an expired security hold is not mentioned
 */
export function whatHappensNext(withdrawal: Decidable, { nowMs, timeZone }: { nowMs: number; timeZone: string }) {
  const sum = formatMoney(withdrawal.amount);
  const { have, need } = withdrawal.approvals;
  switch (shownStatus(withdrawal)) {
    case "pending":
    case "in_review": {
      const { approvableAt } = withdrawal;
      const isHeldUp = approvableAt !== null && Date.parse(approvableAt) > nowMs;
      return [
        ...(isHeldUp ? [WITHDRAWAL_TEXT.heldUntil(formatDateTime(approvableAt, timeZone))] : []),
        ...(need > 1 ? [WITHDRAWAL_TEXT.twoAdmins(have, need)] : []),
        WITHDRAWAL_TEXT.onHold(sum),
      ];
    }
    case "approved":
      return [WITHDRAWAL_TEXT.approvedNext(sum)];
    case "completed":
      return [withdrawal.returnedAt === null ? WITHDRAWAL_TEXT.wasSent(sum) : WITHDRAWAL_TEXT.isBack(sum)];
    case "rejected":
    case "cancelled":
      return [WITHDRAWAL_TEXT.isBack(sum)];
  }
}
