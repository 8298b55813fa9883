import { computed } from "@preact/signals-react";
import { useMemo } from "react";
import type { DemoPosition } from "../../worker/contract/demo/demo-state.ts";
import { dollarsFromCents } from "../../worker/contract/money.ts";
import { TRADED_SYMBOLS } from "../../worker/contract/symbols.ts";
import { floatingOf } from "../demo/demo-live-figures.ts";
import { Priced } from "../prices/figures.tsx";
import { capUsd } from "../ui/format.ts";
import { LiveMoney } from "../ui/money.tsx";

/** The current result of an open position. */
export function PositionProfit({ of }: { of: DemoPosition }) {
  const usd = useMemo(() => {
    const floating = floatingOf(of);
    return computed(() => (floating.value === null ? null : capUsd(dollarsFromCents(floating.value))));
  }, [of]);
  return (
    <Priced symbol={TRADED_SYMBOLS[of.symbol].pricedFrom}>
      <LiveMoney usd={usd} as="result" />
    </Priced>
  );
}
