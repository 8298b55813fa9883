import type { Deposit } from "./deposit-calls.ts";

/** Whether a code still waits for its payment. One that has brought a payment, even one that does not fit, does not. */
export function isPayable({ status, review }: Pick<Deposit, "status" | "review">): boolean {
  return status === "pending" && review === null;
}
