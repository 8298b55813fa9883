import { expect, test } from "bun:test";
import { utc } from "../test/simulated-traders.ts";
import { canBeTold } from "./can-be-told.ts";
import { CATALOGUE } from "./findings/catalogue.ts";
import type { StudiedTrade } from "./findings/studied-trade.ts";
import { holdsFor, needsTrades, type TypedOrder } from "./reminded-order.ts";

/** A Monday. */
const NOW = Date.UTC(2026, 5, 1, 13);
const MINUTE = 60_000;

const ORDER: TypedOrder = {
  ...{ symbol: "BTCUSD", direction: "Buy", quantity: 10, hasStop: true, setupId: null, hasPlan: true },
};
const closed = (minutesAgo: number, result: number, other: Partial<StudiedTrade> = {}): StudiedTrade => ({
  ...{ id: 1_000 - minutesAgo, openedAtMs: NOW - (minutesAgo + 5) * MINUTE, closedAtMs: NOW - minutesAgo * MINUTE },
  ...{ symbol: "BTCUSD", direction: "Buy", quantity: 10, result, r: result },
  ...{ setup: null, isPlanned: false, isBroken: null },
  ...other,
});

type Given = { about?: string; order?: Partial<TypedOrder>; trades?: StudiedTrade[]; open?: number; nowMs?: number };
function holds(question: string, { about, order = {}, trades = [], open = 0, nowMs = NOW }: Given = {}): boolean {
  const positions = Array.from({ length: open }, () => ({
    ...{ symbol: "ETHUSD", direction: "Buy" as const, quantity: 1, openedAtMs: nowMs - MINUTE },
  }));
  const reminder = {
    question,
    about: about ? { id: about, name: about } : null,
    account: "run:1",
    trades: 20,
    milliR: -1,
  };
  const past = { closed: trades, open: positions, nowMs, toLocalTime: utc };
  return holdsFor(reminder, { ...ORDER, ...order }, past);
}

test("what went before an order is what its account has closed", () => {
  const [lost, won] = [closed(3, -1), closed(9, 1)];
  expect(holds("after_loss", { trades: [lost, won] })).toBe(true);
  expect(holds("after_loss", { trades: [closed(1, 2), lost, won] })).toBe(false);
  expect(holds("after_loss")).toBe(false);
  expect(holds("after_two_losses", { trades: [lost, won] })).toBe(false);
  expect(holds("after_two_losses", { trades: [lost, closed(9, -1), closed(20, 1)] })).toBe(true);
  expect(holds("within_ten_minutes_of_loss", { trades: [lost] })).toBe(true);
  expect(holds("within_ten_minutes_of_loss", { trades: [lost], nowMs: NOW + 8 * MINUTE })).toBe(false);
  expect(holds("same_symbol_after_loss", { trades: [lost], order: { symbol: "ETHUSD" } })).toBe(false);
  // The clock of the page is behind.
  expect(holds("after_loss", { trades: [closed(-1, -1), won] })).toBe(true);
});

test("its size is compared with those of its symbol, once it is known", () => {
  const trades = Array.from({ length: 9 }, (_, i) => closed(20 + i * 10, -1));
  const larger = (quantity: number | null, question = "larger_than_usual") =>
    holds(question, { trades, order: { quantity } });
  expect([larger(14), larger(15), larger(null)]).toEqual([false, true, false]);
  expect([larger(12, "larger_after_loss"), larger(13, "larger_after_loss")]).toEqual([false, true]);
  expect(larger(null, "larger_after_loss")).toBe(false);
  // The first of its symbol is no larger than usual.
  expect(holds("larger_than_usual", { order: { quantity: 1_000 } })).toBe(false);
});

test("its day, hour, place in the day, stop, plan and what is open beside it are those of now", () => {
  expect([holds("monday"), holds("tuesday"), holds("afternoon"), holds("morning")]).toEqual([true, false, true, false]);
  expect([holds("first_of_day"), holds("first_of_day", { open: 1 })]).toEqual([true, false]);
  const trades = [closed(30, 1), closed(60, 1)];
  expect([holds("after_third_of_day", { trades }), holds("after_third_of_day", { trades, open: 1 })]).toEqual([
    false,
    true,
  ]);
  expect([holds("beside_another", { trades }), holds("beside_another", { trades, open: 1 })]).toEqual([false, true]);
  expect([holds("without_stop"), holds("without_stop", { order: { hasStop: false } })]).toEqual([false, true]);
  expect([holds("without_plan"), holds("without_plan", { order: { hasPlan: false } })]).toEqual([false, true]);
  expect([holds("buys"), holds("buys", { order: { direction: "Sell" } })]).toEqual([true, false]);
});

test("a symbol or a setup is that of the finding, wherever it stands among others by now", () => {
  expect([holds("second_symbol", { about: "BTCUSD" }), holds("first_symbol", { about: "ETHUSD" })]).toEqual([
    true,
    false,
  ]);
  const order = { setupId: "fade" };
  expect([holds("third_setup", { about: "fade", order }), holds("third_setup", { about: "fade" })]).toEqual([
    true,
    false,
  ]);
});

test("what is known only afterwards is not told, nor a symbol that is not traded here", () => {
  const cannot = CATALOGUE.filter(({ id }) => !canBeTold(id, { id: "BTCUSD", name: "BTCUSD" })).map(({ id }) => id);
  expect(cannot).toEqual(["plan_broken", "held_shorter", "held_longer", "over_midnight"]);
  for (const id of cannot) expect(holds(id)).toBe(false);
  expect(canBeTold("first_symbol", { id: "EURJPY.r", name: "EURJPY.r" })).toBe(false);
});

test("a question that needs no trades says the same without them", () => {
  const trades = [closed(1, -1, { quantity: 3 }), closed(4, -1), closed(60, 1, { symbol: "ETHUSD" }), closed(90, -1)];
  for (const { id } of CATALOGUE) {
    if (!needsTrades({ question: id })) expect([id, holds(id, { trades })]).toEqual([id, holds(id)]);
  }
});
