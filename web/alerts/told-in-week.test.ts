import { expect, test } from "bun:test";
import type { AlertRepeat } from "../../worker/contract/alerts/price-alerts.ts";
import type { Candle } from "../../worker/contract/candles.ts";
import { LEVEL_TERMS } from "../test/fake-alerts.ts";
import { toldIn } from "./told-in-week.ts";

const MINUTES_15 = 900_000;
/** Candles after each other: open, high, low and close. */
const candles = (...prices: (readonly [number, number, number, number])[]): Candle[] =>
  prices.map(([open, high, low, close], at) => [at * MINUTES_15, open, high, low, close, 1]);

const level = (direction: "rises" | "falls", repeat: AlertRepeat) => ({
  ...LEVEL_TERMS,
  condition: { type: "level", direction, price: 100 } as const,
  repeat,
});
const AGAIN = { type: "again", retreat: 10 } as const;
const ONCE = { type: "once" } as const;

test("a level tells once a crossing, and again only after the retreat", () => {
  const walk = candles([80, 101, 80, 101], [101, 105, 95, 101], [101, 101, 90, 90], [90, 100, 90, 99]);
  expect(toldIn(level("rises", ONCE), walk)).toEqual({ times: 1, isEstimate: false });
  // The third candle comes back, the fourth reaches it again; the first has both prices.
  expect(toldIn(level("rises", AGAIN), walk)).toEqual({ times: 2, isEstimate: true });
});

test("without a candle that has both prices it is no estimate", () => {
  const walk = candles([95, 101, 95, 101], [101, 105, 95, 101], [95, 95, 90, 90], [91, 99, 91, 99], [99, 100, 95, 99]);
  expect(toldIn(level("rises", AGAIN), walk)).toEqual({ times: 2, isEstimate: false });
});

test("a fall mirrors a rise", () => {
  const walk = candles([105, 105, 99, 99], [99, 105, 99, 105], [105, 110, 105, 110], [109, 109, 100, 101]);
  expect(toldIn(level("falls", AGAIN), walk)).toEqual({ times: 2, isEstimate: false });
});

test("a level on whose other side the week begins tells only after the price has been back", () => {
  expect(toldIn(level("rises", ONCE), candles([110, 120, 105, 110]))).toEqual({ times: 0, isEstimate: false });
  expect(toldIn(level("rises", ONCE), candles([110, 110, 98, 99], [99, 101, 99, 101]))?.times).toBe(1);
});

test("a move is counted in its window, is always an estimate, and is not known for windows shorter than a candle", () => {
  const move = (windowMs: number) => ({
    ...LEVEL_TERMS,
    condition: { type: "move", direction: "up", basisPoints: 100, windowMs } as const,
    repeat: AGAIN,
  });
  const walk = candles([1000, 1004, 1000, 1004], [1004, 1012, 1004, 1012], [1012, 1012, 1012, 1012]);
  expect(toldIn(move(2 * MINUTES_15), walk)).toEqual({ times: 1, isEstimate: true });
  expect(toldIn(move(MINUTES_15), walk)?.times).toBe(0);
  expect(toldIn(move(60_000), walk)).toBeNull();
  expect(toldIn(move(2 * MINUTES_15), [])).toBeNull();
});
