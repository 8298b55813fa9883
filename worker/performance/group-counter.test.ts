import { expect, test } from "bun:test";
import { fc } from "../../web/test/property.ts";
import { MINUTE_MS } from "../contract/time.ts";
import { binOfR, HELD_RANGES, NUMBER_RANGES, R_RANGES, rangeOf } from "../contract/trade-groups.ts";
import type { Payment } from "./drawdown.ts";
import { FactsCounter, factsOfBlock } from "./facts-counter.ts";
import { GroupCounter } from "./group-counter.ts";
import { figuresOfGroup, type GroupSums, noSums, restOf } from "./group-sums.ts";
import { emptyColumns, offsetsOf, type TradeColumns } from "./trade-columns.ts";

const AT = Date.UTC(2026, 9, 9, 14, 2);

type GroupedTrade = {
  openedAtMs: number | null;
  closedAtMs: number;
  symbol: string;
  isBuy: boolean;
  size: number;
  resultUnits: number;
  milliR: number | null;
};

const grouped = (given: Partial<GroupedTrade>): GroupedTrade => ({
  openedAtMs: AT - MINUTE_MS,
  closedAtMs: AT,
  symbol: "XAUUSD",
  isBuy: true,
  size: 1,
  resultUnits: 100,
  milliR: null,
  ...given,
});

function counted(trades: readonly GroupedTrade[]) {
  const counter = new GroupCounter();
  counter.count(columnsOf(trades), () => 0);
  return counter.groups();
}

function columnsOf(trades: readonly GroupedTrade[]): TradeColumns {
  const columns = emptyColumns(trades.length);
  for (const [at, { openedAtMs, closedAtMs, symbol, isBuy, size, resultUnits, milliR }] of trades.entries()) {
    const known = columns.symbols.indexOf(symbol);
    columns.order[at] = at;
    columns.id[at] = at + 1;
    columns.symbol[at] = known < 0 ? columns.symbols.push(symbol) - 1 : known;
    columns.isBuy[at] = Number(isBuy);
    columns.closedAtMs[at] = closedAtMs;
    columns.heldMs[at] = openedAtMs === null ? Number.NaN : closedAtMs - openedAtMs;
    columns.size[at] = size;
    columns.resultUnits[at] = resultUnits;
    columns.milliR[at] = milliR ?? Number.NaN;
  }
  return columns;
}

const tradesIn = (groups: readonly (readonly [string, GroupSums])[]) =>
  Object.fromEntries(groups.map(([key, { trades }]) => [key, trades]));

test("a trade belongs to the time it was held, up to the end that the next range begins with", () => {
  const held = (ms: number | null) => grouped({ openedAtMs: ms === null ? null : AT - ms });
  const { by } = counted([held(0), held(59_999), held(60_000), held(3_599_999), held(86_400_000), held(null)]);
  expect(tradesIn(by.held)).toEqual({ 0: 2, 1: 1, 3: 1, 6: 1, none: 1 });
  expect(HELD_RANGES[3]).toEqual({ from: 900_000, to: 3_600_000 });
});

test("the number of the day's trade begins anew with each day", () => {
  const trades = Array.from({ length: 12 }, () => grouped({}));
  const { by } = counted([...trades, grouped({ closedAtMs: AT + 86_400_000 })]);
  expect(tradesIn(by.number)).toEqual({ 0: 2, 1: 1, 2: 1, 3: 3, 4: 4, 5: 2 });
  expect(NUMBER_RANGES[4]).toEqual({ from: 7, to: 11 });
});

test("a size compares with the median of its own symbol", () => {
  const sizes = [1, 2, 2, 2, 3, 4].map((size) => grouped({ size }));
  const { by } = counted([
    ...sizes,
    grouped({ symbol: "EURUSD", size: 500 }),
    grouped({ symbol: "EURUSD", size: 900 }),
  ]);
  // The usual size is 2, and of EURUSD the lower of both, 500.
  expect(tradesIn(by.size)).toEqual({ half: 1, usual: 4, larger: 2, double: 1 });
});

test("more sizes than sums are kept of compare with the same median", () => {
  const sizes = Array.from({ length: 9_001 }, (_, at) => ((at * 7_919) % 9_001) + 1);
  const usual = 4_501;
  const { by } = counted(sizes.map((size) => grouped({ size })));
  expect(tradesIn(by.size)).toEqual({
    half: Math.floor(usual / 2),
    smaller: usual - 1 - Math.floor(usual / 2),
    usual: 1,
    larger: 2 * usual - 1 - usual,
  });
});

test("R falls into bins around halves, with all that is beyond in the ends", () => {
  for (let milliR = -4_000; milliR <= 7_000; milliR += 25) expect(binOfR(milliR)).toBe(rangeOf(R_RANGES, milliR));
  const { rBins } = counted([-9_000, -1_000, -751, -750, 0, 249, 250, 60_000].map((milliR) => grouped({ milliR })));
  const bins = rBins.flatMap((count, bin) => (count > 0 ? [[R_RANGES[bin]?.from ?? null, count]] : []));
  expect(bins).toEqual([
    [null, 1],
    [-1_250, 2],
    [-750, 1],
    [-250, 2],
    [250, 1],
    [5_250, 1],
  ]);
});

test("nothing is said of 19 trades, and of 20 rate and interval", () => {
  const { all: few } = counted(Array.from({ length: 19 }, () => grouped({ milliR: 1_000 })));
  expect(figuresOfGroup(few)).toEqual({ winRate: null, each: null, r: null });
  const { all } = counted(Array.from({ length: 20 }, () => grouped({})));
  const { winRate, each, r } = figuresOfGroup(all);
  expect(winRate?.value).toBe(100);
  expect(each).toEqual({ value: 100, low: 100, high: 100 });
  expect(r).toBe(null);
});

