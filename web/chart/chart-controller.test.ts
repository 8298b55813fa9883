import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import { waitFor } from "@testing-library/react";
import type { Candle } from "../../worker/contract/candles.ts";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { DEFAULT_CHART } from "../../worker/contract/terminal/terminal-defaults.ts";
import { MINUTE_MS } from "../../worker/contract/time.ts";
import { fixedWalk } from "../test/candle-walks.ts";
import { blankCanvases } from "../test/canvas.ts";
import type { FetchCandles } from "./candle-series.ts";
import { ChartController } from "./chart-controller.ts";
import { addIndicator, type ChosenIndicators, changeIndicator } from "./indicators/chosen-indicators.ts";

setDefaultTimeout(600_000);
blankCanvases();

let chart: ChartController | null = null;
afterEach(() => {
  chart?.destroy();
  document.body.replaceChildren();
});

/**
 * A chart of candles of a minute, and how many each of its requests asked for. @param symbol another one in each test, as
 * candles are kept for the next chart
 */
function open(symbol: FeedSymbol, chosen: ChosenIndicators, history: readonly Candle[]) {
  const limits: number[] = [];
  const fetch: FetchCandles = async ({ beforeMs = Number.POSITIVE_INFINITY, limit }) => {
    limits.push(limit);
    return { candles: history.filter(([startMs]) => startMs < beforeMs).slice(-limit), isWhole: true };
  };
  const element = document.createElement("div");
  document.body.append(element);
  chart = new ChartController(element, fetch);
  chart.setIndicators(chosen, {});
  chart.open(symbol, "1m");
  return { chart, limits };
}

/** A walk whose newest candle is that of this minute. */
function historyOf(rows: number): Candle[] {
  const offsetMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - (rows - 1) * MINUTE_MS;
  return fixedWalk(rows).map(([startMs, ...rest]) => [startMs + offsetMs, ...rest]);
}

const EMA_200 = changeIndicator(addIndicator([], "ema", "a"), "a", { settings: { period: 200 } });
const emaAt = (row: number) => chart?.board.shown.value[0]?.lines[0]?.values.at(row) ?? Number.NaN;

test("older candles are loaded until the values in sight do not depend on them, and no further", async () => {
  const { limits } = open("BTCUSDm", EMA_200, historyOf(5_000));
  await waitFor(() => expect(chart?.rowCount.value).toBe(2_500));
  const { window } = chart?.viewport ?? {};
  expect(emaAt(Math.floor(window?.from ?? 0))).toBeGreaterThan(0);
  // Scrolling back loads more candles, and the value stays the same.
  const newest = emaAt(2_499);
  chart?.viewport.pan(-1_000);
  await waitFor(() => expect(chart?.rowCount.value).toBe(3_500));
  expect(emaAt(3_499)).toBeCloseTo(newest, 3);
  expect(limits).toEqual([500, 1_000, 1_000, 1_000]);
});

test("where the history begins, all values are shown once that is known", async () => {
  const { limits } = open("ETHUSDm", EMA_200, historyOf(300));
  await waitFor(() => expect(emaAt(299)).toBeGreaterThan(0));
  expect([emaAt(198), emaAt(199) > 0, limits]).toEqual([Number.NaN, true, [500, 1_000]]);
});

test("indicators of a fixed number of candles load no older ones", async () => {
  const { limits } = open("XAUUSDm", DEFAULT_CHART.indicators, historyOf(5_000));
  await waitFor(() => expect(chart?.rowCount.value).toBe(500));
  expect(emaAt(499)).toBeGreaterThan(0);
  expect(limits).toEqual([500]);
});
