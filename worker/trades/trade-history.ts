import { numberOfUnits } from "../contract/broker/units.ts";
import { AppError } from "../contract/errors.ts";
import { DAY_MS } from "../contract/time.ts";
import {
  dateOfDay,
  dayAt,
  dayOfDate,
  firstDayOfWeek,
  offsetOfQuarters,
  weekdayOf,
  weekOf,
} from "../contract/trade-calendar.ts";
import { daysAndHours, type GroupTotals } from "../performance/analytics.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { selectBrokerDays, selectBrokerDetail, selectBrokerPage } from "./broker-trade-store.ts";
import { assertBrokerAccount, assertRun, CENT_DECIMALS, type RunAccount, type TradeAccount } from "./trade-account.ts";
import { TRADE_TEXT } from "./trade-answers.ts";
import { selectRunQuarters } from "./trade-figures-store.ts";
import {
  selectDays,
  selectPage,
  selectRun,
  selectRunPage,
  selectZone,
  type TradeCursor,
  type TradeFilter,
} from "./trade-store.ts";
import { brokerTradeView, partView, type TradeView, tradeView } from "./trade-view.ts";

/**
 * Zones are at most 14 hours ahead of UTC and 12 behind, so every zone's day lies within this distance of the UTC day.
 */
const ZONE_REACH_MS = 14 * 3_600_000;
/** A week of a trader who trades without interruption; more would not fit into one response. */
const SPAN_MAX = 20_000;

type DayResult = { pnl: number; trades: number; isProfit: boolean };

/**
 * A month of the caller's calendar. Source: specification section 3, "Monthly history
 * response".
 * @param month 1 to 12
 * @returns days by date, and every complete week that has a day in the month, by its number in the year
 */
export async function monthHistory(
  scope: Scope,
  account: TradeAccount,
  { year, month }: { year: number; month: number },
) {
  const first = dayOfDate(year, month, 1);
  const last = dayOfDate(year, month + 1, 1) - 1;
  const from = first - weekdayOf(first);
  const to = last - weekdayOf(last) + 6;
  const { days, decimals } = await daysOf(scope, account, { from, to });
  const money = (units: number) => numberOfUnits(units, decimals);

  let monthUnits = 0;
  const dailyData: Record<string, DayResult> = {};
  const weeks = new Map<number, { units: number; trades: number }>();
  for (let day = from; day <= to; day += 7) weeks.set(weekOf(day).week, { units: 0, trades: 0 });
  for (const { day, resultUnits, trades } of days) {
    const week = weeks.get(weekOf(day).week);
    if (week) Object.assign(week, { units: week.units + resultUnits, trades: week.trades + trades });
    if (day < first || day > last) continue;
    monthUnits += resultUnits;
    dailyData[dateOfDay(day).date] = { pnl: money(resultUnits), trades, isProfit: resultUnits > 0 };
  }
  const weeklyData = Object.fromEntries(
    [...weeks].map(([week, { units, trades }]) => [
      week,
      { hasTrades: trades > 0, isProfit: units > 0, pnl: money(units), trades },
    ]),
  );
  return { monthlyPnL: money(monthUnits), dailyData, weeklyData };
}

type DayTotals = Pick<GroupTotals, "trades" | "resultUnits"> & { day: number };

/** The totals of days of the caller's zone, both ends inclusive, and the decimals of their units. */
async function daysOf(
  scope: Scope,
  account: TradeAccount,
  { from, to }: { from: number; to: number },
): Promise<{ days: DayTotals[]; decimals: number }> {
  const { query } = scope.db;
  switch (account.kind) {
    case "cash": {
      const { rows } = await authorizedBatch(scope, "read", (callerId) => [selectDays(query, callerId, from, to)]);
      return { days: rows[0], decimals: CENT_DECIMALS };
    }
    case "run":
      return { days: await runDays(scope, account, from, to), decimals: CENT_DECIMALS };
    case "broker": {
      const { rows } = await authorizedBatch(scope, "read", (callerId) => [
        selectBrokerDetail(query, callerId, account.number),
        selectBrokerDays(query, callerId, account.number, from, to),
      ]);
      const { decimals } = assertBrokerAccount(rows[0][0]);
      return { days: rows[1], decimals };
    }
  }
}

/** The totals of days of a demo run, whose parts are added up: they are few, and no aggregate of them is stored. */
async function runDays(scope: Scope, account: RunAccount, from: number, to: number): Promise<DayTotals[]> {
  const { query } = scope.db;
  const { rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectZone(query, callerId),
    selectRun(query, callerId, account.run),
    selectRunQuarters(query, callerId, account, widestSpan(from, to)),
  ]);
  const [[zone], [run], quarters] = rows;
  if (!zone) throw new Error("a session without its user");
  assertRun(run);
  const { days } = daysAndHours(quarters, offsetOfQuarters(quarters, zone.timeZone));
  return days.filter(({ day }) => day >= from && day <= to);
}

