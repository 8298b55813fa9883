import { formatSum } from "../../ui/format.ts";
import { Money } from "../../ui/money.tsx";

/** A sum in its account's currency, with its sign. */
export function MovedSum({ amount, currency }: { amount: number; currency: "USD" | "KHR" }) {
  if (currency === "USD") return <Money usd={amount} as="moved" />;
  return <span className="num">{`${amount > 0 ? "+" : ""}${formatSum(amount, currency)}`}</span>;
}
