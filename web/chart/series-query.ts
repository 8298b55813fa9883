import { backOffMs } from "../../worker/contract/back-off.ts";
import type { CandleInterval } from "../../worker/contract/candles.ts";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import type { QueryOptions } from "../state/query.ts";
import { CandleSeries, type FetchCandles } from "./candle-series.ts";

const REFRESH_MS = 60_000;
/** The first retry delay while the source still delivers candles. */
const RETRY_MS = 3_000;

/**
 * The candles of a symbol and interval, for one user at a time. They are kept for the next one, who shows them at once
 * and loads what is newer. Each load changes the same series.
 * @param user a chart, or the line of a comparison: a chart that opens the compared symbol has a series of its own
 */
export function seriesQuery(
  symbol: FeedSymbol,
  interval: CandleInterval,
  fetch: FetchCandles,
  user: "chart" | "comparison" = "chart",
): QueryOptions<CandleSeries> {
  return {
    key: ["candles", symbol, interval, user],
    fetch: async (_, before) => {
      const series = before ?? new CandleSeries({ symbol, interval, fetch });
      await series.loadNewest(Date.now());
      return series;
    },
    staleMs: RETRY_MS,
    everyMs: (series) => (series?.incompleteLoads === 0 ? REFRESH_MS : pauseMs(series?.incompleteLoads ?? 0)),
    isKept: true,
  };
}

function pauseMs(failures: number): number {
  return backOffMs(failures, { minMs: RETRY_MS, maxMs: REFRESH_MS, random: Math.random() });
}
