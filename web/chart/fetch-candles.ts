import type { Candle } from "../../worker/contract/candles.ts";
import { answer, api } from "../state/api.ts";
import type { FetchCandles } from "./candle-series.ts";

/** Candles from the product's own API. */
export const fetchCandles: FetchCandles = async ({ symbol, interval, beforeMs, limit }) => {
  const before = beforeMs === undefined ? {} : { before: String(beforeMs) };
  const query = { symbol, interval, limit: String(limit), ...before };
  const { candles, isWhole } = await answer(api.market.candles.$get({ query }));
  // The route answers with this very type; the client's type of a JSON answer forgets how long a list is.
  return { candles: candles as unknown as Candle[], isWhole };
};
