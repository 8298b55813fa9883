import { hasWeek, isoDate, readIsoDate } from "../../worker/contract/trade-calendar.ts";
import { ROUTE } from "../state/routes.ts";
import { type AccountName, accountIn, withAccount } from "../trade-accounts/trade-account.ts";
import { GROUP_NAMES, type Only, type PageFilter, PERIOD_DAYS, type Period, RUN_NAMES } from "./trade-filter.ts";

/** The trades in the list. Source: specification section 4, "Performance view mode" */
export type TradeView =
  | { mode: "day"; day: number | null }
  | { mode: "week"; year: number; week: number }
  | { mode: "all"; only: Only | null };

export const NOTHING_CHOSEN: TradeView = { mode: "day", day: null };

export type PerformanceAddress = {
  /** Null for the account that the page opens with. */
  account: AccountName | null;
  filter: PageFilter;
  view: TradeView;
};

/** Reads the page's address; invalid parameters are ignored. */
export function readAddress(query: URLSearchParams): PerformanceAddress {
  return {
    account: accountIn(query),
    filter: readFilter(query),
    view: viewOf(query),
  };
}

/** Reads the filter of an address of any page about trades. */
export function readFilter(query: URLSearchParams): PageFilter {
  return {
    symbol: query.get("symbol") || null,
    direction: directionOf(query.get("direction")),
    setup: labelOf(query.get("setup")),
    tag: labelOf(query.get("tag")),
    period: periodOf(query.get("period") ?? ""),
  };
}

/** Ids of labels are UUIDs. */
function labelOf(value: string | null): string | null {
  return value !== null && /^(?:none|no-mistake|[\da-f-]{36})$/.test(value) ? value : null;
}

/** Returns the address of an account, a filter and a view, for links and browser history. */
export function performancePath({ account, filter, view }: PerformanceAddress): string {
  return pathOf(ROUTE.performance, account, { ...viewQuery(view), ...filterQuery(filter) });
}

/** The address of a page about the trades of an account. @param query its other parameters */
export function pathOf(page: string, account: AccountName | null, query: Record<string, string>): string {
  const text = new URLSearchParams(query).toString();
  return withAccount(text ? `${page}?${text}` : page, account);
}

/** The parameters of a filter. */
export function filterQuery({ period, ...fields }: PageFilter): Record<string, string> {
  const named = Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  return { ...Object.fromEntries(named), ...(period.kind !== "all" && { period: periodParameter(period) }) };
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
      return { trades: "all", ...(view.only && { only: onlyParameter(view.only) }) };
  }
}

function onlyParameter(only: Only): string {
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
      return `days:${spanParameter(only)}`;
    case "run":
      return `${only.of}:${only.first}-${only.last}`;
    case "stop":
      return "stop:known";
    case "group":
      return `${only.of}:${only.key}`;
  }
}

function onlyOf(value: string): Only | null {
  const [, by, argument = ""] = /^(\w+):(.+)$/.exec(value) ?? [];
  switch (by) {
    case "symbol":
      return { by, symbol: argument };
    case "direction": {
      const direction = directionOf(argument);
      return direction && { by, direction };
    }
    case "result":
      return argument === "win" || argument === "loss" || argument === "even" ? { by, result: argument } : null;
    case "weekday":
      return isWhole(Number(argument), 0, 6) ? { by, weekday: Number(argument) } : null;
    case "hour":
      return isWhole(Number(argument), 0, 23) ? { by, hour: Number(argument) } : null;
    case "month": {
      const [year = 0, month = 0] = argument.split("-").map(Number);
      return isWhole(year, 1970, 2200) && isWhole(month, 1, 12) ? { by, year, month } : null;
    }
    case "days": {
      const span = spanOf(argument);
      return span && { by, ...span };
    }
    case "stop":
      return argument === "known" ? { by } : null;
    default: {
      const group = GROUP_NAMES.find((name) => name === by);
      if (group) return { by: "group", of: group, key: argument };
      const of = RUN_NAMES.find((name) => name === by);
      const [, first, last] = /^(\d{1,15})-(\d{1,15})$/.exec(argument) ?? [];
      return of && first && last ? { by: "run", of, first, last } : null;
    }
  }
}

function periodParameter(period: Exclude<Period, { kind: "all" }>): string {
  return period.kind === "days" ? `${period.days}d` : spanParameter(period);
}

type Span = { fromDay: number; toDay: number };

function spanParameter({ fromDay, toDay }: Span): string {
  return `${isoDate(fromDay)}..${isoDate(toDay)}`;
}

function spanOf(value: string): Span | null {
  const [from = "", to = ""] = value.split("..");
  const [fromDay, toDay] = [readIsoDate(from), readIsoDate(to)];
  return fromDay !== null && toDay !== null && fromDay <= toDay ? { fromDay, toDay } : null;
}

function periodOf(value: string): Period {
  const days = PERIOD_DAYS.find((count) => value === `${count}d`);
  if (days !== undefined) return { kind: "days", days };
  const span = spanOf(value);
  return span ? { kind: "dates", ...span } : { kind: "all" };
}

function directionOf(value: string | null): "Buy" | "Sell" | null {
  return value === "Buy" || value === "Sell" ? value : null;
}

function isWhole(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}
