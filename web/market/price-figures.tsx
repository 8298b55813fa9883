import { useComputed, useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { FEED_SYMBOLS, type FeedSymbol, type Quote } from "../../worker/contract/market-messages.ts";
import { directionOf, formatPrice, formatSignedPercent, formatSignedPrice, NO_VALUE } from "../format.ts";
import { isStale, quoteOf } from "../state/prices.ts";

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

/** The price now, as text alone: a tick changes the text node and renders nothing. */
export function PriceText({ symbol }: { symbol: FeedSymbol }) {
  const quote = quoteOf(symbol);
  const text = useComputed(() =>
    quote.value ? formatPrice(quote.value.price, FEED_SYMBOLS[symbol].decimals) : NO_VALUE,
  );
  return <>{text}</>;
}

/** The change since the UTC day's first price, in percent: `+1.2%`. Grey once the price is too old to act on. */
export function DayChange({ symbol, withPrice = false }: { symbol: FeedSymbol; withPrice?: boolean }) {
  useSignals();
  const quote = quoteOf(symbol).value;
  const percentValue = quote ? dayChangePercent(quote) : 0;
  const tone = isStale(symbol).value ? undefined : directionOfPercent(percentValue);
  const change =
    quote && withPrice ? `${formatSignedPrice(quote.price - quote.dayOpen, FEED_SYMBOLS[symbol].decimals)} ` : "";
  const percent = quote ? formatSignedPercent(percentValue) : NO_VALUE;
  return (
    <Change className="num" data-tone={tone}>
      {change}
      {change ? `(${percent})` : percent}
    </Change>
  );
}

/** By what the percent prints: 0.0% has no colour. */
function directionOfPercent(percent: number): "up" | "down" | "flat" {
  return directionOf(Math.round(percent * 10) / 10);
}

export function dayChangePercent({ price, dayOpen }: Quote): number {
  return ((price - dayOpen) * 100) / dayOpen;
}
