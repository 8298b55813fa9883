import { hasWeek, isoDate, readIsoDate } from "../../worker/contract/trade-calendar.ts";
import { ROUTE } from "../state/routes.ts";
import { type Only, type PageFilter, PERIOD_DAYS, type Period, RUN_NAMES } from "./trade-filter.ts";

/** Which trades are listed. Source: specification section 4, "Performance view mode" */
export type TradeView =
  | { mode: "day"; day: number | null }
  | { mode: "week"; year: number; week: number }
  | { mode: "all"; only: Only | null };

export const NOTHING_CHOSEN: TradeView = { mode: "day", day: null };

export type PerformanceAddress = { filter: PageFilter; view: TradeView };

/** What the address of the page says; what it says wrongly counts as unsaid. */
export function readAddress(query: URLSearchParams): PerformanceAddress {
  return {
    filter: {
      symbol: query.get("symbol") || null,
      direction: directionOf(query.get("direction")),
      period: periodOf(query.get("period") ?? ""),
    },
    view: viewOf(query),
  };
}

/** The address that says so, for links and for the browser's way back. */
export function performancePath({ filter, view }: PerformanceAddress): string {
  const { symbol, direction, period } = filter;
  const query = new URLSearchParams({
    ...viewQuery(view),
    ...(symbol !== null && { symbol }),
    ...(direction !== null && { direction }),
    ...(period.kind !== "all" && { period: periodWord(period) }),
  }).toString();
  return query ? `${ROUTE.performance}?${query}` : ROUTE.performance;
}

function viewOf(query: URLSearchParams): TradeView {
  const day = readIsoDate(query.get("date") ?? "");
  if (day !== null) return { mode: "day", day };
  const [year, week] = [Number(query.get("year")), Number(query.get("week"))];
  if (isWhole(year, 1970, 2200) && isWhole(week, 1, 53) && hasWeek(year, week)) return { mode: "week", year, week };
  return query.get("trades") === "all" ? { mode: "all", only: onlyOf(query.get("only") ?? "") } : NOTHING_CHOSEN;
}

function viewQuery(view: TradeView): Record<string, string> {
  switch (view.mode) {
    case "day":
      return view.day === null ? {} : { date: isoDate(view.day) };
    case "week":
      return { year: String(view.year), week: String(view.week) };
    case "all":
      return { trades: "all", ...(view.only && { only: onlyWord(view.only) }) };
  }
}

function onlyWord(only: Only): string {
  switch (only.by) {
    case "symbol":
      return `symbol:${only.symbol}`;
    case "direction":
      return `direction:${only.direction}`;
    case "result":
      return `result:${only.result}`;
    case "weekday":
      return `weekday:${only.weekday}`;
    case "hour":
      return `hour:${only.hour}`;
    case "month":
      return `month:${only.year}-${only.month}`;
    case "days":
      return `days:${spanWord(only)}`;
    case "run":
      return `${only.of}:${only.first}-${only.last}`;
    case "stop":
      return "stop:known";
  }
}

function onlyOf(word: string): Only | null {
  const [, by, what = ""] = /^(\w+):(.+)$/.exec(word) ?? [];
  switch (by) {
    case "symbol":
      return { by, symbol: what };
    case "direction": {
      const direction = directionOf(what);
      return direction && { by, direction };
    }
    case "result":
      return what === "win" || what === "loss" ? { by, result: what } : null;
    case "weekday":
      return isWhole(Number(what), 0, 6) ? { by, weekday: Number(what) } : null;
    case "hour":
      return isWhole(Number(what), 0, 23) ? { by, hour: Number(what) } : null;
    case "month": {
      const [year = 0, month = 0] = what.split("-").map(Number);
      return isWhole(year, 1970, 2200) && isWhole(month, 1, 12) ? { by, year, month } : null;
    }
    case "days": {
      const span = spanOf(what);
      return span && { by, ...span };
    }
    case "stop":
      return what === "known" ? { by } : null;
    default: {
      const of = RUN_NAMES.find((name) => name === by);
      const [, first, last] = /^(\d{1,15})-(\d{1,15})$/.exec(what) ?? [];
      return of && first && last ? { by: "run", of, first, last } : null;
    }
  }
}

function periodWord(period: Exclude<Period, { kind: "all" }>): string {
  return period.kind === "days" ? `${period.days}d` : spanWord(period);
}

type Span = { fromDay: number; toDay: number };

function spanWord({ fromDay, toDay }: Span): string {
  return `${isoDate(fromDay)}..${isoDate(toDay)}`;
}

function spanOf(word: string): Span | null {
  const [from = "", to = ""] = word.split("..");
  const [fromDay, toDay] = [readIsoDate(from), readIsoDate(to)];
  return fromDay !== null && toDay !== null && fromDay <= toDay ? { fromDay, toDay } : null;
}

function periodOf(word: string): Period {
  const days = PERIOD_DAYS.find((count) => word === `${count}d`);
  if (days !== undefined) return { kind: "days", days };
  const span = spanOf(word);
  return span ? { kind: "dates", ...span } : { kind: "all" };
}

function directionOf(word: string | null): "Buy" | "Sell" | null {
  return word === "Buy" || word === "Sell" ? word : null;
}

function isWhole(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}
