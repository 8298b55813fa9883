import { expect, test } from "bun:test";
import { afterLossOf } from "./after-loss.ts";

type Trade = Parameters<typeof afterLossOf>[0][number];

/** A trade that was opened and closed at minutes of an hour. */
function trade(id: number, opened: number, closed: number, profitLoss: number): Trade {
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 24, 9, minute)).toISOString();
  // Only what the rule reads.
  return { id: String(id), closeTime: at(closed), profitLoss, demo: { openTime: at(opened) } } as Trade;
}

const DAY = [
  trade(1, 0, 5, 10),
  trade(2, 6, 12, -20.1),
  trade(3, 10, 30, 5),
  trade(4, 12, 20, -30),
  trade(5, 40, 50, 7.5),
];

test("what was opened after the first loss is left out, what was open then is not", () => {
  expect(afterLossOf(DAY, "4")).toEqual({
    lossAtMs: Date.UTC(2026, 10, 24, 9, 12),
    leftOut: 2,
    keptCents: -510,
    ownCents: -2_760,
  });
  expect(afterLossOf(DAY, "5")?.leftOut).toBe(2);
});

test("a trade that was not opened after a loss has no such day", () => {
  for (const id of ["1", "2", "3"]) expect(afterLossOf(DAY, id)).toBeNull();
  expect(afterLossOf([trade(1, 0, 5, 10), trade(2, 6, 8, 3)], "2")).toBeNull();
  expect(afterLossOf([], "2")).toBeNull();
});
