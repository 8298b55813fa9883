import { useSignals } from "@preact/signals-react/runtime";
import { memo, Suspense, useDeferredValue } from "react";
import type { DemoPosition } from "../../worker/contract/demo/demo-state.ts";
import { FEED_SYMBOLS, type FeedSymbol, TRADED_SYMBOLS } from "../../worker/contract/symbols.ts";
import { DAY_MS } from "../../worker/contract/time.ts";
import { useChartInterval } from "../chart/chart-choices.ts";
import type { ChartController } from "../chart/chart-controller.ts";
import { AtPrice } from "../chart/chart-overlays.tsx";
import type { PriceLine } from "../chart/draw-price-lines.ts";
import { demoRun } from "../demo/demo-account.ts";
import { dollarsOfSteps, stepsText, unitsText } from "../demo/demo-format.ts";
import { lazyPage } from "../state/lazy-page.ts";
import { isStale, quoteOf, serverClock } from "../state/prices.ts";
import { formatAge, formatPrice } from "../ui/format.ts";
import { Text } from "../ui/layout.tsx";
import { SideWord } from "../ui/side.tsx";
import { SpinnerBlock } from "../ui/spinner.tsx";
import { marketText } from "./market-text.ts";
import { Pane } from "./pane.tsx";
import { PositionProfit } from "./position-profit.tsx";
import { DayChange, PriceText, TickFlash } from "./price-figures.tsx";
import { StaleBar } from "./stale-prices.tsx";
import { useDemoButton } from "./use-demo-command.ts";

const CandleChart = lazyPage(async () => (await import("../chart/candle-chart.tsx")).CandleChart);

/** The selected symbol with its chart. */
export const ChartPane = memo(function ChartPane({ symbol, timeZone }: { symbol: FeedSymbol; timeZone: string }) {
  const [interval, onInterval] = useChartInterval();
  return (
    <Pane
      id="chart"
      title={symbol}
      mark={
        <Text as="span" size="dense" tone="muted" showOn="wide">
          {FEED_SYMBOLS[symbol].name}
        </Text>
      }
      aside={
        <>
          <Text as="span" size="section" weight={600}>
            <TickFlash symbol={symbol}>
              <PriceText symbol={symbol} />
            </TickFlash>
          </Text>
          <DayChange symbol={symbol} withPrice />
        </>
      }
    >
      <Suspense fallback={<SpinnerBlock />}>
        <CandleChart
          symbol={symbol}
          interval={interval}
          onInterval={onInterval}
          timeZone={timeZone}
          linesAt={chartLines}
          over={(chart) => (
            <>
              <EntryPills chart={chart} symbol={symbol} />
              <StaleBar symbol={symbol} />
            </>
          )}
        />
      </Suspense>
    </Pane>
  );
});

const isPricedFrom =
  (symbol: FeedSymbol) =>
  (position: DemoPosition): boolean =>
    TRADED_SYMBOLS[position.symbol].pricedFrom === symbol;

/**
 * The lines across a symbol's chart: the entries of open positions, and the last price with the remaining time of its
 * candle, or with its age once it is stale. Reads signals.
 */
function chartLines(symbol: FeedSymbol, candle: { isUp: boolean; endsAtMs: number } | null): PriceLine[] {
  const { decimals } = FEED_SYMBOLS[symbol];
  const entries = (demoRun.value?.positions ?? []).filter(isPricedFrom(symbol)).map((position): PriceLine => {
    const tagText = [stepsText(position.symbol, position.entryPrice)];
    return { price: entryOf(position), tagText, look: "entry" };
  });
  const quote = quoteOf(symbol).value;
  if (!quote) return entries;
  const price = formatPrice(quote.price, decimals);
  const nowMs = serverClock.value;
  if (isStale(symbol).value) {
    return [
      ...entries,
      { price: quote.price, tagText: [price, marketText.old(formatAge(nowMs - quote.at))], look: "stale" },
    ];
  }
  const leftMs = candle ? candle.endsAtMs - nowMs : 0;
  const tagText = leftMs > 0 && leftMs <= DAY_MS ? [price, timeLeft(leftMs)] : [price];
  return [...entries, { price: quote.price, tagText, look: candle?.isUp === false ? "down" : "up" }];
}

/** `07:52`, or `3:07:52` from an hour on. */
function timeLeft(leftMs: number): string {
  const seconds = Math.floor(leftMs / 1000);
  const two = (value: number) => String(value).padStart(2, "0");
  const clock = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return seconds < 3_600 ? clock : `${Math.floor(seconds / 3_600)}:${clock}`;
}

const entryOf = ({ symbol, entryPrice }: DemoPosition) => dollarsOfSteps(symbol, entryPrice);

/** A pill at the entry line of every open position of a symbol, with its side, current result and Close. */
function EntryPills({ chart, symbol }: { chart: ChartController; symbol: FeedSymbol }) {
  useSignals();
  const positions = useDeferredValue(demoRun.value?.positions ?? []).filter(isPricedFrom(symbol));
  const prices = positions.map(entryOf);
  return positions.map((position, i) => (
    <AtPrice key={position.id} chart={chart} prices={prices} index={i}>
      <SideWord data-side={position.side} className="num">
        {marketText.sides[position.side].word} {unitsText(position.units)}
      </SideWord>
      <PositionProfit of={position} />
      <CloseButton position={position} symbol={symbol} />
    </AtPrice>
  ));
}

function CloseButton({ position, symbol }: { position: DemoPosition; symbol: FeedSymbol }) {
  useSignals();
  const { submit, isSending } = useDemoButton();
  const { id, version } = position;
  return (
    <button
      type="button"
      disabled={isSending || isStale(symbol).value}
      aria-label={marketText.closeOnChart(position.symbol)}
      onClick={() => void submit({ type: "close", positionId: id, version, amount: null })}
    >
      {marketText.close}
    </button>
  );
}
