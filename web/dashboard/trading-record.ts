import { fetchAnalytics, fetchTrades } from "../performance/trade-calls.ts";
import type { EquityPoint as TradedDay } from "../performance/trade-types.ts";
import { historyOf } from "../state/history.ts";
import { dashboardText as text } from "./dashboard-text.ts";

/** The number of rows that match the height of the quick actions and the equity curve beside them. */
export const RECENT_TRADES = 13;

export type { TradedDay };

const explain = () => text.notLoaded;

/** The trades closed last, newest first. */
export const { history: recentTrades, load: loadRecentTrades } = historyOf(
  async () => (await fetchTrades({}, { limit: RECENT_TRADES })).trades,
  explain,
);

/** Every day with trades, oldest first. */
export const { history: tradedDays, load: loadTradedDays } = historyOf(
  async () => (await fetchAnalytics({})).equity,
  explain,
);

/** Loads the recent trades and the trading days. */
export async function loadTradingRecord(): Promise<void> {
  await Promise.all([loadRecentTrades(), loadTradedDays()]);
}
