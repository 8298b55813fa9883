import { expect, test } from "bun:test";
import { fc } from "../../web/test/property.ts";
import { averageHoldingMs, averageLossUnits, averageWinUnits, expectancyUnits, winLossRatio } from "./averages.ts";
import type { ClosedTrade } from "./closed-trade.ts";
import { maxDrawdown, maxDrawdownPercent } from "./drawdown.ts";
import { profitFactor } from "./profit-factor.ts";
import { averageR, milliR } from "./r-multiple.ts";
import { longestStreaks } from "./streaks.ts";
import { NO_TRADES, totalsOf } from "./trade-totals.ts";
import { dayWinPercentage, tradeWinPercentage } from "./win-rate.ts";

const trade = (resultUnits: number, more: Partial<ClosedTrade> = {}): ClosedTrade => ({
  symbol: "BTCUSDm",
  direction: "Buy",
  entryPrice: 100,
  exitPrice: 101,
  stopPrice: null,
  openedAtMs: 0,
  closedAtMs: 60_000,
  resultUnits,
  ...more,
});
const profits = fc.array(fc.integer({ min: -100_000, max: 100_000 }), { maxLength: 80 });

test("totals distinguish wins, losses and breakeven trades", () => {
  const totals = totalsOf([trade(300), trade(-100), trade(0), trade(200, { direction: "Sell", closedAtMs: 180_000 })]);
  expect(totals).toEqual({
    trades: 4,
    wins: 2,
    losses: 1,
    buys: 3,
    resultUnits: 400,
    grossProfitUnits: 500,
    grossLossUnits: 100,
    holdingMs: 360_000,
  });
  expect(profitFactor(totals)).toBe(5);
  expect(averageWinUnits(totals)).toBe(250);
  expect(averageLossUnits(totals)).toBe(100);
  expect(winLossRatio(totals)).toBe(2.5);
  expect(expectancyUnits(totals)).toBe(100);
  expect(averageHoldingMs(totals)).toBe(90_000);
  expect(tradeWinPercentage(totals)).toBe(50);
});

test("without trades every figure is zero, and a ratio to no loss is null", () => {
  expect([profitFactor(NO_TRADES), winLossRatio(NO_TRADES), expectancyUnits(NO_TRADES)]).toEqual([0, 0, 0]);
  expect([
    tradeWinPercentage(NO_TRADES),
    dayWinPercentage({ tradedDays: 0, winningDays: 0 }),
    averageHoldingMs(NO_TRADES),
  ]).toEqual([0, 0, 0]);
  const won = totalsOf([trade(5)]);
  expect([profitFactor(won), winLossRatio(won)]).toEqual([null, null]);
});

test("the day win percentage is of the days with trades", () => {
  expect(dayWinPercentage({ tradedDays: 3, winningDays: 1 })).toBeCloseTo(100 / 3, 10);
});

test("wins and losses add up to the result", () => {
  fc.assert(
    fc.property(profits, (values) => {
      const totals = totalsOf(values.map((value) => trade(value)));
      expect(totals.grossProfitUnits - totals.grossLossUnits).toBe(totals.resultUnits);
      expect(totals.resultUnits).toBe(values.reduce((sum, value) => sum + value, 0));
      const byRates =
        totals.trades === 0
          ? 0
          : (totals.wins * averageWinUnits(totals) - totals.losses * averageLossUnits(totals)) / totals.trades;
      expect(expectancyUnits(totals)).toBeCloseTo(byRates, 6);
    }),
  );
});

test("the drawdown is the deepest fall from a previous peak", () => {
  expect(maxDrawdown([100, -30, 50, -80, -10, 200, -60])).toEqual({
    units: 90,
    peakUnits: 120,
    fall: { first: 3, last: 4 },
  });
  expect(maxDrawdown([-40, 100])).toEqual({ units: 40, peakUnits: 0, fall: { first: 0, last: 0 } });
  expect(maxDrawdown([])).toEqual({ units: 0, peakUnits: 0, fall: null });
  // Of two equal falls the earlier counts; one whose peak occurs twice begins at the last occurrence.
  expect(maxDrawdown([50, -20, 20, -30, 60, -30])).toEqual({ units: 30, peakUnits: 50, fall: { first: 3, last: 3 } });
});

