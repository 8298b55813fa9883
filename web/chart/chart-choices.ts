import { useState } from "react";
import { CANDLE_INTERVAL_LIST, type CandleInterval } from "../../worker/contract/candles.ts";

/** The chart settings that this browser used last, kept in localStorage. */

const INTERVAL_KEY = "chart-interval";
const PANES_KEY = "chart-panes";
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

/** The heights that panes have been given, by the id of their indicator, CSS px. */
export type PaneHeights = Readonly<Record<string, number>>;

/** The heights of the panes below the price, and a function that sets one; null for the standard one. */
export function usePaneHeights(): [PaneHeights, (id: string, heightPx: number | null) => void] {
  const [heights, setHeights] = useState(readHeights);
  return [
    heights,
    (id, heightPx) => {
      const { [id]: _, ...others } = heights;
      const next = heightPx === null ? others : { ...others, [id]: heightPx };
      localStorage.setItem(PANES_KEY, JSON.stringify(next));
      setHeights(next);
    },
  ];
}

function readInterval(): CandleInterval {
  const stored = localStorage.getItem(INTERVAL_KEY);
  return CANDLE_INTERVAL_LIST.find((interval) => interval === stored) ?? STANDARD_INTERVAL;
}

function readHeights(): PaneHeights {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(PANES_KEY) ?? "{}");
    if (typeof stored !== "object" || stored === null) return {};
    return Object.fromEntries(Object.entries(stored).filter(([, height]) => Number.isFinite(height)));
  } catch {
    return {};
  }
}
