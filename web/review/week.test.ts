import { expect, test } from "bun:test";
import type { Trade } from "../performance/trade-types.ts";
import { daysOf, extremeLabels, nextUndone, shiftWeek, spanOf, tradeEntry, weekAt, weekIn } from "./week.ts";

const trade = (id: string, closeTime: string, profitLoss: number): Trade => ({
  ...{ id, closeTime, profitLoss, symbol: "BTCUSDm", direction: "Buy", lotSize: 1, entryPrice: 1, exitPrice: 2 },
});

test("trades are in the days of the trader's zone, the last first", () => {
  const days = daysOf(
    [
      trade("1", "2026-11-24T16:59:00.000Z", 5),
      trade("2", "2026-11-24T17:00:00.000Z", -2),
      trade("3", "2026-11-24T18:00:00.000Z", -1),
    ],
    "Asia/Phnom_Penh",
  );
  expect(days.map(({ trades, result }) => [trades.map(({ id }) => id), result])).toEqual([
    [["3", "2"], -3],
    [["1"], 5],
  ]);
});

test("weeks begin on Sunday, follow each other over the year, and are as long as their days in the zone", () => {
  expect(weekAt(Date.UTC(2026, 10, 28, 16), "Asia/Phnom_Penh")).toEqual({ year: 2026, week: 48 });
  expect(weekAt(Date.UTC(2026, 10, 28, 17), "Asia/Phnom_Penh")).toEqual({ year: 2026, week: 49 });
  expect(shiftWeek(shiftWeek({ year: 2026, week: 1 }, -1), 1)).toEqual({ year: 2026, week: 1 });
  const { fromMs, toMs } = spanOf({ year: 2026, week: 45 }, "America/New_York");
  // The clocks go back on the first Sunday of November.
  expect((toMs - fromMs) / 3_600_000).toBe(7 * 24 + 1);
  expect(weekIn(new URLSearchParams("year=2026&week=54"))).toBeNull();
});

test("the next undone trade comes after the one that is open, and around at the end", () => {
  const isDone = (one: number) => one % 2 === 0;
  expect(nextUndone([1, 2, 3, 4], 0, isDone)).toBe(3);
  expect(nextUndone([1, 2, 3, 4], 2, isDone)).toBe(1);
  expect(nextUndone([2, 4], 0, isDone)).toBeNull();
});

test("the best label has earned and the costliest has cost, or there is none", () => {
  const of = (result: number, ...labels: string[]) => ({ labels, result });
  expect(extremeLabels([of(5, "a"), of(-7, "b"), of(3, "a", "b")])).toEqual({
    best: { id: "a", result: 8 },
    costliest: { id: "b", result: -4 },
  });
  expect(extremeLabels([of(5)])).toEqual({ best: null, costliest: null });
});

test("a trade of a broker's file is named by its ticket, others by their id", () => {
  const one = trade("7", "2026-11-24T16:59:00.000Z", 1);
  expect(tradeEntry("run:1", one).key).toBe("7");
  const imported = { ticket: "T-1" } as NonNullable<Trade["imported"]>;
  expect(tradeEntry("broker:1", { ...one, imported }).key).toBe("T-1");
});