/** Trades and payments one after the other: a number is a trade's result, `paid` a payment, in units. */
function percentOf(...events: (number | { paid: number })[]): number | null {
  const timed = events.map((event, at) => ({ event, at }));
  return maxDrawdownPercent(
    timed.flatMap(({ event, at }) => (typeof event === "number" ? [{ closedAtMs: at, resultUnits: event }] : [])),
    timed.flatMap(({ event, at }) => (typeof event === "number" ? [] : [{ atMs: at, units: event.paid }])),
  );
}

test.each([
  ["is of the account's peak at that time", [{ paid: 1_000 }, 1_000, -500], 25],
  ["is that of the deepest in percent, not of the deepest in money", [{ paid: 100 }, -50, { paid: 10_000 }, -600], 50],
  ["does not count a deposit that came after the fall", [{ paid: 100 }, -40, { paid: 300 }], 40],
  ["counts the deposit that a later loss was made with", [{ paid: 10 }, { paid: 1_000 }, -60], (60 / 1_010) * 100],
  ["counts it also where the fall began before the deposit", [{ paid: 10 }, -1, { paid: 990 }, -89], 10],
  ["takes no withdrawal for a loss", [{ paid: 1_000 }, -100, { paid: -450 }, 50], 10],
  ["is of what a withdrawal has left", [{ paid: 1_000 }, { paid: -900 }, -50], 50],
  ["is at most all of the account", [100, -300], 100],
  ["measures nothing before there is any money", [-40, { paid: 100 }, -10], (10 / 60) * 100],
  ["is zero without a fall", [{ paid: 100 }, 50], 0],
  ["is unknown where the account was never above zero", [-40, -1], null],
  ["is unknown without trades", [{ paid: 100 }], null],
] as const)("the drawdown in percent %s", (_, events, expected) => {
  const percent = percentOf(...events);
  if (expected === null) expect(percent).toBe(null);
  else expect(percent ?? -1).toBeCloseTo(expected, 9);
});

test("the drawdown in percent is between 0 and 100, and does not depend on what is paid in after the last trade", () => {
  const event = fc.oneof(
    fc.integer({ min: -500, max: 500 }),
    fc.integer({ min: 1, max: 5_000 }).map((paid) => ({ paid })),
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), fc.integer({ min: 1, max: 100_000 }), (events, paid) => {
      const percent = percentOf(...events);
      if (percent !== null) expect(percent >= 0 && percent <= 100).toBe(true);
      expect(percentOf(...events, { paid })).toBe(percent);
    }),
  );
});

test("no pair of times has a deeper fall than the drawdown, and one has an equal one", () => {
  fc.assert(
    fc.property(profits, (values) => {
      const curve = [0];
      for (const value of values) curve.push((curve.at(-1) ?? 0) + value);
      let deepest = 0;
      for (let i = 0; i < curve.length; i++) {
        for (let j = i; j < curve.length; j++) deepest = Math.max(deepest, (curve[i] ?? 0) - (curve[j] ?? 0));
      }
      expect(maxDrawdown(values).units).toBe(deepest);
    }),
  );
});

test("a breakeven trade ends a streak", () => {
  expect(longestStreaks([1, 1, 0, 1, 1, 1, -1, -1, 0, -1])).toEqual({
    wins: 3,
    losses: 2,
    winning: { first: 3, last: 5 },
    losing: { first: 6, last: 7 },
  });
  expect(longestStreaks([])).toEqual({ wins: 0, losses: 0, winning: null, losing: null });
  // Of two equal streaks the earlier one is returned.
  expect(longestStreaks([1, -1, 1]).winning).toEqual({ first: 0, last: 0 });
});

test("R is the price change relative to the distance to the stop, for both sides", () => {
  expect(milliR(trade(1, { entryPrice: 100, stopPrice: 95, exitPrice: 110 }))).toBe(2_000);
  expect(milliR(trade(1, { direction: "Sell", entryPrice: 100, stopPrice: 104, exitPrice: 102 }))).toBe(-500);
  expect(milliR(trade(1, { entryPrice: 100, stopPrice: 105, exitPrice: 110 }))).toBeNull();
  expect(milliR(trade(1, { entryPrice: 100, stopPrice: 100, exitPrice: 110 }))).toBeNull();
  expect(milliR(trade(1))).toBeNull();
});

test("the average R covers the trades with a known stop", () => {
  expect(averageR({ riskedTrades: 4, riskedMilliR: 5_000 })).toBe(1.25);
  expect(averageR({ riskedTrades: 3, riskedMilliR: -1_500 })).toBe(-0.5);
  expect(averageR({ riskedTrades: 0, riskedMilliR: 0 })).toBeNull();
});