/** The times that some zone has on these days; `fromMs` inclusive, `toMs` exclusive. */
function widestSpan(first: number, last: number): { fromMs: number; toMs: number } {
  return { fromMs: first * DAY_MS - ZONE_REACH_MS, toMs: (last + 1) * DAY_MS + ZONE_REACH_MS };
}

/** The caller's trades of one day of their zone, last closed first. */
export function dayHistory(scope: Scope, account: TradeAccount, date: { year: number; month: number; date: number }) {
  const day = dayOfDate(date.year, date.month, date.date);
  return spanHistory(scope, account, day, day);
}

/** The caller's trades of one week of the year. */
export function weekHistory(scope: Scope, account: TradeAccount, { year, week }: { year: number; week: number }) {
  const first = firstDayOfWeek(year, week);
  return spanHistory(scope, account, first, first + 6);
}

/**
 * The trades of a span of days. The zone is only known after the same round trip, so the widest span is read and
 * filtered here.
 */
async function spanHistory(
  scope: Scope,
  account: TradeAccount,
  first: number,
  last: number,
): Promise<{ trades: TradeView[] }> {
  const page = { filter: widestSpan(first, last), after: null, limit: SPAN_MAX };
  const { timeZone, rows } = await readPage(scope, account, page);
  const within = rows.filter(({ place }) => {
    const day = dayAt(place.closedAtMs, timeZone);
    return day >= first && day <= last;
  });
  return { trades: within.map(({ trade }) => trade) };
}

/** A page of all of the caller's trades. @returns `nextCursor` is null on the last page */
export async function allHistory(
  scope: Scope,
  account: TradeAccount,
  { filter, cursor, limit }: { filter: TradeFilter; cursor: string | undefined; limit: number },
): Promise<{ trades: TradeView[]; nextCursor: string | null }> {
  const after = cursor === undefined ? null : readCursor(cursor);
  // One row more than requested tells whether there is a next page.
  const { rows } = await readPage(scope, account, { filter, after, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    trades: page.map(({ trade }) => trade),
    nextCursor: rows.length > limit && last ? writeCursor(last.place) : null,
  };
}

type FoundPage = { timeZone: string; rows: Array<{ place: TradeCursor; trade: TradeView }> };

/** A page of an account's trades, last closed first, with the caller's zone. */
async function readPage(
  scope: Scope,
  account: TradeAccount,
  page: { filter: TradeFilter; after: TradeCursor | null; limit: number },
): Promise<FoundPage> {
  const { query } = scope.db;
  switch (account.kind) {
    case "cash": {
      const { rows } = await authorizedBatch(scope, "read", (callerId) => [
        selectZone(query, callerId),
        selectPage(query, callerId, page),
      ]);
      const [[zone], found] = rows;
      return { ...zoneOf(zone), rows: found.map((row) => ({ place: row, trade: tradeView(row) })) };
    }
    case "run": {
      const { rows } = await authorizedBatch(scope, "read", (callerId) => [
        selectZone(query, callerId),
        selectRun(query, callerId, account.run),
        selectRunPage(query, callerId, account, page),
      ]);
      const [[zone], [run], found] = rows;
      assertRun(run);
      return { ...zoneOf(zone), rows: found.map((row) => ({ place: row, trade: partView(row) })) };
    }
    case "broker": {
      const { rows } = await authorizedBatch(scope, "read", (callerId) => [
        selectZone(query, callerId),
        selectBrokerDetail(query, callerId, account.number),
        selectBrokerPage(query, callerId, account, page),
      ]);
      const [[zone], [broker], found] = rows;
      const detail = assertBrokerAccount(broker);
      return {
        ...zoneOf(zone),
        rows: found.map((row) => ({ place: row.trade, trade: brokerTradeView(row, detail) })),
      };
    }
  }
}

function zoneOf(zone: { timeZone: string } | undefined): { timeZone: string } {
  if (!zone) throw new Error("a session without its user");
  return zone;
}

function writeCursor({ closedAtMs, id }: TradeCursor): string {
  return `${closedAtMs}-${id}`;
}

function readCursor(text: string): TradeCursor {
  const [, closedAtMs, id] = /^(\d{1,15})-(\d{1,15})$/.exec(text) ?? [];
  if (closedAtMs === undefined || id === undefined) {
    throw new AppError("invalid_input", TRADE_TEXT.foreignCursor, { field: "cursor" });
  }
  return { closedAtMs: Number(closedAtMs), id: Number(id) };
}
