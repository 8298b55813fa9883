import { addAmounts } from "../../worker/contract/money.ts";
import { dayOfIsoDate } from "../../worker/contract/trade-calendar.ts";
import { DOLLARS } from "../ui/format.ts";
import type { EquityPoint } from "./trade-types.ts";

/** The curve of closed results at the end of a day; `trades` is 0 on a day without any. */
export type CurveDay = {
  day: number;
  pnl: number;
  trades: number;
  total: number;
  drawdown: number;
  /** The same distance in percent of the account's peak, where a page knows it. */
  percent?: number | null;
};

/**
 * Returns every calendar day from the day before the first trade, so that the curve stays level on days without trades.
 * @param lastDay the last day of the curve, or the day of the last trade if that is later
 */
export function curveDays(points: readonly EquityPoint[], lastDay: number): CurveDay[] {
  const [first] = points;
  if (!first) return [];
  const byDay = new Map(points.map((point) => [dayOfIsoDate(point.day), point]));
  const end = Math.max(lastDay, ...byDay.keys());
  const days: CurveDay[] = [{ day: dayOfIsoDate(first.day) - 1, pnl: 0, trades: 0, total: 0, drawdown: 0 }];
  for (let day = dayOfIsoDate(first.day); day <= end; day += 1) {
    const before = days.at(-1);
    const point = byDay.get(day);
    const { total = 0, drawdown = 0 } = point ?? before ?? {};
    days.push({ day, pnl: point?.pnl ?? 0, trades: point?.trades ?? 0, total, drawdown });
  }
  return days;
}

export type DrawdownFigures = {
  /** The highest cumulative result, at least 0. */
  peak: number;
  /** The current distance below the peak, at least 0. */
  belowPeak: number;
  /** The longest time from a peak until it was reached again, or until now. */
  longestDays: number;
  /** The index of the last day at the peak, and the first and the last index of the longest time below one. */
  peakAt: number;
  longestAt: { first: number; last: number };
  deepest: number;
};

/** @param exact the decimals of the results */
export function drawdownFigures(days: readonly CurveDay[], exact = DOLLARS.exact): DrawdownFigures {
  let [peak, longestDays, deepest, lastPeak] = [0, 0, 0, 0];
  let longestAt = { first: 0, last: 0 };
  days.forEach(({ total, drawdown }, index) => {
    peak = Math.max(peak, total);
    if (drawdown > (days[deepest]?.drawdown ?? 0)) deepest = index;
    // The day that reaches the peak again ends the drawdown; consecutive days at a peak are no drawdown.
    if ((drawdown > 0 || index - lastPeak > 1) && index - lastPeak > longestDays) {
      longestDays = index - lastPeak;
      longestAt = { first: lastPeak + 1, last: index };
    }
    if (drawdown === 0) lastPeak = index;
  });
  const belowPeak = addAmounts([days.at(-1)?.drawdown ?? 0], exact);
  return { peak, belowPeak, longestDays, deepest, peakAt: lastPeak, longestAt };
}
