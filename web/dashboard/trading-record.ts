import { useSignals } from "@preact/signals-react/runtime";
import { fetchAnalytics, fetchTrades } from "../performance/trade-calls.ts";
import type { Analytics, Trade, EquityPoint as TradedDay } from "../performance/trade-types.ts";
import { invalidate } from "../state/query.ts";
import { user } from "../state/session.ts";
import { type Query, useQuery } from "../state/use-query.ts";
import { type AccountName, CASH, runOf } from "../trade-accounts/trade-account.ts";

/** The number of rows that match the height of the quick actions and the equity curve beside them. */
export const RECENT_TRADES = 13;

export type { TradedDay };

/** The trades of an account closed last, newest first. Nothing is loaded for an account of money without trades. */
export function useRecentTrades(account: AccountName): Query<readonly Trade[]> {
  return useTradesQuery("recent", account, async (of, signal) => {
    return (await fetchTrades(of, { limit: RECENT_TRADES }, signal)).trades;
  });
}

/** All figures of an account. Nothing is loaded for an account of money without trades. */
export function useFigures(account: AccountName): Query<Analytics> {
  return useTradesQuery("figures", account, fetchAnalytics);
}

function useTradesQuery<T>(
  what: string,
  account: AccountName,
  fetch: (of: { account?: AccountName }, signal: AbortSignal) => Promise<T>,
): Query<T> {
  useSignals();
  const { totalTrades = 0, grossProfit, grossLoss, todayPnL } = user.value?.analytics ?? {};
  const run = runOf(account);
  const demo = user.value?.demo;
  return useQuery({
    key: run !== null || totalTrades > 0 ? [TRADES, what, account] : null,
    // Changed figures mean that trades have changed; those of an archived run never do.
    revision: JSON.stringify(
      run === null ? [totalTrades, grossProfit, grossLoss, todayPnL] : run === demo?.run ? demo.result : "archived",
    ),
    fetch: (signal) => fetch(account === CASH ? {} : { account }, signal),
    isKept: true,
  });
}

/** The first part of the keys of the dashboard's queries. */
export const TRADES = "trades";

export function reloadTradingRecord(): void {
  void invalidate(TRADES);
}
