import type { Candle } from "../../worker/contract/candles.ts";
import { answer, api } from "../state/api.ts";
import type { FetchCandles } from "./candle-series.ts";

/** Fetches candles from the product's API. */
export const fetchCandles: FetchCandles = async ({ symbol, interval, beforeMs, limit }) => {
  const before = beforeMs === undefined ? {} : { before: String(beforeMs) };
  const query = { symbol, interval, limit: String(limit), ...before };
  const { candles, isWhole } = await answer(api.market.candles.$get({ query }));
  // The route returns this type; the client's JSON type loses the tuple lengths.
  return { candles: candles as unknown as Candle[], isWhole };
};
