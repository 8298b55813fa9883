import { offsetQuartersAt, QUARTER_MS } from "../../worker/contract/trade-calendar.ts";
import type { ChartController } from "./chart-controller.ts";

/** Midnight of a date in a time zone, epoch ms; NaN where it is no date. @param date `2026-11-25` */
export function startOfDate(date: string, timeZone: string): number {
  const utcMs = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(utcMs)) return utcMs;
  // The offset at that midnight, which may differ from the one at midnight in UTC.
  const nearMs = utcMs - offsetQuartersAt(utcMs, timeZone) * QUARTER_MS;
  return utcMs - offsetQuartersAt(nearMs, timeZone) * QUARTER_MS;
}

/** `shown`, or why not: the candles begin later, or older ones could not be loaded. */
export type DateOutcome = { is: "shown" } | { is: "before history"; beginsAtMs: number } | { is: "not loaded" };

/** Loads older candles until those of an instant are there, and shows them. Without them it shows the oldest. */
export async function goToDate(chart: ChartController, atMs: number): Promise<DateOutcome> {
  const { series } = chart;
  if (!series) return { is: "not loaded" };
  const firstMs = () => series.columns.startMs[0] ?? Number.POSITIVE_INFINITY;
  while (firstMs() > atMs && series.older === "some") {
    const before = firstMs();
    await series.loadOlder();
    // Another symbol or interval was chosen meanwhile, or the load failed.
    if (chart.series !== series || (firstMs() === before && series.older === "some")) return { is: "not loaded" };
  }
  const { startMs } = series.columns;
  const row = startMs.findIndex((start) => start + series.sizeMs > atMs);
  chart.viewport.showRow(row < 0 ? startMs.length - 1 : row);
  if (firstMs() <= atMs) return { is: "shown" };
  return series.older === "none" ? { is: "before history", beginsAtMs: firstMs() } : { is: "not loaded" };
}
