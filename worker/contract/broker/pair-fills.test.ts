import { expect, test } from "bun:test";
import { fc } from "../../../web/test/property.ts";
import type { Fill } from "./closed-trade.ts";
import { type Decimal, decimal, negative, product, sum } from "./decimal.ts";
import { inTimeOrder, pairFills } from "./pair-fills.ts";

function wall(second: number): number {
  return Date.UTC(2026, 8, 1) + second * 1_000;
}

type Written = { side: "Buy" | "Sell"; quantity: number; price: number; fee: number };

function fillsOf(written: readonly Written[]): Fill<number>[] {
  return written.map(({ side, quantity, price, fee }, i) => ({
    line: i + 1,
    id: String(i + 1),
    symbol: "AAPL",
    side,
    quantity: decimal(String(quantity)),
    price: decimal(String(price)),
    at: wall(i),
    fee: decimal((fee / 1_000).toFixed(3)),
    multiplier: decimal("1"),
  }));
}

const gainOf = ({ trades }: ReturnType<typeof pairFills>) => sum(...trades.map(({ profit }) => profit));

test("a sale closes the oldest purchases first, and what is over turns the position round", () => {
  const { trades, open } = pairFills(
    fillsOf([
      { side: "Buy", quantity: 10, price: 100, fee: -1_000 },
      { side: "Buy", quantity: 5, price: 110, fee: -500 },
      { side: "Sell", quantity: 20, price: 120, fee: -2_000 },
    ]),
  );
  expect(
    trades.map(({ ticket, quantity, entryPrice, profit, fees }) => [ticket, quantity, entryPrice, profit, fees]),
  ).toEqual([
    ["1-3", decimal("10"), decimal("100"), decimal("200"), decimal("-2")],
    ["2-3", decimal("5"), decimal("110"), decimal("50"), decimal("-1")],
  ]);
  expect(open).toMatchObject([{ direction: "Sell", quantity: "5", entryPrice: "120", fees: "-0.5" }]);
});

test("a short position gains when the price falls", () => {
  const { trades } = pairFills(
    fillsOf([
      { side: "Sell", quantity: 3, price: 50, fee: 0 },
      { side: "Buy", quantity: 3, price: 40, fee: 0 },
    ]),
  );
  expect(trades).toMatchObject([{ direction: "Sell", profit: "30" }]);
});

test("nothing is lost: quantities, money and fees add up to those of the fills", () => {
  const fill = fc.record({
    side: fc.constantFrom("Buy" as const, "Sell" as const),
    quantity: fc.integer({ min: 1, max: 30 }),
    price: fc.integer({ min: 1, max: 500 }),
    fee: fc.integer({ min: -3_000, max: 1_000 }),
  });
  fc.assert(
    fc.property(fc.array(fill, { minLength: 1, maxLength: 40 }), (written) => {
      const fills = fillsOf(written);
      const paired = pairFills(fills);
      const signed = (side: "Buy" | "Sell", quantity: Decimal) => (side === "Buy" ? quantity : negative(quantity));
      // The position that is left is what was bought less what was sold.
      const left = sum(...paired.open.map(({ direction, quantity }) => signed(direction, quantity)));
      expect(left).toBe(sum(...fills.map(({ side, quantity }) => signed(side, quantity))));
      // What was paid and received is the gain, and what the open position cost.
      const received = sum(
        ...fills.map(({ side, quantity, price }) => negative(signed(side, product(quantity, price)))),
      );
      const cost = sum(
        ...paired.open.map(({ direction, quantity, entryPrice }) => signed(direction, product(quantity, entryPrice))),
      );
      expect(sum(received, cost)).toBe(gainOf(paired));
      const fees = sum(...paired.trades.map(({ fees }) => fees), ...paired.open.map(({ fees }) => fees));
      expect(fees).toBe(sum(...fills.map(({ fee }) => fee)));
    }),
  );
});

const at = (second: number, fill: Partial<Fill<number>> = {}): Fill<number> => {
  const [first] = fillsOf([{ side: "Buy", quantity: 1, price: 100, fee: 0 }]);
  if (!first) throw new Error("no fill");
  return { ...first, at: wall(second), ...fill };
};

test("fills of one moment go as the file goes, which may be newest first", () => {
  const oldestFirst = [at(0, { id: "a" }), at(0, { id: "b" }), at(5, { id: "c", side: "Sell" })];
  for (const fills of [oldestFirst, oldestFirst.toReversed()]) {
    expect(pairFills(inTimeOrder(fills)).trades.map(({ ticket }) => ticket)).toEqual(["a-c"]);
  }
});

test("symbols that stand one behind the other say nothing of each other's order", () => {
  const ofAapl = [at(8, { id: "a" }), at(8, { id: "b" }), at(9, { id: "c", side: "Sell" })];
  const ofMsft = [at(0, { id: "d", symbol: "MSFT" }), at(1, { id: "e", symbol: "MSFT", side: "Sell" })];
  expect(pairFills(inTimeOrder([...ofAapl, ...ofMsft])).trades.map(({ ticket }) => ticket)).toEqual(["d-e", "a-c"]);
});

test("positions that a platform keeps apart are not closed by each other", () => {
  const long = [at(0, { id: "a", position: "LONG" }), at(2, { id: "c", side: "Sell", position: "LONG" })];
  const { trades, open } = pairFills([...long, at(1, { id: "b", side: "Sell", position: "SHORT" })]);
  expect(trades.map(({ ticket }) => ticket)).toEqual(["a-c"]);
  expect(open).toMatchObject([{ direction: "Sell" }]);
});

test("a closing opens nothing: what it closes beyond the file is handed back with its part of the fee", () => {
  const closing = at(1, { id: "b", side: "Sell", quantity: decimal("4"), fee: decimal("-4"), isClosing: true });
  const { trades, open, unopened } = pairFills([at(0, { id: "a" }), closing]);
  expect(trades).toMatchObject([{ quantity: "1", fees: "-1" }]);
  expect([open, unopened]).toMatchObject([[], [{ id: "b", quantity: "3", fee: "-3" }]]);
});
