import { AppError } from "../contract/errors.ts";
import { dollarsFromCents } from "../contract/money.ts";
import { DAY_MS } from "../contract/time.ts";
import { dateOfDay, dayAt, dayOfDate, firstDayOfWeek, weekdayOf, weekOf } from "../contract/trade-calendar.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { selectDays, selectPage, selectZone, type TradeCursor, type TradeFilter } from "./trade-store.ts";
import { type TradeView, tradeView } from "./trade-view.ts";

/**
 * Zones are at most 14 hours ahead of UTC and 12 behind, so every zone's day lies within this distance of the UTC day.
 */
const ZONE_REACH_MS = 14 * 3_600_000;
/** A week of a trader who trades without interruption; more would not fit into one response. */
const SPAN_MAX = 20_000;

type DayResult = { pnl: number; trades: number; isProfit: boolean };

/**
 * A month of the caller's calendar, from stored aggregates. Source: specification section 3, "Monthly history
 * response".
 * @param month 1 to 12
 * @returns days by date, and every complete week that has a day in the month, by its number in the year
 */
export async function monthHistory(scope: Scope, { year, month }: { year: number; month: number }) {
  const first = dayOfDate(year, month, 1);
  const last = dayOfDate(year, month + 1, 1) - 1;
  const from = first - weekdayOf(first);
  const to = last - weekdayOf(last) + 6;
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [selectDays(scope.db.query, callerId, from, to)]);

  let monthCents = 0;
  const dailyData: Record<string, DayResult> = {};
  const weeks = new Map<number, { cents: number; trades: number }>();
  for (let day = from; day <= to; day += 7) weeks.set(weekOf(day).week, { cents: 0, trades: 0 });
  for (const { day, profitCents, trades } of rows[0]) {
    const week = weeks.get(weekOf(day).week);
    if (week) Object.assign(week, { cents: week.cents + profitCents, trades: week.trades + trades });
    if (day < first || day > last) continue;
    monthCents += profitCents;
    const pnl = dollarsFromCents(profitCents);
    dailyData[dateOfDay(day).date] = { pnl, trades, isProfit: profitCents > 0 };
  }
  const weeklyData = Object.fromEntries(
    [...weeks].map(([week, { cents, trades }]) => [
      week,
      { hasTrades: trades > 0, isProfit: cents > 0, pnl: dollarsFromCents(cents), trades },
    ]),
  );
  return { monthlyPnL: dollarsFromCents(monthCents), dailyData, weeklyData };
}

/** The caller's trades of one day of their zone, last closed first. */
export function dayHistory(scope: Scope, date: { year: number; month: number; date: number }) {
  const day = dayOfDate(date.year, date.month, date.date);
  return spanHistory(scope, day, day);
}

/** The caller's trades of one week of the year. */
export function weekHistory(scope: Scope, { year, week }: { year: number; week: number }) {
  const first = firstDayOfWeek(year, week);
  return spanHistory(scope, first, first + 6);
}

/**
 * The trades of a span of days. The zone is only known after the same round trip, so the widest span is read and
 * filtered here.
 */
async function spanHistory(scope: Scope, first: number, last: number): Promise<{ trades: TradeView[] }> {
  const { query } = scope.db;
  const filter = { fromMs: first * DAY_MS - ZONE_REACH_MS, toMs: (last + 1) * DAY_MS + ZONE_REACH_MS };
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectZone(query, callerId),
    selectPage(query, callerId, { filter, after: null, limit: SPAN_MAX }),
  ]);
  const [[zone], found] = rows;
  if (!zone) throw new Error("a session without its user");
  const within = found.filter(({ closedAtMs }) => {
    const day = dayAt(closedAtMs, zone.timeZone);
    return day >= first && day <= last;
  });
  return { trades: within.map(tradeView) };
}

/** A page of all of the caller's trades. @returns `nextCursor` is null on the last page */
export async function allHistory(
  scope: Scope,
  { filter, cursor, limit }: { filter: TradeFilter; cursor: string | undefined; limit: number },
): Promise<{ trades: TradeView[]; nextCursor: string | null }> {
  const after = cursor === undefined ? null : readCursor(cursor);
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    // One row more than requested tells whether there is a next page.
    selectPage(scope.db.query, callerId, { filter, after, limit: limit + 1 }),
  ]);
  const page = rows[0].slice(0, limit);
  const last = page.at(-1);
  return { trades: page.map(tradeView), nextCursor: rows[0].length > limit && last ? writeCursor(last) : null };
}

function writeCursor({ closedAtMs, id }: TradeCursor): string {
  return `${closedAtMs}-${id}`;
}

function readCursor(text: string): TradeCursor {
  const [, closedAtMs, id] = /^(\d{1,15})-(\d{1,15})$/.exec(text) ?? [];
  if (closedAtMs === undefined || id === undefined) {
    throw new AppError("invalid_input", "cursor must be one that an answer gave", { field: "cursor" });
  }
  return { closedAtMs: Number(closedAtMs), id: Number(id) };
}
