import type { Deposit } from "./deposit-calls.ts";

/** Whether a code still waits for its payment. A code with any payment does not, even a mismatched one. */
export function isPayable({ status, review }: Pick<Deposit, "status" | "review">): boolean {
  return status === "pending" && review === null;
}
