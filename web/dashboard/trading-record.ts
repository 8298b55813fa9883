import { answer, api, bearerHeaders } from "../api.ts";
import { historyOf } from "../state/history.ts";
import { dashboardText as text } from "./dashboard-text.ts";

/** As many rows as stand beside the quick actions and the equity curve. */
export const RECENT_TRADES = 13;

/** A closed trade: `closeTime` is ISO 8601, `profitLoss` dollars. */
export type ClosedTrade = Awaited<ReturnType<typeof fetchRecentTrades>>[number];
/** A day with trades: what it brought, and what all days up to its end did. Dollars. */
export type TradedDay = Awaited<ReturnType<typeof fetchTradedDays>>[number];

async function fetchRecentTrades() {
  const query = { limit: String(RECENT_TRADES) };
  return (await answer(api.trade.history.$get({ query }, { headers: bearerHeaders() }))).data.trades;
}

async function fetchTradedDays() {
  return (await answer(api.trade.analytics.$get({ query: {} }))).data.equity;
}

const explain = () => text.notLoaded;

/** The trades closed last, the newest first. */
export const { history: recentTrades, load: loadRecentTrades } = historyOf(fetchRecentTrades, explain);
/** Every day with trades, the oldest first. */
export const { history: tradedDays, load: loadTradedDays } = historyOf(fetchTradedDays, explain);

export async function loadTradingRecord(): Promise<void> {
  await Promise.all([loadRecentTrades(), loadTradedDays()]);
}
