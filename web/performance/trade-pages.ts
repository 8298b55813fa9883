import {
  dayAt,
  dayOfIsoDate,
  dayStartMs,
  hourOfQuarter,
  offsetQuartersAt,
  quarterOf,
  weekdayOf,
} from "../../worker/contract/trade-calendar.ts";
import { pauseBeforeRetry } from "../state/network/connection.ts";
import { isIn } from "./month-figures.ts";
import { fetchAnalytics, fetchTrades } from "./trade-calls.ts";
import { tradeCounts } from "./trade-counts.ts";
import { apiFilter, isAmong, narrow, type Only, type TradeFilter } from "./trade-filter.ts";
import type { DayCount, PageStart, TradeListSource } from "./trade-list.ts";
import type { Analytics, EquityPoint, Trade, TradePage } from "./trade-types.ts";

/** The number of pages that are searched per call for trades of a weekday or an hour, which the API cannot filter by. */
const SEARCHED_PAGES_MAX = 5;
const SEARCHED_ROWS = 200;

/**
 * Returns the source of the trades of a filter.
 * @param given.page      the page's own filter
 * @param given.only      the part of its trades that is listed; null lists all
 * @param given.analytics the analytics of the page's trades; null while unknown
 */
export function tradeListSource(given: {
  page: TradeFilter;
  only: Only | null;
  analytics: Analytics | null;
  timeZone: string;
}): TradeListSource {
  const { page, only, analytics, timeZone } = given;
  const filter = narrow(page, only);
  if (filter === null) return { count: 0, fetchDays: null, fetchPage: async () => NO_PAGE, pauseBeforeRetry };
  return {
    count: analytics && countOf(analytics, only),
    fetchPage: (start, limit) => fetchPage(filter, timeZone, start, limit),
    // The days with trades of a certain hour are unknown, and from a day on sizes and numbers would be among other trades.
    fetchDays: only?.by === "hour" || only?.by === "group" ? null : () => fetchDays(filter, only, analytics, timeZone),
    pauseBeforeRetry,
  };
}

const NO_PAGE: TradePage = { trades: [], nextCursor: null };

/** The number of the page's trades that are listed; null where it is not known beforehand. */
export function countOf({ summary, equity, bySymbol, byWeekday, byHour }: Analytics, only: Only | null): number | null {
  switch (only?.by) {
    case undefined:
      return summary.totalTrades;
    case "symbol":
      return bySymbol.find(({ symbol }) => symbol === only.symbol)?.trades ?? 0;
    case "direction":
      return only.direction === "Buy" ? summary.buyTrades : summary.sellTrades;
    case "result":
      return tradeCounts(summary)[only.result];
    case "weekday":
      return byWeekday[only.weekday]?.trades ?? 0;
    case "hour":
      return byHour[only.hour]?.trades ?? 0;
    case "month":
    case "days":
      return dayCounts(equity, only).reduce((sum, { trades }) => sum + trades, 0);
    case "stop":
      return summary.riskedTrades;
    case "group":
      return null;
    case "run": {
      // An older link may name a run that is no longer the longest.
      const isItself = summary.runs[only.of]?.first === only.first && summary.runs[only.of]?.last === only.last;
      return only.of === "maxDrawdown" || !isItself ? null : summary[only.of];
    }
  }
}

async function fetchDays(filter: TradeFilter, only: Only | null, analytics: Analytics | null, timeZone: string) {
  const isKnown = only === null || only.by === "month" || only.by === "days" || only.by === "weekday";
  const { equity } = (isKnown && analytics) || (await fetchAnalytics(apiFilter(filter, timeZone)));
  return dayCounts(equity, only);
}

function dayCounts(equity: readonly EquityPoint[], only: Only | null): DayCount[] {
  const days = equity.map(({ day, trades }) => ({ day: dayOfIsoDate(day), trades })).reverse();
  if (only?.by === "weekday") return days.filter(({ day }) => weekdayOf(day) === only.weekday);
  if (only?.by === "days") return days.filter(({ day }) => day >= only.fromDay && day <= only.toDay);
  return only?.by === "month" ? days.filter(({ day }) => isIn(day, only)) : days;
}

async function fetchPage(filter: TradeFilter, timeZone: string, start: PageStart, limit: number): Promise<TradePage> {
  const query = {
    ...apiFilter(filter, timeZone),
    ...(start.kind === "day" && { to: new Date(dayStartMs(start.day + 1, timeZone)).toISOString() }),
  };
  const from = start.kind === "cursor" ? { cursor: start.cursor } : {};
  if (filter.weekday === null && filter.hour === null) return await fetchTrades(query, { ...from, limit });
  let page = await fetchTrades(query, { ...from, limit: SEARCHED_ROWS });
  const found = page.trades.filter((trade) => isAmong(filter, trade, timesOf(trade, timeZone)));
  for (let pages = 1; found.length < limit && page.nextCursor !== null && pages < SEARCHED_PAGES_MAX; pages += 1) {
    page = await fetchTrades(query, { cursor: page.nextCursor, limit: SEARCHED_ROWS });
    found.push(...page.trades.filter((trade) => isAmong(filter, trade, timesOf(trade, timeZone))));
  }
  return { trades: found, nextCursor: page.nextCursor };
}

/** The day and the hour of a trade's closing in the trader's time zone. */
export function timesOf({ closeTime }: Trade, timeZone: string): { day: number; hour: number } {
  const atMs = Date.parse(closeTime);
  return {
    day: dayAt(atMs, timeZone),
    hour: hourOfQuarter(quarterOf(atMs), offsetQuartersAt(atMs, timeZone)),
  };
}
