import { isoDate } from "../../worker/contract/trade-calendar.ts";
import { answer, api, bearerHeaders } from "../state/api.ts";
import { type MonthFigures, monthFigures } from "./month-figures.ts";
import type { ApiFilter } from "./trade-filter.ts";
import type { Analytics, Trade, TradePage } from "./trade-types.ts";

type HistoryQuery = Parameters<typeof api.trade.history.$get>[0]["query"];

async function history(query: HistoryQuery) {
  return (await answer(api.trade.history.$get({ query }, { headers: bearerHeaders() }))).data;
}

/** @param month 1 to 12 */
export async function fetchMonth(year: number, month: number): Promise<MonthFigures> {
  return monthFigures(await history({ year: String(year), month: String(month) }), { year, month });
}

export async function fetchDay(day: number): Promise<Trade[]> {
  return (await history({ date: isoDate(day) })).trades;
}

export async function fetchWeek({ year, week }: { year: number; week: number }): Promise<Trade[]> {
  return (await history({ year: String(year), week: String(week) })).trades;
}

export async function fetchTrades(filter: ApiFilter, page: { cursor?: string; limit: number }): Promise<TradePage> {
  const { trades, nextCursor } = await history({ ...filter, ...page, limit: String(page.limit) });
  return { trades, nextCursor };
}

export async function fetchAnalytics(filter: ApiFilter): Promise<Analytics> {
  return (await answer(api.trade.analytics.$get({ query: filter }))).data;
}

/** Where the trades of a filter lie as a file. */
export function exportPath(filter: ApiFilter): string {
  const query = new URLSearchParams(filter).toString();
  return `/api/trade/export${query && `?${query}`}`;
}
