import type { ChartController } from "../chart/chart-controller.ts";
import { snapPrice } from "../chart/snap-price.ts";

/** A price of the chart in whole steps: one that people would write, within a pixel of it. */
export function stepsOfPrice(chart: ChartController, price: number): number {
  // At the price itself: on a logarithmic scale, a pixel is more steps further up.
  const top = chart.plot.topOf(price);
  const perPx = Math.abs(chart.plot.priceAt(top) - chart.plot.priceAt(top + 1));
  return Math.max(1, snapPrice(price, perPx));
}

/** The price at a place of the plot, in steps. */
export function stepsAt(chart: ChartController, topPx: number): number {
  return stepsOfPrice(chart, chart.plot.priceAt(Math.min(Math.max(topPx, 0), chart.plotPx.height)));
}
