import { expect, test } from "bun:test";
import type { Candle } from "../../../worker/contract/candles.ts";
import { addTick, joinLine, LINE_MINUTES, minutePrices } from "./price-line.ts";

const MINUTE = 60_000;
const tick = (at: number, price = 100) => ({ at, price });
const candle = (minute: number, close: number): Candle => [minute * MINUTE, 1, 1_000, 1, close, 0];
const candles = (count: number) => Array.from({ length: count }, (_, minute) => candle(minute, minute));

test("ticks within the same two seconds become one point, the newest", () => {
  const ticks = [tick(0, 1), tick(500, 2), tick(1_999, 3), tick(2_000, 4)].reduce(addTick, []);
  expect(ticks).toEqual([tick(1_999, 3), tick(2_000, 4)]);
});

test("ticks older than the line are dropped", () => {
  const ticks = [tick(0), tick(MINUTE), tick(LINE_MINUTES * MINUTE)].reduce(addTick, []);
  expect(ticks).toEqual([tick(MINUTE), tick(LINE_MINUTES * MINUTE)]);
});

test("a line starts with the minutes before the visit, and ticks replace the candle of their minute", () => {
  const now = 40 * MINUTE;
  const line = joinLine(candles(41), [tick(now + 5_000, 500)]);
  expect(line.at(-1)).toEqual(tick(now + 5_000, 500));
  expect(line.at(-2)).toEqual(tick(now - 1, 39));
  expect(line).toHaveLength(LINE_MINUTES + 1);
});

test("the running minute is not drawn ahead of its newest tick, and the line does not cross a long pause", () => {
  expect(joinLine([candle(0, 1), candle(1, 2)], [tick(59_000, 7)])).toEqual([tick(59_000, 7)]);
  const after = joinLine([candle(0, 1), candle(10, 2), candle(11, 3)], [tick(12 * MINUTE, 4)]);
  expect(after.map(({ price }) => price)).toEqual([2, 3, 4]);
  expect(joinLine([], [])).toEqual([]);
});

test("a small line shows the newest price of each minute", () => {
  expect(minutePrices([tick(0, 1), tick(1_000, 2), tick(MINUTE, 3), tick(MINUTE + 1, 4)])).toEqual([2, 4]);
});
