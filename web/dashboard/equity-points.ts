import { dayOfIsoDate } from "../../worker/contract/trade-calendar.ts";
import type { TradedDay } from "./trading-record.ts";

export type EquityRange = "weeks" | "month" | "all";

/** The cumulative result at the end of a day, in dollars, and the number of trades closed on it. */
export type EquityPoint = { day: number; totalUsd: number; trades: number };

const RANGE_DAYS = { weeks: 14, month: 30 } as const;

/**
 * Returns one point for each day of the range, and one for the day before it so that the first day's change is visible.
 * Days without trades keep the value of the day before.
 * @param traded every day with trades, oldest first
 * @param today the last day of the range, as a day number of `trade-calendar.ts`
 */
export function equityPoints(traded: readonly TradedDay[], range: EquityRange, today: number): EquityPoint[] {
  const byDay = new Map(traded.map((one) => [dayOfIsoDate(one.day), one]));
  const [begin = today] = byDay.keys();
  const first = range === "all" ? begin - 1 : today - RANGE_DAYS[range];
  const points: EquityPoint[] = [];
  let totalUsd = 0;
  for (let day = Math.min(first, begin); day <= today; day++) {
    const one = byDay.get(day);
    totalUsd = one?.total ?? totalUsd;
    if (day >= first) points.push({ day, totalUsd, trades: one?.trades ?? 0 });
  }
  return points;
}
