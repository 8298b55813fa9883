import { stepsOf } from "../../worker/contract/quotes.ts";
import { FEED_SYMBOLS, type FeedSymbol } from "../../worker/contract/symbols.ts";
import type { ChartController } from "../chart/chart-controller.ts";
import { snapPrice } from "../chart/snap-price.ts";

/** A price of the chart in steps: one that people would write, within a pixel of it. */
export function stepsOfPrice(chart: ChartController, symbol: FeedSymbol, price: number): number {
  // At the price itself: on a logarithmic scale, a pixel is more dollars further up.
  const top = chart.plot.topOf(price);
  const perPx = Math.abs(chart.plot.priceAt(top) - chart.plot.priceAt(top + 1));
  const step = 1 / 10 ** FEED_SYMBOLS[symbol].decimals;
  return stepsOf(symbol, Math.max(step, snapPrice(price, perPx, step)), "nearest");
}
