import { useSignals } from "@preact/signals-react/runtime";
import { type ComponentProps, memo, Suspense, useEffect } from "react";
import { CANDLE_INTERVAL_LIST } from "../../worker/contract/candles.ts";
import { FEED_SYMBOLS, type FeedSymbol } from "../../worker/contract/symbols.ts";
import type { Drawing } from "../../worker/contract/terminal/terminal-schema.ts";
import { DAY_MS } from "../../worker/contract/time.ts";
import { askForAlert } from "../alert-lines/alert-request.ts";
import { CandleChart } from "../chart/candle-chart.tsx";
import { useChartInterval } from "../chart/chart-choices.ts";
import { leaveFullScreen } from "../chart/full-screen.ts";
import type { PriceLine } from "../chart/plot/draw-price-lines.ts";
import { demoRun } from "../demo/demo-account.ts";
import { marketText } from "../prices/market-text.ts";
import { lazyPage } from "../state/lazy-page.ts";
import { drawnQuoteOf, isStale, throttledClock } from "../state/prices.ts";
import { useShortcuts } from "../state/shortcuts.ts";
import { useDrawings } from "../terminal/drawings-and-settings.ts";
import type { ChartOrder } from "../ticket/chart-order.ts";
import { beforeOrders } from "../ticket/focus.ts";
import { followPlan } from "../ticket/followed-plan.ts";
import { FillMarks } from "../trade-lines/fill-marks.tsx";
import { TradeLinesOver } from "../trade-lines/over.tsx";
import { linesOf } from "../trade-lines/trade-lines.ts";
import { formatAge, formatSteps } from "../ui/format.ts";
import { Stack } from "../ui/layout.tsx";
import { chartDrawings, orderOfPlan } from "./chart-drawings.ts";
import { chartIndicators } from "./chart-indicators.ts";
import type { ChartLater } from "./chart-later.tsx";
import { chosenSymbol } from "./chosen-symbol.ts";
import { StaleBar } from "./stale-prices.tsx";
import { ChartUnread } from "./unread-notices.tsx";

export type MarketChartProps = {
  symbol: FeedSymbol;
  timeZone: string;
  /** Fills the ticket in with an order at a place of the chart. */
  onOrder: (order: ChartOrder) => void;
};

/** The chart of a symbol with the trades of the demo run on it. Loaded after the page's first render. */
export const MarketChart = memo(function MarketChart({ symbol, timeZone, onOrder }: MarketChartProps) {
  const [interval, onInterval] = useChartInterval();
  // The ticket is beside or over the chart.
  const toTicket = (order: ChartOrder) => {
    leaveFullScreen();
    onOrder(order);
  };
  useShortcuts({
    timeframe(key) {
      const chosen = CANDLE_INTERVAL_LIST[Number(key) - 1];
      if (chosen) onInterval(chosen);
    },
  });
  useDrawings(symbol);
  useEffect(() => beforeOrders(leaveFullScreen), []);
  return (
    <CandleChart
      symbol={symbol}
      interval={interval}
      onInterval={onInterval}
      timeZone={timeZone}
      linesAt={chartLines}
      indicators={chartIndicators}
      drawings={chartDrawings}
      onPlan={({ id, drawing }) => {
        const orderOf = (plan: Drawing) => orderOfPlan(symbol, plan);
        const order = orderOf(drawing);
        if (!order) return;
        toTicket(order);
        followPlan({ symbol: chosenSymbol.peek().traded, market: symbol, id, orderOf });
      }}
      foot={
        <Stack gap={8}>
          <ChartUnread symbol={symbol} />
          <StaleBar symbol={symbol} />
        </Stack>
      }
      onAlert={(drawing) => askForAlert(symbol, drawing)}
      over={(chart) => (
        <>
          <FillMarks chart={chart} symbol={symbol} />
          <TradeLinesOver chart={chart} symbol={symbol} timeZone={timeZone}>
            {(guests) => <AfterCandles {...{ chart, symbol, timeZone, guests }} onOrder={toTicket} />}
          </TradeLinesOver>
        </>
      )}
    />
  );
});

const LoadedLater = lazyPage(async () => (await import("./chart-later.tsx")).ChartLater, { isQuiet: true });

/** The rest over the chart, whose code is loaded once the candles are there. */
function AfterCandles(props: ComponentProps<typeof ChartLater>) {
  useSignals();
  return (
    props.chart.loads.value > 0 && (
      <Suspense fallback={null}>
        <LoadedLater {...props} />
      </Suspense>
    )
  );
}

/**
 * The lines across a symbol's chart: the last price with the remaining time of its candle, or with its age once it is
 * stale, and those of trades, which elements over the plot show. Reads signals.
 */
function chartLines(symbol: FeedSymbol, candle: { isUp: boolean; endsAtMs: number } | null): PriceLine[] {
  const { decimals } = FEED_SYMBOLS[symbol];
  const trades = (demoRun.value ? linesOf(demoRun.value, symbol) : []).map(
    ({ steps }): PriceLine => ({ price: steps, tagText: [""], look: "over" }),
  );
  const quote = drawnQuoteOf(symbol).value;
  if (!quote) return trades;
  const price = formatSteps(quote.mid, decimals);
  const nowMs = throttledClock.value;
  if (isStale(symbol).value) {
    return [
      ...trades,
      { price: quote.mid, tagText: [price, marketText.old(formatAge(nowMs - quote.at))], look: "stale" },
    ];
  }
  const leftMs = candle ? candle.endsAtMs - nowMs : 0;
  const tagText = leftMs > 0 && leftMs <= DAY_MS ? [price, timeLeft(leftMs)] : [price];
  return [...trades, { price: quote.mid, tagText, look: candle?.isUp === false ? "down" : "up" }];
}

/** `07:52`, or `3:07:52` from an hour on. */
function timeLeft(leftMs: number): string {
  const seconds = Math.floor(leftMs / 1000);
  const two = (value: number) => String(value).padStart(2, "0");
  const clock = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return seconds < 3_600 ? clock : `${Math.floor(seconds / 3_600)}:${clock}`;
}
