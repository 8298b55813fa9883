import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { memo, useMemo } from "react";
import { CANDLE_INTERVALS, candleStartMs } from "../../worker/contract/candles.ts";
import { SOURCE_NAMES } from "../../worker/contract/quotes.ts";
import { FEED_SYMBOLS, type FeedSymbol } from "../../worker/contract/symbols.ts";
import { isStale, quoteOf, trailOf } from "../state/prices.ts";
import { stableComputed } from "../state/stable-computed.ts";
import { Facts } from "../ui/facts.tsx";
import { formatClock, formatHour, formatSteps, NO_VALUE } from "../ui/format.ts";
import { Text } from "../ui/layout.tsx";
import { type } from "../ui/theme.ts";
import { closeBefore, dayHistory, rangeSince } from "./day-history.ts";
import { disagreementWords } from "./feed-text.ts";
import { marketText } from "./market-text.ts";

const Frame = styled("section")`
  padding: 16px 20px;
  & > header,
  & > p {
    ${type.caption}
    display: flex;
    align-items: baseline;
    justify-content: space-between;
    gap: 12px;
    color: var(--muted);
  }
  & h3 {
    ${type.dense}
    color: var(--text);
  }
  & > p + * {
    margin-top: 8px;
  }
  & > div {
    contain: size layout style;
    position: relative;
    height: 4px;
    margin: 12px 0 8px;
    border-radius: 2px;
    background: var(--line);
  }
  & i {
    position: absolute;
    inset: 0 auto;
    border-radius: 2px;
    background: color-mix(in oklab, var(--accent) 55%, transparent);
  }
  & b {
    position: absolute;
    top: -4px;
    width: 2px;
    height: 12px;
    margin-left: -1px;
    border-radius: 1px;
    background: var(--text);
  }
  &[data-short="true"] {
    padding: 0 16px 16px;
  }
`;

/**
 * The UTC day of a symbol: its range, and the span from the day's open to now. Renders when that moves on the screen.
 */
export const SymbolToday = memo(function SymbolToday({ symbol, timeZone, isShort = false }: SymbolTodayProps) {
  useSignals();
  const range = useMemo(() => stableComputed(() => rangeOf(symbol)?.prices ?? null), [symbol]);
  const source = useMemo(() => stableComputed(() => sourceOf(symbol)), [symbol]);
  // Read before any early return: a component that reads no signal is not notified of changes.
  const today = range.value;
  const from = source.value;
  const isOld = isStale(symbol).value;
  const quote = quoteOf(symbol).peek();
  if (!quote || !today) return isShort && <NoRange symbol={symbol} />;
  const { decimals } = FEED_SYMBOLS[symbol];
  const { low, high, dayOpen, previousClose, sinceMs, isWhole } = today;
  // The short form does not say since when.
  const edge = (price: number) => (isShort && !isWhole ? NO_VALUE : formatSteps(price, decimals));
  const facts = [
    { name: marketText.dayOpen, price: dayOpen },
    { name: marketText.high, price: high },
    { name: marketText.low, price: low },
    { name: marketText.previousClose, price: previousClose },
  ].map(({ name, price }) => ({ name, value: price === null ? NO_VALUE : formatSteps(price, decimals) }));
  // First, so that a low screen shows it: the header of a terminal has no room for it at some widths.
  const shownFrom = from?.isDisputed ? (
    <Text as="span" tone="warn">
      {from.words}
    </Text>
  ) : (
    from?.words
  );

  return (
    <Frame aria-label={marketText.today(symbol)} data-short={isShort}>
      {(!isShort || isOld) && (
        <header>
          <h3>{marketText.today(symbol)}</h3>
          {isOld ? marketText.asOf(formatClock(quote.at, timeZone)) : marketText.since(formatHour(sinceMs, timeZone))}
        </header>
      )}
      {isShort && !isWhole ? <div aria-hidden="true" /> : <RangeBar symbol={symbol} />}
      <p className="num">
        <span>
          {isShort && marketText.low} {edge(low)}
        </span>
        {/* The dash is narrower, and this one is at the right: another element takes its place, so that nothing moves. */}
        <span key={String(isWhole)}>
          {isShort && marketText.high} {edge(high)}
        </span>
      </p>
      {!isShort && (
        <Facts className="num" arrange="rows" facts={[{ name: marketText.source, value: shownFrom }, ...facts]} />
      )}
    </Frame>
  );
});

/** The day's range, the span from its open to now, and now. It alone renders when the price moves within the range. */
function RangeBar({ symbol }: { symbol: FeedSymbol }) {
  useSignals();
  const shares = useMemo(() => stableComputed(() => rangeOf(symbol)?.shares ?? null), [symbol]);
  const { open, now } = shares.value ?? { open: 0, now: 0 };
  return (
    <div aria-hidden="true">
      <i style={{ left: `${Math.min(open, now)}%`, width: `${Math.abs(now - open)}%` }} />
      <b style={{ left: `${now}%` }} />
    </div>
  );
}

/** The range before the first price, as high as with it. */
function NoRange({ symbol }: { symbol: FeedSymbol }) {
  return (
    <Frame aria-label={marketText.today(symbol)} data-short="true">
      <div aria-hidden="true" />
      <p>
        <span>
          {marketText.low} {NO_VALUE}
        </span>
        <span>
          {marketText.high} {NO_VALUE}
        </span>
      </p>
    </Frame>
  );
}

/**
 * The day so far, or what was seen of it while its candles are not there, which is not whole; `shares` are positions in its range, in
 * percent. Null without a price. Reads signals.
 */
export function rangeOf(symbol: FeedSymbol) {
  // The range follows the trail, once a second.
  const { points } = trailOf(symbol).value;
  const quote = quoteOf(symbol).peek();
  if (!quote) return null;
  const { mid: price, dayOpen, at } = quote;
  const dayStartMs = candleStartMs(at, CANDLE_INTERVALS["1d"]);
  const history = dayHistory(symbol).value;
  const day = rangeSince(history, dayStartMs);
  const seen = [dayOpen, price, ...points.filter((point) => point.at >= dayStartMs).map((point) => point.price)];
  const low = Math.min(...seen, day?.low ?? Number.POSITIVE_INFINITY);
  const high = Math.max(...seen, day?.high ?? Number.NEGATIVE_INFINITY);
  // Half a percent is about a pixel.
  const shareOf = (one: number) => (high === low ? 50 : Math.round(((one - low) * 200) / (high - low)) / 2);
  const sinceMs = day ? dayStartMs : Math.max(dayStartMs, points[0]?.at ?? at);
  return {
    prices: {
      low,
      high,
      dayOpen,
      sinceMs,
      isWhole: sinceMs === dayStartMs,
      previousClose: closeBefore(history, dayStartMs),
    },
    shares: { open: shareOf(dayOpen), now: shareOf(price) },
  };
}

/** The source of a symbol's prices; null where it is not known. Reads signals. */
function sourceOf(symbol: FeedSymbol) {
  const origin = quoteOf(symbol).value?.origin;
  if (!origin) return null;
  const disagreement = disagreementWords(origin);
  return { words: disagreement ?? SOURCE_NAMES[origin.source], isDisputed: disagreement !== null };
}

type SymbolTodayProps = {
  symbol: FeedSymbol;
  timeZone: string;
  /** The range alone, with its time once the price is stale. */
  isShort?: boolean;
};
