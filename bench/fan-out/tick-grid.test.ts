import { expect, test } from "bun:test";
import { OFFERED_SYMBOLS, TickGrid } from "./tick-grid.ts";

test("forty ticks a second give each of four symbols one every 100 ms, 25 ms apart", () => {
  const grid = new TickGrid(40);
  expect(OFFERED_SYMBOLS.map((_, index) => grid.nextAt(index, 1_000_000))).toEqual([
    1_000_000, 1_000_025, 1_000_050, 1_000_075,
  ]);
  expect(grid.nextAt(1, 1_000_026)).toBe(1_000_125);
  expect([grid.lastBefore(0, 1_000_000), grid.lastBefore(0, 1_000_001)]).toEqual([999_900, 1_000_000]);
});

test("a tick rate that does not fall on whole milliseconds is refused", () => {
  expect(() => new TickGrid(7)).toThrow("whole ms");
});
