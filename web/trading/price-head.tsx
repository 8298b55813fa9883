import { computed } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { memo, useMemo } from "react";
import { FEED_SYMBOLS, type FeedSymbol } from "../../worker/contract/symbols.ts";
import { DayChange, PriceText, TickFlash } from "../prices/figures.tsx";
import { marketText } from "../prices/market-text.ts";
import { rangeOf } from "../prices/symbol-today.tsx";
import { Facts } from "../ui/facts.tsx";
import { formatSteps, NO_VALUE } from "../ui/format.ts";
import { LiveText } from "../ui/live-text.tsx";
import { VisuallyHidden } from "../ui/visually-hidden.ts";
import { PriceHeadFrame } from "./price-head-frame.ts";

/** On phones, above the chart: the price of its symbol, with the day's range. */
export const PriceHead = memo(function PriceHead({ symbol }: { symbol: FeedSymbol }) {
  useSignals();
  const { high, low, isKnown } = useMemo(() => {
    const edge = (name: "high" | "low") =>
      computed(() => {
        const { prices } = rangeOf(symbol) ?? {};
        return prices?.isWhole ? formatSteps(prices[name], FEED_SYMBOLS[symbol].decimals) : NO_VALUE;
      });
    return {
      high: edge("high"),
      low: edge("low"),
      isKnown: computed(() => rangeOf(symbol)?.prices.isWhole === true),
    };
  }, [symbol]);
  return (
    <PriceHeadFrame>
      <VisuallyHidden as="h2" id="chart" tabIndex={-1}>
        {symbol}
      </VisuallyHidden>
      <div>
        <span>
          <TickFlash symbol={symbol}>
            <PriceText symbol={symbol} />
          </TickFlash>
        </span>
        <DayChange symbol={symbol} withPrice />
      </div>
      {/* The dashes are narrower: other elements take their places, so that nothing moves. */}
      <Facts
        key={String(isKnown.value)}
        className="num"
        arrange="rows"
        facts={[
          { name: marketText.high, value: <LiveText text={high} /> },
          { name: marketText.low, value: <LiveText text={low} /> },
        ]}
      />
    </PriceHeadFrame>
  );
});
