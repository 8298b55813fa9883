import { TRADER_TEXT } from "./trader-text.ts";
import type { TraderContext } from "./trader-types.ts";

/** Where a withdrawal is paid to, abbreviated: `ACLEDA Bank •• 7730`, `KHQR code`. */
export function payoutPlace({
  paymentDetails,
}: Pick<TraderContext["withdrawals"]["last"][number], "paymentDetails">): string {
  if ("image" in paymentDetails) return TRADER_TEXT.khqr;
  const { bankName, accountId } = paymentDetails;
  return `${bankName} •• ${accountId.replaceAll(" ", "").slice(-4)}`;
}
