import { formatMoney } from "../../ui/format.ts";
import { codeWords, DETAIL_WORDS, type DetailValue, namedDetail } from "./detail-text.ts";

/** Formats the detail of an audit entry: `amountCents: 5000` as `amount $50.00`, `bankName: "ABA"` as `bank name ABA`. */
export function formatDetail(detail: Readonly<Record<string, DetailValue>>): string[] {
  return Object.entries(detail).map(([name, value]) => {
    const readable = typeof value === "string" ? codeWords(value) : value;
    const words = DETAIL_WORDS[name];
    if (words) return words(readable);
    const sum = /^(\w+)Cents$/.exec(name)?.[1];
    if (sum !== undefined && typeof value === "number") return namedDetail(sum, formatMoney(value / 100));
    return namedDetail(name, readable);
  });
}
