import { useSignals } from "@preact/signals-react/runtime";
import { fetchAnalytics, fetchTrades } from "../performance/trade-calls.ts";
import type { EquityPoint as TradedDay } from "../performance/trade-types.ts";
import { invalidate } from "../state/query.ts";
import { user } from "../state/session.ts";
import { type Query, useQuery } from "../state/use-query.ts";

/** The number of rows that match the height of the quick actions and the equity curve beside them. */
export const RECENT_TRADES = 13;

export type { TradedDay };

/** The trades closed last, newest first. Nothing is loaded for an account without trades. */
export function useRecentTrades() {
  return useTradesQuery("recent", async (signal) => (await fetchTrades({}, { limit: RECENT_TRADES }, signal)).trades);
}

/** Every day with trades, oldest first. Nothing is loaded for an account without trades. */
export function useTradedDays(): Query<readonly TradedDay[]> {
  return useTradesQuery("days", async (signal) => (await fetchAnalytics({}, signal)).equity);
}

function useTradesQuery<T>(what: string, fetch: (signal: AbortSignal) => Promise<T>): Query<T> {
  useSignals();
  const { totalTrades = 0, grossProfit, grossLoss, todayPnL } = user.value?.analytics ?? {};
  return useQuery({
    key: totalTrades > 0 ? [TRADES, what] : null,
    // Changed figures mean that trades have changed.
    revision: JSON.stringify([totalTrades, grossProfit, grossLoss, todayPnL]),
    fetch,
    isKept: true,
  });
}

const TRADES = "trades";

/** Loads the recent trades and the trading days. */
export function reloadTradingRecord(): void {
  void invalidate(TRADES);
}
