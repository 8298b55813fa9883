import { expect, test } from "bun:test";
import { FEED_SYMBOL_LIST, type FeedSymbol } from "../../worker/contract/symbols.ts";
import type { Watchlist } from "../../worker/contract/terminal/terminal-schema.ts";
import { fc } from "../test/property.ts";
import { addSymbol, isLastShown, moveSymbol, shownSymbols, switchSymbol, symbolsToAdd } from "./order.ts";

const list = (order: FeedSymbol[], hidden: FeedSymbol[] = []): Watchlist => ({ order, hidden });

test("a symbol moves among the shown ones, over hidden ones", () => {
  const three = list(["US500", "USTECm", "XAUUSDm", "BTCUSDm"], ["USTECm"]);
  const shown = shownSymbols(three);
  expect(moveSymbol(three, shown, 0, 1).order).toEqual(["USTECm", "XAUUSDm", "US500", "BTCUSDm"]);
  expect(moveSymbol(three, shown, 0, 2).order).toEqual(["USTECm", "XAUUSDm", "BTCUSDm", "US500"]);
  expect(moveSymbol(three, shown, 2, 0).order).toEqual(["BTCUSDm", "US500", "USTECm", "XAUUSDm"]);
  expect(moveSymbol(three, shown, 0, 3)).toBe(three);
  expect(moveSymbol(three, shown, 0, -1)).toBe(three);
});

test("a move takes the row to its place and loses no symbol", () => {
  const lists = fc.shuffledSubarray(FEED_SYMBOL_LIST, { minLength: 1 }).chain((order) =>
    fc.record({
      order: fc.constant(order),
      hidden: fc.subarray(order, { maxLength: order.length - 1 }),
      from: fc.nat(4),
      to: fc.nat(4),
    }),
  );
  fc.assert(
    fc.property(lists, ({ order, hidden, from, to }) => {
      const shown = shownSymbols({ order, hidden });
      fc.pre(from < shown.length && to < shown.length);
      const moved = moveSymbol({ order, hidden }, shown, from, to);
      const expected = shown.toSpliced(from, 1).toSpliced(to, 0, shown[from] ?? "US500");
      expect(shownSymbols(moved)).toEqual(expected);
      expect(moved.order.toSorted()).toEqual(order.toSorted());
      const others = (symbols: readonly FeedSymbol[]) => symbols.filter((one) => one !== shown[from]);
      expect(others(moved.order)).toEqual(others(order));
    }),
  );
});

test("a symbol is hidden at its place, but never the last one that is shown", () => {
  const two = list(["US500", "BTCUSDm"]);
  const one = switchSymbol(two, "US500");
  expect(one).toEqual(list(["US500", "BTCUSDm"], ["US500"]));
  expect(isLastShown(one, "BTCUSDm")).toBe(true);
  expect(switchSymbol(one, "BTCUSDm")).toBe(one);
  expect(switchSymbol(one, "US500")).toEqual(two);
});

test("what is not in the list can be added at its end", () => {
  const two = list(["US500", "BTCUSDm"], ["US500"]);
  expect(symbolsToAdd(two)).toEqual(["USTECm", "XAUUSDm", "ETHUSDm"]);
  expect(addSymbol(two, "ETHUSDm")).toEqual(list(["US500", "BTCUSDm", "ETHUSDm"], ["US500"]));
});
