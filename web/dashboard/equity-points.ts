import { dayOfIsoDate } from "../../worker/contract/trade-calendar.ts";
import type { TradedDay } from "./trading-record.ts";

/** How much of the past the curve shows. */
export type EquityRange = "weeks" | "month" | "all";

/** What all trades until the end of a day brought, in dollars, and how many were closed on it. */
export type EquityPoint = { day: number; totalUsd: number; trades: number };

const RANGE_DAYS = { weeks: 14, month: 30 } as const;

/**
 * One point for each day of a range and, so that it shows what all of them brought, one for the day before. Days without
 * trades are as high as those before them.
 * @param traded every day with trades, oldest first
 * @param today the range's last day, as `trade-calendar.ts` counts them
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
