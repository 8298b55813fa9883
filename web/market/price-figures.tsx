import { computed } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useMemo } from "react";
import type { Quote } from "../../worker/contract/market-messages.ts";
import { FEED_SYMBOLS, type FeedSymbol } from "../../worker/contract/symbols.ts";
import { isStale, quoteOf } from "../state/prices.ts";
import { formatPrice, formatSignedPercent, formatSignedPrice, NO_VALUE } from "../ui/format.ts";
import { LiveText } from "../ui/live-text.tsx";
import { dayChangePercent, dayDirection } from "./day-change.ts";

const Change = styled("span")`
  color: var(--muted);
  white-space: nowrap;
  &[data-tone="up"] {
    color: var(--up);
  }
  &[data-tone="down"] {
    color: var(--down);
  }
`;

/** The current price as text: a tick changes the text node and renders nothing. */
export function PriceText({ symbol }: { symbol: FeedSymbol }) {
  // `useComputed` would keep the first symbol's price.
  const text = useMemo(() => computed(() => priceText(symbol, quoteOf(symbol).value)), [symbol]);
  return <LiveText text={text} />;
}

/** The change since the UTC day's first price, in percent: `+1.2%`. Grey once the price is stale. */
export function DayChange({ symbol, withPrice = false }: { symbol: FeedSymbol; withPrice?: boolean }) {
  useSignals();
  const { tone, text } = useMemo(() => {
    const quote = quoteOf(symbol);
    return {
      tone: computed(() => (quote.value ? dayDirection(quote.value) : undefined)),
      text: computed(() => (quote.value ? changeText(symbol, quote.value, withPrice) : NO_VALUE)),
    };
  }, [symbol, withPrice]);
  return (
    <Change className="num" data-tone={isStale(symbol).value ? undefined : tone.value}>
      <LiveText text={text} />
    </Change>
  );
}

/** A price as text, or a dash before the first. */
export function priceText(symbol: FeedSymbol, quote: Quote | null): string {
  return quote ? formatPrice(quote.price, FEED_SYMBOLS[symbol].decimals) : NO_VALUE;
}

function changeText(symbol: FeedSymbol, quote: Quote, withPrice: boolean): string {
  const percent = formatSignedPercent(dayChangePercent(quote));
  if (!withPrice) return percent;
  return `${formatSignedPrice(quote.price - quote.dayOpen, FEED_SYMBOLS[symbol].decimals)} (${percent})`;
}
