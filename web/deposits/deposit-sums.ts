import type { Deposit } from "./deposit-calls.ts";

/** What a deposit brought into the balance, in dollars: its amount once it is paid, and what a review credited. */
export function broughtUsd({ amount, status, review }: Pick<Deposit, "amount" | "status" | "review">): number {
  return (status === "paid" ? amount : 0) + (review?.creditedAmount ?? 0);
}
