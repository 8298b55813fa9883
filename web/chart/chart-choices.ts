import { useState } from "react";
import { CANDLE_INTERVAL_LIST, type CandleInterval } from "../../worker/contract/candles.ts";
import { AVERAGE_PERIODS } from "./moving-average.ts";

/** The chart settings that this browser used last, kept in localStorage. */

const INTERVAL_KEY = "chart-interval";
const HIDDEN_KEY = "chart-hidden-averages";
const STANDARD_INTERVAL: CandleInterval = "15m";

/** The selected candle size and its setter. */
export function useChartInterval(): [CandleInterval, (interval: CandleInterval) => void] {
  const [interval, setInterval] = useState(readInterval);
  return [
    interval,
    (next) => {
      localStorage.setItem(INTERVAL_KEY, next);
      setInterval(next);
    },
  ];
}

/** The periods of the hidden moving averages, and a function that shows or hides one. */
export function useHiddenAverages(): [ReadonlySet<number>, (period: number) => void] {
  const [hidden, setHidden] = useState(readHidden);
  return [
    hidden,
    (period) => {
      const next = new Set(hidden);
      if (!next.delete(period)) next.add(period);
      localStorage.setItem(HIDDEN_KEY, [...next].join());
      setHidden(next);
    },
  ];
}

function readInterval(): CandleInterval {
  const stored = localStorage.getItem(INTERVAL_KEY);
  return CANDLE_INTERVAL_LIST.find((interval) => interval === stored) ?? STANDARD_INTERVAL;
}

function readHidden(): ReadonlySet<number> {
  const stored = localStorage.getItem(HIDDEN_KEY)?.split(",").map(Number) ?? [];
  return new Set(AVERAGE_PERIODS.filter((period) => stored.includes(period)));
}
