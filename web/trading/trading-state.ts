import type { FeedSymbol, TradedSymbol } from "../../worker/contract/symbols.ts";
import { chartedSymbol } from "../prices/traded-symbols.ts";
import { ROUTE } from "../state/routes.ts";
import type { ChartOrder } from "../ticket/chart-order.ts";

/** The views of the trading section that have an address. */
export type TradingView = "watchlist" | "positions" | "chart" | "orders";

/** The view of an address; the section's root and /watchlist show the watchlist. */
export function tradingView(path: string): TradingView {
  const address = path.toLowerCase();
  if (address.startsWith(ROUTE.tradingPositions) || fillOf(path) !== null) return "positions";
  if (address.startsWith(ROUTE.tradingOrders)) return "orders";
  const isChart = address.startsWith(ROUTE.tradingChart) || chartedSymbol(address.split("/")[2] ?? "") !== null;
  return isChart ? "chart" : "watchlist";
}

/** Whether an address is the section's own, which names no view. */
export function isSectionRoot(path: string): boolean {
  return tradingView(path) === "watchlist" && !/watchlist/i.test(path);
}

/** The number of the fill whose receipt an address shows; null for other addresses. */
export function fillOf(path: string): number | null {
  const [, number] = /^\/trading\/fills\/([1-9]\d{0,14})\/?$/i.exec(path) ?? [];
  return number === undefined ? null : Number(number);
}

/** The state shared by both layouts of the trading screen, with its setters. */
export type TradingState = {
  /** The sheet that is open, or the pane that takes the focus. */
  view: TradingView;
  /** Whether the address names a view. */
  isNamed: boolean;
  selected: FeedSymbol;
  onSelect: (symbol: FeedSymbol) => void;
  ordered: TradedSymbol;
  onOrdered: (symbol: TradedSymbol) => void;
  /** Fills the ticket in with an order at a place of the chart, and shows it. */
  onChartOrder: (order: ChartOrder) => void;
  timeZone: string;
};
