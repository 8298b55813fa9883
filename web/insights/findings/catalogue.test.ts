import { expect, test } from "bun:test";
import { utc } from "../../test/simulated-traders.ts";
import { CATALOGUE } from "./catalogue.ts";
import { mark } from "./permutation-test.ts";
import { prepareTrades } from "./prepare-trades.ts";
import type { StudiedTrade } from "./studied-trade.ts";

/** A Monday. */
const DAY = Date.UTC(2026, 5, 1);
const at = (hour: number, minute = 0, day = 0) => DAY + ((day * 24 + hour) * 60 + minute) * 60_000;

type Given = [openedAtMs: number | null, closedAtMs: number, result: number, other?: Partial<StudiedTrade>];
function marksOf(given: readonly Given[]): Record<string, string> {
  const trades = prepareTrades(
    given.map(([openedAtMs, closedAtMs, result, other], index) => ({
      ...{ id: index + 1, openedAtMs, closedAtMs, result, r: result, symbol: "A", direction: "Buy", quantity: 1 },
      ...{ setup: null, isPlanned: null, isBroken: null },
      ...other,
    })),
    utc,
  );
  const outcomes = Float64Array.from(trades.trades, ({ result }) => result);
  return Object.fromEntries(
    CATALOGUE.map((question) => [
      question.id,
      [...mark(question, trades, outcomes, new Uint8Array(trades.count))].map((group) => "-x?"[group]).join(""),
    ]),
  );
}

test("the clock and the day are those of the opening", () => {
  const marks = marksOf([
    [at(5, 59), at(6, 30), 1],
    [at(6), at(7), 1],
    [at(12), at(12, 5), 1],
    [at(23, 59), at(0, 1, 1), 1],
    [at(0, 0, 1), at(0, 2, 1), 1],
    [null, at(9, 0, 1), 1],
  ]);
  expect(marks).toMatchObject({
    ...{ night: "x---x?", morning: "-x---?", afternoon: "--x--?", evening: "---x-?" },
    ...{ monday: "xxxx-?", tuesday: "----x?", sunday: "-----?" },
    ...{ first_of_day: "x---x?", after_third_of_day: "---x-?", over_midnight: "---x-?" },
  });
});

test("sizes are compared with those of their symbol, times with the usual one, and symbols by how often they are traded", () => {
  const marks = marksOf([
    [at(1), at(2), 1, { quantity: 10 }],
    [at(3), at(4), 1, { quantity: 15 }],
    [at(5), at(5, 10), 1, { quantity: 5, direction: "Sell" }],
    [at(7), at(13), 1, { quantity: 10, r: null }],
    [at(14), at(15), 1, { symbol: "B", quantity: 1_000 }],
    [at(16), at(17), 1, { symbol: "B", quantity: 1_000 }],
    [at(18), at(19), 1, { symbol: "C", quantity: 3 }],
  ]);
  expect(marks).toMatchObject({
    ...{ larger_than_usual: "-x-----", smaller_than_usual: "--x----", held_shorter: "--x----", held_longer: "---x---" },
    ...{
      first_symbol: "xxxx---",
      second_symbol: "----xx-",
      third_symbol: "------x",
      without_stop: "---x---",
      buys: "xx-xxxx",
    },
  });
});

test("with one symbol, or of two the second, there is nothing to compare", () => {
  const two: Given[] = [
    [at(1), at(2), 1],
    [at(3), at(4), 1],
    [at(5), at(6), 1, { symbol: "B" }],
  ];
  expect(marksOf(two.slice(0, 2))).toMatchObject({ first_symbol: "??", second_symbol: "??" });
  expect(marksOf(two)).toMatchObject({ first_symbol: "xx-", second_symbol: "???", third_symbol: "???" });
});

test("plans are asked about where there can be one, and whether one was broken where that is known", () => {
  const planned = { isPlanned: true, setup: "Fade" };
  const marks = marksOf([
    [at(1), at(2), 1, { ...planned, isBroken: false }],
    [at(3), at(4), 1, { ...planned, isBroken: true }],
    [at(5), at(6), 1, { isPlanned: true, setup: "Retest" }],
    [at(7), at(8), 1, { isPlanned: false }],
    [at(9), at(10), 1],
  ]);
  expect(marks).toMatchObject({
    ...{ without_plan: "---x?", plan_broken: "-x???" },
    ...{ first_setup: "xx---", second_setup: "--x--", third_setup: "?????" },
  });
});

test("what went before is what was closed before the opening", () => {
  const marks = marksOf([
    [at(1), at(2), -1],
    [at(2, 5), at(3), -1],
    [at(3, 20), at(4), -1, { quantity: 2 }],
    // Opened while the one before was open.
    [at(3, 50), at(5), 2],
    [at(5, 1), at(6), 2, { symbol: "B" }],
    [at(6, 1), at(7), 0],
    [at(7, 30), at(8), 3],
    [null, at(9), 1],
  ]);
  expect(marks).toMatchObject({
    ...{
      after_loss: "?xxx---?",
      after_two_losses: "?-xx---?",
      after_three_losses: "?------?",
      after_two_wins: "?----x-?",
    },
    ...{ within_ten_minutes_of_loss: "?x-----?", larger_after_loss: "?-x----?", same_symbol_after_loss: "?xxx---?" },
    ...{ soon_after_another: "?---xx-?", beside_another: "---x---?" },
  });
});

test("every question has a name of its own", () => {
  expect(new Set(CATALOGUE.map(({ id }) => id)).size).toBe(CATALOGUE.length);
});
