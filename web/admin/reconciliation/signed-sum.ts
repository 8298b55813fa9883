import { formatSum } from "../../ui/format.ts";
import type { Currency } from "./statement-calls.ts";

/** `+$150.00`, `−4,000 KHR`: a sum of a bank account with its sign. */
export function signedSum(amount: number, currency: Currency): string {
  return `${amount > 0 ? "+" : ""}${formatSum(amount, currency)}`;
}

/** Whole hundredths, so that sums compare exactly. */
export const hundredths = (amount: number) => Math.round(amount * 100);