test("each dimension is all trades, and what is left of a whole without its parts is the sum of the others", () => {
  const trade = fc.record({
    openedAtMs: fc.option(fc.integer({ min: AT - 90_000_000, max: AT })),
    closedAtMs: fc.integer({ min: AT, max: AT + 400_000_000 }),
    symbol: fc.constantFrom("A", "B", "C"),
    isBuy: fc.boolean(),
    size: fc.constantFrom(0.5, 1, 2, 5),
    resultUnits: fc.integer({ min: -1_000_000, max: 1_000_000 }),
    milliR: fc.option(fc.integer({ min: -5_000, max: 9_000 })),
  });
  fc.assert(
    fc.property(fc.array(trade), (trades) => {
      const { all, by, rBins } = counted(trades.toSorted((a, b) => a.closedAtMs - b.closedAtMs));
      expect(all.result).toBe(trades.reduce((sum, { resultUnits }) => sum + resultUnits, 0));
      for (const groups of Object.values(by)) {
        expect(
          restOf(
            all,
            groups.map(([, sums]) => sums),
          ),
        ).toEqual(noSums());
      }
      expect(rBins.reduce((sum, count) => sum + count, 0)).toBe(all.risked);
    }),
  );
});

/** Trades of few days with results that make equal peaks, equal falls and streaks, in the order of closing. */
const tradesOfDays = fc
  .array(
    fc.record({
      openedAtMs: fc.option(fc.constant(AT - 90_000_000)),
      closedAtMs: fc.integer({ min: 0, max: 40 }).map((quarters) => AT + quarters * 75 * MINUTE_MS),
      symbol: fc.constantFrom("A", "B"),
      isBuy: fc.boolean(),
      size: fc.constantFrom(1, 2, 5),
      resultUnits: fc.oneof(fc.constantFrom(-1, 0, 1), fc.integer({ min: -40, max: 40 })),
      milliR: fc.option(fc.integer({ min: -5_000, max: 9_000 })),
    }),
    { minLength: 1, maxLength: 60, size: "max" },
  )
  .map((trades) => trades.toSorted((a, b) => a.closedAtMs - b.closedAtMs));

test.each(["UTC", "America/New_York", "Asia/Kathmandu"])(
  "in %s sums of consecutive trades count as the trades do, wherever they are cut and whatever was paid",
  (zone) => {
    const payment = fc.record({
      atMs: fc.integer({ min: -2, max: 41 }).map((quarters) => AT + quarters * 75 * MINUTE_MS + 1),
      units: fc.integer({ min: -60, max: 120 }),
    });
    const cut = fc.record({ trades: fc.integer({ min: 1, max: 25 }), isSummed: fc.boolean() });
    const few = fc.array(payment, { maxLength: 4 });
    // From nothing an account first has to get above zero, so that most begin with something, as little as a fall may take.
    const funded = fc.tuple(fc.integer({ min: 1, max: 300 }), few);
    const paid = fc.oneof(
      fc.constant(null),
      few,
      funded.map(([units, others]) => [{ atMs: 0, units }, ...others]),
    );
    let summed = 0;
    fc.assert(
      fc.property(tradesOfDays, fc.array(cut, { minLength: 1 }), paid, (trades, cuts, payments) => {
        const columns = columnsOf(trades);
        const whole = figuresOf([{ columns, isSummed: false }], payments, zone);
        const parts: Part[] = [];
        for (let [from, at] = [0, 0]; from < trades.length; at += 1) {
          const { trades: count, isSummed } = cuts[at % cuts.length] ?? { trades: 1, isSummed: false };
          parts.push({ columns: { ...columns, order: columns.order.subarray(from, from + count) }, isSummed });
          from += count;
        }
        const found = figuresOf(parts, payments, zone);
        summed += found.summed;
        expect({ ...found, summed: 0 }).toEqual(whole);
      }),
    );
    expect(summed).toBeGreaterThan(100);
  },
);

type Part = { columns: TradeColumns; isSummed: boolean };

/** All figures of parts, by their sums as they are stored where that is asked for and possible. */
function figuresOf(parts: readonly Part[], payments: readonly Payment[] | null, zone: string) {
  const [groups, facts] = [new GroupCounter(), new FactsCounter(payments)];
  let summed = 0;
  for (const { columns, isSummed } of parts) {
    const ofGroups: ReturnType<typeof GroupCounter.ofBlock> = JSON.parse(
      JSON.stringify(GroupCounter.ofBlock(columns, zone)),
    );
    const ofFacts: ReturnType<typeof factsOfBlock> = JSON.parse(JSON.stringify(factsOfBlock(columns, zone)));
    if (isSummed && ofGroups) groups.add(ofGroups);
    else groups.count(columns, offsetsOf(columns, zone));
    if (isSummed && facts.add(ofFacts)) summed += 1;
    else facts.count(columns, offsetsOf(columns, zone));
  }
  const { all, by, rBins } = groups.groups();
  const byKey = Object.entries(by).map(([dimension, entries]) => [dimension, Object.fromEntries(entries)]);
  const { symbols, ...others } = facts.facts();
  const bySymbol = Object.fromEntries(symbols.map(({ symbol, ...totals }) => [symbol, totals]));
  return { all, by: Object.fromEntries(byKey), rBins, facts: { ...others, bySymbol }, summed };
}
