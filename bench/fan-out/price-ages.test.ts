import { expect, test } from "bun:test";
import { PriceAges } from "./price-ages.ts";
import { TickGrid } from "./tick-grid.ts";

const grid = new TickGrid(40);
/** Ten ticks per symbol. */
const WINDOW = { fromMs: 10_000, toMs: 11_000 };

function deliver(ages: PriceAges, every: number, delayMs: number): void {
  for (let symbolIndex = 0; symbolIndex < 4; symbolIndex++) {
    for (let at = grid.nextAt(symbolIndex, 9_000); at < 12_000; at += grid.intervalMs * every) {
      ages.take(0, symbolIndex, at, at + delayMs);
    }
  }
}

test("the age of a tick is the time until it arrives", () => {
  const ages = new PriceAges(1, grid, WINDOW);
  deliver(ages, 1, 7);
  expect(ages.figures(12_000)).toMatchObject({ p50Ms: 7, p99Ms: 7, firstQuarterMs: 7, lastQuarterMs: 7, upToDate: 1 });
});

test("the age of a skipped tick ends when a newer one arrives", () => {
  const ages = new PriceAges(1, grid, WINDOW);
  deliver(ages, 2, 7);
  // Every second tick arrives 7 ms late; the skipped ones count until the next tick, 107 ms late.
  const { p50Ms, p99Ms } = ages.figures(12_000);
  expect([p50Ms, p99Ms]).toEqual([7, 107]);
});

test("a tick that never arrives counts until the end and is not up to date", () => {
  const ages = new PriceAges(2, grid, WINDOW);
  deliver(ages, 1, 7);
  expect(ages.isComplete).toBe(false);
  const { p99Ms, upToDate } = ages.figures(20_000);
  expect(upToDate).toBe(0.5);
  expect(p99Ms).toBeGreaterThan(9_000);
});
