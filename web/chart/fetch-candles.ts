import type { Candle } from "../../worker/contract/candles.ts";
import { stepsOf } from "../../worker/contract/price-steps.ts";
import { answer, api } from "../state/api.ts";
import type { FetchCandles } from "./candle-series.ts";

/** Fetches candles from the product's API, whose prices are dollars; those of the page are whole steps. */
export const fetchCandles: FetchCandles = async ({ symbol, interval, beforeMs, limit }) => {
  const before = beforeMs === undefined ? {} : { before: String(beforeMs) };
  const query = { symbol, interval, limit: String(limit), ...before };
  const { candles, isWhole } = await answer(api.market.candles.$get({ query }));
  const steps = (dollars: number) => stepsOf(symbol, dollars, "nearest");
  return {
    // The route returns this type; the client's JSON type loses the tuple lengths.
    candles: (candles as unknown as Candle[]).map(([startMs, open, high, low, close, volume]) => {
      return [startMs, steps(open), steps(high), steps(low), steps(close), volume];
    }),
    isWhole,
  };
};
