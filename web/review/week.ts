import { dayAt, dayStartMs, firstDayOfWeek, hasWeek, isoDate, weekOf } from "../../worker/contract/trade-calendar.ts";
import type { EntryName } from "../journal/journal-state.ts";
import type { Trade } from "../performance/trade-types.ts";
import { type AccountName, brokerOf } from "../trade-accounts/trade-account.ts";

/** The week that the journal shows, and its trades by days. Pure. */

export type Week = { year: number; week: number };

/** A day of the week with its trades, those closed last first. `day` is a day number of `trade-calendar.ts`. */
export type JournalDay = { day: number; trades: Trade[]; result: number };

/** The week of a time in a zone. */
export function weekAt(atMs: number, timeZone: string): Week {
  return weekOf(dayAt(atMs, timeZone));
}

/** The week before or after another one. */
export function shiftWeek({ year, week }: Week, by: 1 | -1): Week {
  return weekOf(firstDayOfWeek(year, week) + by * 7);
}

export function isSameWeek(a: Week, b: Week): boolean {
  return a.year === b.year && a.week === b.week;
}

/** The week that an address names; null where it names none. */
export function weekIn(query: URLSearchParams): Week | null {
  const [year, week] = [Number(query.get("year")), Number(query.get("week"))];
  const isOne = Number.isInteger(year) && year >= 1970 && year <= 2200 && Number.isInteger(week) && week >= 1;
  return isOne && hasWeek(year, week) ? { year, week } : null;
}

/** A week as {@link weekIn} reads it. */
export function weekQuery({ year, week }: Week) {
  return { year: String(year), week: String(week) };
}

/** The days of a week, and their times: `toMs` is exclusive. */
export function spanOf({ year, week }: Week, timeZone: string) {
  const firstDay = firstDayOfWeek(year, week);
  return {
    firstDay,
    lastDay: firstDay + 6,
    fromMs: dayStartMs(firstDay, timeZone),
    toMs: dayStartMs(firstDay + 7, timeZone),
  };
}

/** What the journal calls a trade, a day and a week of an account. */
export function tradeEntry(account: AccountName, trade: Trade): EntryName {
  // Ids of imported trades may change with the next file, tickets do not.
  const key = brokerOf(account) === null ? trade.id : (trade.imported?.ticket ?? trade.id);
  return { account, subject: "trade", key };
}
export function dayEntry(account: AccountName, day: number): EntryName {
  return { account, subject: "day", key: isoDate(day) };
}
export function weekEntry(account: AccountName, { year, week }: Week): EntryName {
  return { account, subject: "week", key: `${year}-W${String(week).padStart(2, "0")}` };
}

/** The trades of a week by days, the last day and the last trade first. */
export function daysOf(trades: readonly Trade[], timeZone: string): JournalDay[] {
  const days = new Map<number, JournalDay>();
  for (const trade of [...trades].sort((a, b) => b.closeTime.localeCompare(a.closeTime))) {
    const day = dayAt(Date.parse(trade.closeTime), timeZone);
    const known = days.get(day) ?? { day, trades: [], result: 0 };
    known.trades.push(trade);
    known.result += trade.profitLoss;
    days.set(day, known);
  }
  return [...days.values()];
}

/** The next of some things that is not done, from one of them on and around; null where all are. */
export function nextUndone<T>(all: readonly T[], from: number, isDone: (one: T) => boolean): T | null {
  const around = [...all.slice(from + 1), ...all.slice(0, from + 1)];
  return around.find((one) => !isDone(one)) ?? null;
}

/** The best and the costliest of some labels by the results of the trades that have them; null without any that earned, or cost. */
export function extremeLabels(trades: readonly { labels: readonly string[]; result: number }[]): {
  best: LabelResult | null;
  costliest: LabelResult | null;
} {
  const results = new Map<string, number>();
  for (const { labels, result } of trades) for (const id of labels) results.set(id, (results.get(id) ?? 0) + result);
  const sorted = [...results].map(([id, result]) => ({ id, result })).sort((a, b) => b.result - a.result);
  const [best] = sorted;
  const costliest = sorted.at(-1);
  return {
    best: best && best.result > 0 ? best : null,
    costliest: costliest && costliest.result < 0 ? costliest : null,
  };
}
type LabelResult = { id: string; result: number };
