import { formatDateTime, formatMoney } from "../ui/format.ts";
import { type Standing, shownStatus } from "./withdrawal-status.ts";
import { WITHDRAWAL_TEXT } from "./withdrawal-text.ts";

/** What decides about a request. Money in dollars, times ISO 8601. */
export type Decidable = Standing & {
  amount: number;
  /** Not approved before this; null where nothing delays it. */
  approvableAt: string | null;
  /** Different admins: how many have agreed to the next step, how many must. */
  approvals: { have: number; need: number };
};

/**
 * By which rule a request stands where it stands, and where its money is: sentences, the most important first.
 * @param nowMs epoch ms; a hold that is over is not told any more
 */
export function whatHappensNext(withdrawal: Decidable, { nowMs, timeZone }: { nowMs: number; timeZone: string }) {
  const sum = formatMoney(withdrawal.amount);
  const { have, need } = withdrawal.approvals;
  const needsTwo = need > 1;
  switch (shownStatus(withdrawal)) {
    case "pending":
    case "in_review": {
      const { approvableAt } = withdrawal;
      const isHeldUp = approvableAt !== null && Date.parse(approvableAt) > nowMs;
      return [
        ...(isHeldUp ? [WITHDRAWAL_TEXT.heldUntil(formatDateTime(approvableAt, timeZone))] : []),
        ...(needsTwo ? [WITHDRAWAL_TEXT.twoAdmins(have, need)] : []),
        WITHDRAWAL_TEXT.onHold(sum),
      ];
    }
    case "approved":
      return [WITHDRAWAL_TEXT.approvedNext(sum), ...(needsTwo ? [WITHDRAWAL_TEXT.twoToSend(have, need)] : [])];
    case "completed":
      return [WITHDRAWAL_TEXT.wasSent(sum)];
    case "rejected":
    case "cancelled":
      return [WITHDRAWAL_TEXT.isBack(sum)];
  }
}
