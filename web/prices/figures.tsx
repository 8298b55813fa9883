import { computed } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { isStale, quoteOf } from "../state/prices.ts";
import { NO_VALUE } from "../ui/format.ts";
import { LiveFigureText } from "../ui/live-text.tsx";
import { dayDirection } from "./day-change.ts";
import { flashOnTicks } from "./flash.ts";
import { ChangeText, PriceBound, PriceBox } from "./quote-parts.ts";
import { changeText, priceText } from "./quote-text.ts";

/** The current price as text: a tick changes the text node and renders nothing. */
export function PriceText({ symbol }: { symbol: FeedSymbol }) {
  // `useComputed` would keep the first symbol's price.
  const text = useMemo(() => computed(() => priceText(symbol, quoteOf(symbol).value)), [symbol]);
  return <LiveFigureText text={text} />;
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
  const key = useValueKey(symbol);
  return (
    <ChangeText key={key} className="num" data-tone={isStale(symbol).value ? undefined : tone.value}>
      <LiveFigureText text={text} />
    </ChangeText>
  );
}

/**
 * Flashes the box of a figure when its price moves, without rendering it, but not on every tick of a busy market; grey
 * once the price is stale. With reduced motion there is no flash.
 * @param props.align where the figure stands in its box, at the end unless it is given
 */
export function TickFlash({
  symbol,
  align,
  children,
}: {
  symbol: FeedSymbol;
  align?: "start" | "end";
  children: ReactNode;
}) {
  useSignals();
  const glow = useRef<HTMLElement>(null);

  const key = useValueKey(symbol);

  // biome-ignore lint/correctness/useExhaustiveDependencies: with another key there is another element
  useEffect(() => flashOnTicks(symbol, glow.current), [symbol, key]);

  return (
    <PriceBox key={key} className="num" style={align && { textAlign: align }} data-stale={isStale(symbol).value}>
      <i ref={glow} aria-hidden="true" />
      {children}
    </PriceBox>
  );
}

/** A figure that depends on the price of a symbol: grey once that is stale. */
export function Priced({ symbol, children }: { symbol: FeedSymbol; children: ReactNode }) {
  useSignals();
  return (
    <PriceBound className="num" data-stale={isStale(symbol).value}>
      {children}
    </PriceBound>
  );
}

/**
 * The key of a figure's element. The dash before the first price is narrower than the figure: another element takes its
 * place, so that nothing moves.
 */
function useValueKey(symbol: FeedSymbol): string {
  useSignals();
  const key = useMemo(() => computed(() => (quoteOf(symbol).value ? "value" : "none")), [symbol]);
  return key.value;
}
