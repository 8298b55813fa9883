import { type ReadonlySignal, signal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { CANDLE_INTERVAL_LIST, type CandleInterval } from "../../worker/contract/candles.ts";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { localStore } from "../state/storage/browser-storage.ts";
import { CHART_TYPES, SCALE_MODES, type ScaleMode } from "./plot/chart-types.ts";
import { INTERVAL_KEY, SCALE_KEY, STANDARD_INTERVAL, TYPE_KEY } from "./stored-interval.ts";

/** The chart settings that this browser used last, kept in its local storage. */

const PANES_KEY = "chart-panes";

/** One of some options. Reading its value in a component or an effect follows it. */
export type ChartChoice<Option extends string> = {
  readonly value: Option;
  choose(option: Option): void;
};

function storedChoice<Option extends string>(
  key: string,
  options: readonly Option[],
  standard: Option,
): ChartChoice<Option> {
  // The storage is read each time: another tab may have changed it.
  const changes = signal(0);
  return {
    get value() {
      void changes.value;
      const stored = localStore.get(key);
      return options.find((option) => option === stored) ?? standard;
    },
    choose(option) {
      localStore.set(key, option);
      changes.value = changes.peek() + 1;
    },
  };
}

/** The candle size; anything on the page may choose it. */
const chartInterval = storedChoice(INTERVAL_KEY, CANDLE_INTERVAL_LIST, STANDARD_INTERVAL);
const ownScale = storedChoice(SCALE_KEY, SCALE_MODES, "linear");
/** The scale of a comparison. It is not stored, because a reload ends the comparison. */
const comparedScale = signal<ScaleMode | null>(null);

/** The scale of the prices. One that is chosen during a comparison stays after it. */
export const chartScale: ChartChoice<ScaleMode> = {
  get value() {
    return comparedScale.value ?? ownScale.value;
  },
  choose(mode) {
    ownScale.choose(mode);
    comparedScale.value = null;
  },
};

/** Chooses a scale; chosen already, the linear one. */
export function toggleScale(mode: ScaleMode): void {
  chartScale.choose(chartScale.value === mode ? "linear" : mode);
}

/** The look of the candles. */
export const chartType = storedChoice(TYPE_KEY, CHART_TYPES, "candles");

const compared = signal<FeedSymbol | null>(null);

/** The symbol that is compared with the chart's, for as long as the page is open. */
export const comparedSymbol: ReadonlySignal<FeedSymbol | null> = compared;

/** Compares the chart's symbol with another one, in percent. */
export function beginComparison(symbol: FeedSymbol): void {
  compared.value = symbol;
  comparedScale.value = "percent";
}

/** Ends the comparison. The scale is again the one before it, unless another one was chosen meanwhile. */
export function endComparison(): void {
  compared.value = null;
  comparedScale.value = null;
}

/** The selected candle size and its setter. */
export function useChartInterval(): [CandleInterval, (interval: CandleInterval) => void] {
  useSignals();
  return [chartInterval.value, chartInterval.choose];
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
      localStore.set(PANES_KEY, JSON.stringify(next));
      setHeights(next);
    },
  ];
}

function readHeights(): PaneHeights {
  try {
    const stored: unknown = JSON.parse(localStore.get(PANES_KEY) ?? "{}");
    if (typeof stored !== "object" || stored === null) return {};
    return Object.fromEntries(Object.entries(stored).filter(([, height]) => Number.isFinite(height)));
  } catch {
    return {};
  }
}
