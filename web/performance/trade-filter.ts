import { dayOfDate, dayStartMs, weekdayOf } from "../../worker/contract/trade-calendar.ts";
import type { Trade } from "./trade-types.ts";

/** Which trades: days are counted as `trade-calendar.ts` does, both ends included. What is null narrows nothing. */
export type TradeFilter = {
  symbol: string | null;
  direction: "Buy" | "Sell" | null;
  result: "win" | "loss" | null;
  fromDay: number | null;
  toDay: number | null;
  /** 0 is Sunday. */
  weekday: number | null;
  /** 0 to 23, of the trader's day. */
  hour: number | null;
  /** From one trade to another in the order of closing, both among them, by their ids. */
  run: Run | null;
  /** Only those whose stop is known. */
  hasStop: boolean;
};

type Run = { first: string; last: string };

export const NO_FILTER: TradeFilter = {
  symbol: null,
  direction: null,
  result: null,
  fromDay: null,
  toDay: null,
  weekday: null,
  hour: null,
  run: null,
  hasStop: false,
};

export type Period =
  | { kind: "all" }
  | { kind: "days"; days: number }
  | { kind: "dates"; fromDay: number; toDay: number };

export const PERIOD_DAYS = [30, 90, 365] as const;

/** What the trader narrows every figure of the page by. */
export type PageFilter = { symbol: string | null; direction: "Buy" | "Sell" | null; period: Period };

export const WHOLE_PAGE: PageFilter = { symbol: null, direction: null, period: { kind: "all" } };

export function isUnfiltered({ symbol, direction, period }: PageFilter): boolean {
  return symbol === null && direction === null && period.kind === "all";
}

/** @param today where a period of the last days ends */
export function tradesOfPage({ symbol, direction, period }: PageFilter, today: number): TradeFilter {
  return { ...NO_FILTER, symbol, direction, ...spanOf(period, today) };
}

function spanOf(period: Period, today: number): Pick<TradeFilter, "fromDay" | "toDay"> {
  switch (period.kind) {
    case "all":
      return { fromDay: null, toDay: null };
    case "days":
      return { fromDay: today - period.days + 1, toDay: null };
    case "dates":
      return { fromDay: period.fromDay, toDay: period.toDay };
  }
}

/** The one thing by which a figure was opened: its wins, its symbol, its weekday. */
export type Only =
  | { by: "symbol"; symbol: string }
  | { by: "direction"; direction: "Buy" | "Sell" }
  | { by: "result"; result: "win" | "loss" }
  | { by: "weekday"; weekday: number }
  | { by: "hour"; hour: number }
  | { by: "month"; year: number; month: number }
  | { by: "days"; fromDay: number; toDay: number }
  | ({ by: "run"; of: RunName } & Run)
  | { by: "stop" };

/** The trades in a row that a figure is made of. */
export const RUN_NAMES = ["maxDrawdown", "longestWinStreak", "longestLossStreak"] as const;
export type RunName = (typeof RUN_NAMES)[number];

/** What both leave, or null where that is nothing: a symbol and another symbol. */
export function narrow(filter: TradeFilter, only: Only | null): TradeFilter | null {
  switch (only?.by) {
    case undefined:
      return filter;
    case "symbol":
      return filter.symbol === null || filter.symbol === only.symbol ? { ...filter, symbol: only.symbol } : null;
    case "direction":
      return filter.direction === null || filter.direction === only.direction
        ? { ...filter, direction: only.direction }
        : null;
    case "result":
      return { ...filter, result: only.result };
    case "weekday":
      return { ...filter, weekday: only.weekday };
    case "hour":
      return { ...filter, hour: only.hour };
    case "month":
      return narrowDays(filter, {
        fromDay: dayOfDate(only.year, only.month, 1),
        toDay: dayOfDate(only.year, only.month + 1, 1) - 1,
      });
    case "days":
      return narrowDays(filter, only);
    case "run":
      return { ...filter, run: { first: only.first, last: only.last } };
    case "stop":
      return { ...filter, hasStop: true };
  }
}

function narrowDays(filter: TradeFilter, days: { fromDay: number; toDay: number }): TradeFilter | null {
  const fromDay = Math.max(days.fromDay, filter.fromDay ?? Number.NEGATIVE_INFINITY);
  const toDay = Math.min(days.toDay, filter.toDay ?? Number.POSITIVE_INFINITY);
  return fromDay > toDay ? null : { ...filter, fromDay, toDay };
}

/** What the API filters by: moments in place of days, and neither weekday nor hour, which it does not know. */
export type ApiFilter = {
  symbol?: string;
  direction?: "Buy" | "Sell";
  result?: "win" | "loss";
  from?: string;
  to?: string;
  first?: string;
  last?: string;
  stop?: "known";
};

export function apiFilter(filter: TradeFilter, timeZone: string): ApiFilter {
  const { symbol, direction, result, fromDay, toDay, run, hasStop } = filter;
  const moment = (day: number) => new Date(dayStartMs(day, timeZone)).toISOString();
  return {
    ...(symbol !== null && { symbol }),
    ...(direction !== null && { direction }),
    ...(result !== null && { result }),
    ...(fromDay !== null && { from: moment(fromDay) }),
    ...(toDay !== null && { to: moment(toDay + 1) }),
    ...run,
    ...(hasStop && { stop: "known" as const }),
  };
}

/**
 * Whether a trade is one of them, but for runs and stops, which the API alone can tell.
 * @param at the day and hour of its closing in the trader's zone
 */
export function isAmong(filter: TradeFilter, trade: Trade, at: { day: number; hour: number }): boolean {
  const { symbol, direction, result, fromDay, toDay, weekday, hour } = filter;
  return (
    (symbol === null || trade.symbol === symbol) &&
    (direction === null || trade.direction === direction) &&
    (result === null || (result === "win" ? trade.profitLoss > 0 : trade.profitLoss < 0)) &&
    (fromDay === null || at.day >= fromDay) &&
    (toDay === null || at.day <= toDay) &&
    (weekday === null || weekdayOf(at.day) === weekday) &&
    (hour === null || at.hour === hour)
  );
}
