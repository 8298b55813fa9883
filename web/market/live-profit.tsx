import { computed } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useMemo } from "react";
import { TRADED_SYMBOLS } from "../../worker/contract/symbols.ts";
import { isStale, quoteOf } from "../state/prices.ts";
import { capUsd } from "../ui/format.ts";
import { LiveMoney } from "../ui/money.tsx";
import { type DemoTrade, profitUsd } from "./demo-trading-rules.ts";
import { PriceBound } from "./price-bound.ts";

/** The current result of an open trade. */
export function LiveProfit({ trade }: { trade: DemoTrade }) {
  useSignals();
  const { pricedFrom } = TRADED_SYMBOLS[trade.symbol];
  const usd = useMemo(
    () =>
      computed(() => {
        const price = quoteOf(pricedFrom).value?.price;
        return price === undefined ? null : capUsd(profitUsd(trade, price));
      }),
    [trade, pricedFrom],
  );
  return (
    <PriceBound className="num" data-stale={isStale(pricedFrom).value}>
      <LiveMoney usd={usd} as="result" />
    </PriceBound>
  );
}
