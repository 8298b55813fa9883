import { isoDate } from "../../worker/contract/trade-calendar.ts";
import { answer, api, bearerHeaders } from "../state/api.ts";
import type { AccountName } from "../trade-accounts/trade-account.ts";
import { ofAccount } from "./of-account.ts";
import type { ApiFilter } from "./trade-filter.ts";
import type { Analytics, Trade, TradePage } from "./trade-types.ts";

type HistoryQuery = Parameters<typeof api.trade.history.$get>[0]["query"];

async function history(query: HistoryQuery, signal: AbortSignal | null = null) {
  return (await answer(api.trade.history.$get({ query }, { headers: bearerHeaders(), init: { signal } }))).data;
}

/** Fetches the trades of a month with its results. Throws ApiError or NetworkError, as all calls here. @param month 1 to 12 */
export function fetchMonthHistory(
  account: AccountName,
  { year, month }: { year: number; month: number },
  signal: AbortSignal,
) {
  return history({ ...ofAccount(account), year: String(year), month: String(month) }, signal);
}

/** Fetches the trades of a day, given as a day number of `trade-calendar.ts`. */
export async function fetchDay(account: AccountName, day: number, signal: AbortSignal): Promise<Trade[]> {
  return (await history({ ...ofAccount(account), date: isoDate(day) }, signal)).trades;
}

export async function fetchWeek(
  account: AccountName,
  { year, week }: { year: number; week: number },
  signal: AbortSignal,
): Promise<Trade[]> {
  return (await history({ ...ofAccount(account), year: String(year), week: String(week) }, signal)).trades;
}

/** Fetches one page of the trades of a filter, last closed first. */
export async function fetchTrades(
  filter: ApiFilter,
  page: { cursor?: string; limit: number },
  signal: AbortSignal | null = null,
): Promise<TradePage> {
  const { trades, nextCursor } = await history({ ...filter, ...page, limit: String(page.limit) }, signal);
  return { trades, nextCursor };
}

export async function fetchAnalytics(filter: ApiFilter, signal: AbortSignal | null = null): Promise<Analytics> {
  return (await answer(api.trade.analytics.$get({ query: filter }, { init: { signal } }))).data;
}

/** The URL of a file with the trades of a filter: CSV, or of a demo run a report in MetaTrader's form too. */
export function exportPath(filter: ApiFilter, format: "csv" | "mt5_html" = "csv"): string {
  const query = new URLSearchParams({ ...filter, ...(format !== "csv" && { format }) }).toString();
  return `/api/trade/export${query && `?${query}`}`;
}
