import { dayOfDate, dayStartMs, weekdayOf } from "../../worker/contract/trade-calendar.ts";
import { SIZES, type SizeGroup } from "../../worker/contract/trade-groups.ts";
import { type AccountName, CASH } from "../trade-accounts/trade-account.ts";
import { ofAccount } from "./of-account.ts";
import type { Trade } from "./trade-types.ts";

/** How a trade ended; `even` is neither a win nor a loss. */
export type TradeResult = "win" | "loss" | "even";

/** How a trade ended whose result is this, in dollars. */
export function resultOf(profitUsd: number): TradeResult {
  if (profitUsd === 0) return "even";
  return profitUsd > 0 ? "win" : "loss";
}

/** A filter of trades. Days are day numbers of `trade-calendar.ts`, both ends included; a null field does not filter. */
export type TradeFilter = {
  account: AccountName;
  symbol: string | null;
  direction: "Buy" | "Sell" | null;
  result: TradeResult | null;
  fromDay: number | null;
  toDay: number | null;
  /** 0 is Sunday. */
  weekday: number | null;
  /** 0 to 23, in the trader's time zone. */
  hour: number | null;
  /** Trades between two ids in closing order, both included. */
  run: Run | null;
  /** Only trades with a known stop. */
  hasStop: boolean;
  /** The ids of a setup and of a tag or mistake, or {@link NO_LABEL}. */
  setup: string | null;
  tag: string | null;
  group: Group | null;
};

/** Names the trades without a setup. */
export const NO_LABEL = "none";

/** Trades that `trade-groups.ts` puts into one group, by the key of its figures. */
export type Group = { of: GroupName; key: string };
export const GROUP_NAMES = ["held", "size", "number", "r"] as const;
export type GroupName = (typeof GROUP_NAMES)[number];

type Run = { first: string; last: string };

/** The filter that matches all trades of the account of money. */
export const NO_FILTER: TradeFilter = {
  account: CASH,
  symbol: null,
  direction: null,
  result: null,
  fromDay: null,
  toDay: null,
  weekday: null,
  hour: null,
  run: null,
  hasStop: false,
  setup: null,
  tag: null,
  group: null,
};

export type Period =
  | { kind: "all" }
  | { kind: "days"; days: number }
  | { kind: "dates"; fromDay: number; toDay: number };

export const PERIOD_DAYS = [30, 90, 365] as const;

/** The filter of all figures of the page. */
export type PageFilter = Pick<TradeFilter, "symbol" | "direction" | "setup" | "tag"> & { period: Period };

/** The page filter that matches all trades. */
export const WHOLE_PAGE: PageFilter = {
  symbol: null,
  direction: null,
  setup: null,
  tag: null,
  period: { kind: "all" },
};

export function isUnfiltered({ period, ...fields }: PageFilter): boolean {
  return period.kind === "all" && Object.values(fields).every((field) => field === null);
}

/** Converts the page filter to a trade filter. @param today the last day of a period of the last days */
export function tradesOfPage(
  { period, ...fields }: PageFilter,
  today: number,
  account: AccountName = CASH,
): TradeFilter {
  return { ...NO_FILTER, account, ...fields, ...spanOf(period, today) };
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

/** The single criterion of a figure that was opened: its wins, its symbol, its weekday. */
export type Only =
  | { by: "symbol"; symbol: string }
  | { by: "direction"; direction: "Buy" | "Sell" }
  | { by: "result"; result: TradeResult }
  | { by: "weekday"; weekday: number }
  | { by: "hour"; hour: number }
  | { by: "month"; year: number; month: number }
  | { by: "days"; fromDay: number; toDay: number }
  | ({ by: "run"; of: RunName } & Run)
  | { by: "stop" }
  | ({ by: "group" } & Group);

export const RUN_NAMES = ["maxDrawdown", "longestWinStreak", "longestLossStreak"] as const;
export type RunName = (typeof RUN_NAMES)[number];

/** Combines both filters; null where they exclude each other, such as two different symbols. */
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
    case "group":
      return { ...filter, group: { of: only.of, key: only.key } };
  }
}

function narrowDays(filter: TradeFilter, days: { fromDay: number; toDay: number }): TradeFilter | null {
  const fromDay = Math.max(days.fromDay, filter.fromDay ?? Number.NEGATIVE_INFINITY);
  const toDay = Math.min(days.toDay, filter.toDay ?? Number.POSITIVE_INFINITY);
  return fromDay > toDay ? null : { ...filter, fromDay, toDay };
}

/** The filter as the API accepts it: instants instead of days, and without weekday and hour, which it does not support. */
export type ApiFilter = {
  account?: AccountName;
  symbol?: string;
  direction?: "Buy" | "Sell";
  result?: TradeResult;
  from?: string;
  to?: string;
  first?: string;
  last?: string;
  stop?: "known";
  setup?: string;
  tag?: string;
  /** The zone of the days in which trades are counted. */
  zone?: string;
  held?: string;
  size?: SizeGroup;
  number?: string;
  r?: string;
};

/** Converts a filter for the API; days begin at midnight in the trader's time zone. */
export function apiFilter(filter: TradeFilter, timeZone: string): ApiFilter {
  const { account, symbol, direction, result, fromDay, toDay, run, hasStop, setup, tag, group } = filter;
  const instant = (day: number) => new Date(dayStartMs(day, timeZone)).toISOString();
  return {
    ...ofAccount(account),
    ...(symbol !== null && { symbol }),
    ...(direction !== null && { direction }),
    ...(result !== null && { result }),
    ...(fromDay !== null && { from: instant(fromDay) }),
    ...(toDay !== null && { to: instant(toDay + 1) }),
    ...run,
    ...(hasStop && { stop: "known" as const }),
    ...(setup !== null && { setup }),
    ...(tag !== null && { tag }),
    ...(group !== null && groupQuery(group, timeZone)),
  };
}

function groupQuery({ of, key }: Group, timeZone: string): Pick<ApiFilter, GroupName | "zone"> {
  if (of === "number") return { number: key, zone: timeZone };
  if (of !== "size") return { [of]: key };
  const size = SIZES.find((one) => one === key);
  return size ? { size } : {};
}

/**
 * Whether a trade matches the filter, except for runs, stops, labels and groups, which only the API can evaluate.
 * @param at day and hour of the closing in the trader's time zone
 */
export function isAmong(filter: TradeFilter, trade: Trade, at: { day: number; hour: number }): boolean {
  const { symbol, direction, result, fromDay, toDay, weekday, hour } = filter;
  return (
    (symbol === null || trade.symbol === symbol) &&
    (direction === null || trade.direction === direction) &&
    (result === null || result === resultOf(trade.profitLoss)) &&
    (fromDay === null || at.day >= fromDay) &&
    (toDay === null || at.day <= toDay) &&
    (weekday === null || weekdayOf(at.day) === weekday) &&
    (hour === null || at.hour === hour)
  );
}
