import type { Deposit } from "./deposit-calls.ts";

/** Each time that a deposit brought money into the balance, in dollars: by its own payment, and by what a review credited. */
export function depositCredits({
  amount,
  paymentVerifiedAt,
  review,
}: Pick<Deposit, "amount" | "paymentVerifiedAt" | "review">): { usd: number; at: string }[] {
  return [
    ...(paymentVerifiedAt ? [{ usd: amount, at: paymentVerifiedAt }] : []),
    ...(review?.creditedAmount && review.decidedAt ? [{ usd: review.creditedAmount, at: review.decidedAt }] : []),
  ];
}

/** What a deposit brought in all, in dollars. */
export function broughtUsd(deposit: Pick<Deposit, "amount" | "paymentVerifiedAt" | "review">): number {
  return depositCredits(deposit).reduce((sum, { usd }) => sum + usd, 0);
}
