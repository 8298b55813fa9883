import { formatCount, formatMoney } from "../../ui/format.ts";
import type { AdminException } from "./exception-calls.ts";

/** Formats the paid amount in its own currency: `$95.00`, `380,000 KHR`. */
export function paidSum({ paidAmount, paidCurrency }: Pick<AdminException, "paidAmount" | "paidCurrency">): string {
  return sumIn(paidCurrency, paidAmount);
}

export function sumIn(currency: string, amount: number): string {
  return currency === "USD" ? formatMoney(amount) : `${formatCount(amount)} ${currency}`;
}
