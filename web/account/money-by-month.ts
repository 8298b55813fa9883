import { roundStep } from "../ui/charts/money-axis.ts";
import { zonedDate } from "../ui/date-fields.ts";

/** Money in and out in one month, in dollars. */
export type MonthMoney = {
  /** `2026-11`, in the trader's time zone. */
  key: string;
  inUsd: number;
  outUsd: number;
};

/** One movement of money: dollars, above zero for money in, below for money out; `at` is ISO 8601. */
export type MovedSum = { usd: number; at: string };

/**
 * Returns the sums of the last `months` months, oldest first, including the current month and months without movements.
 * @param moved money in (above zero) and out (below zero), each with its instant in ISO 8601
 * @param timeZone decides which month an instant belongs to
 */
export function moneyByMonth(
  moved: readonly MovedSum[],
  { months, nowMs, timeZone }: { months: number; nowMs: number; timeZone: string },
): MonthMoney[] {
  const keys = lastMonthKeys(months, monthKey(nowMs, timeZone));
  const sums = new Map(keys.map((key) => [key, { inCents: 0, outCents: 0 }]));
  for (const { usd, at } of moved) {
    const sum = sums.get(monthKey(Date.parse(at), timeZone));
    if (!sum) continue;
    // Summed in whole cents, so that many small sums add up exactly.
    const amountCents = Math.round(usd * 100);
    if (amountCents > 0) sum.inCents += amountCents;
    else sum.outCents -= amountCents;
  }
  return [...sums].map(([key, { inCents, outCents }]) => ({ key, inUsd: inCents / 100, outUsd: outCents / 100 }));
}

/**
 * Returns the positions of the four grid lines: from zero in round steps, the highest at or above the largest value.
 * @param largestUsd above zero
 */
export function axisTicks(largestUsd: number): number[] {
  const step = roundStep(largestUsd / 3, "up");
  return [0, step, step * 2, step * 3];
}

function monthKey(atMs: number, timeZone: string): string {
  return zonedDate(new Date(atMs), timeZone).toISOString().slice(0, 7);
}

function lastMonthKeys(count: number, lastKey: string): string[] {
  const [year = 0, month = 0] = lastKey.split("-").map(Number);
  return Array.from({ length: count }, (_, index) => {
    const at = new Date(Date.UTC(year, month - count + index, 1));
    return at.toISOString().slice(0, 7);
  });
}
