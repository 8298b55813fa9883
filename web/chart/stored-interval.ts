import { CANDLE_INTERVAL_LIST, type CandleInterval } from "../../worker/contract/candles.ts";
import { localStore } from "../state/storage/browser-storage.ts";

export const INTERVAL_KEY = "chart-interval";
export const STANDARD_INTERVAL: CandleInterval = "15m";

/** The keys of the scale and of the look of the candles. */
export const SCALE_KEY = "chart-scale";
export const TYPE_KEY = "chart-type";

/** Whether this browser's chart shows candles on a linear scale. */
export function isStandardChart(): boolean {
  return (localStore.get(SCALE_KEY) ?? "linear") === "linear" && (localStore.get(TYPE_KEY) ?? "candles") === "candles";
}

/** The candle size that this browser used last. */
export function storedInterval(): CandleInterval {
  const stored = localStore.get(INTERVAL_KEY);
  return CANDLE_INTERVAL_LIST.find((interval) => interval === stored) ?? STANDARD_INTERVAL;
}
