import { formatCount, formatMoney } from "../../ui/format.ts";
import type { AdminException } from "./exception-calls.ts";

/** Formats the paid amount in its own currency: `$95.00`, `380,000 KHR`. */
export function paidSum({ paidAmount, paidCurrency }: Pick<AdminException, "paidAmount" | "paidCurrency">): string {
  return paidCurrency === "USD" ? formatMoney(paidAmount) : `${formatCount(paidAmount)} ${paidCurrency}`;
}
