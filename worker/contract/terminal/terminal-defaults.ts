import { WATCHLIST_SYMBOLS } from "../symbols.ts";
import type { ChartSettings, Watchlist } from "./terminal-schema.ts";

/** The watchlist of who has not changed it. Source: specification section 2 */
export const DEFAULT_WATCHLIST: Watchlist = { order: [...WATCHLIST_SYMBOLS], hidden: [] };

/** The chart of who has not changed it. */
export const DEFAULT_CHART: ChartSettings = {
  type: "candles",
  scale: "linear",
  indicators: [
    { id: "sma-9", kind: "sma", settings: { period: 9 }, colours: ["accent"], isHidden: false },
    { id: "sma-21", kind: "sma", settings: { period: 21 }, colours: ["text"], isHidden: false },
  ],
};
