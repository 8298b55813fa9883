import { formatMoney, formatSum } from "../ui/format.ts";
import type { Review } from "./deposit-calls.ts";
import { DEPOSIT_TEXT } from "./deposit-text.ts";

const TEXT = DEPOSIT_TEXT.review;

/** The paid amount as text: `102,000 KHR`. */
export function paidSum({ paidAmount, paidCurrency }: Pick<Review, "paidAmount" | "paidCurrency">): string {
  return formatSum(paidAmount, paidCurrency);
}

export function reviewNews(review: Review): { title: string; detail: string } {
  switch (review.status) {
    case "open":
      return { title: TEXT.open, detail: isMismatch(review) ? TEXT.mismatch : TEXT.unclear };
    case "matched":
      return { title: TEXT.credited(creditedSum(review)), detail: TEXT.creditedDetail };
    case "refunded":
      return { title: TEXT.refunded, detail: review.note ?? "" };
    case "dismissed":
      return { title: TEXT.dismissed, detail: review.note ?? "" };
  }
}

/** The same in one line for the history. @param askedUsd the amount that the code requested, in dollars */
export function reviewNote(review: Review, askedUsd: number): string {
  const paid = paidSum(review);
  switch (review.status) {
    case "open":
      if (review.reason === "paid_twice") return TEXT.noteSecond(paid);
      return isMismatch(review) ? TEXT.noteMismatch(paid, formatMoney(askedUsd)) : TEXT.noteUnclear(paid);
    case "matched":
      return TEXT.credited(creditedSum(review));
    case "refunded":
      return TEXT.noteRefunded(paid, review.note ?? "");
    case "dismissed":
      return TEXT.noteDismissed(paid, review.note ?? "");
  }
}

function isMismatch({ reason }: Review): boolean {
  return reason === "wrong_amount" || reason === "wrong_currency";
}

function creditedSum({ creditedAmount }: Review): string {
  return formatMoney(creditedAmount ?? 0);
}
