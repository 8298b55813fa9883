import { CANDLE_INTERVAL_LIST, type CandleInterval } from "../../worker/contract/candles.ts";
import { localStore } from "../state/storage/browser-storage.ts";

export const INTERVAL_KEY = "chart-interval";
export const STANDARD_INTERVAL: CandleInterval = "15m";

/** The candle size that this browser used last. */
export function storedInterval(): CandleInterval {
  const stored = localStore.get(INTERVAL_KEY);
  return CANDLE_INTERVAL_LIST.find((interval) => interval === stored) ?? STANDARD_INTERVAL;
}
