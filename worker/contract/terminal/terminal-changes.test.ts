import { expect, test } from "bun:test";
import { fc } from "../../../web/test/property.ts";
import { terminalKey, winningChanges, winsOver } from "./terminal-changes.ts";
import type { Drawing, TerminalChange, Watchlist } from "./terminal-schema.ts";

const style = { colour: "text", width: 1, line: "solid" } as const;
const line = (price: number): Drawing => ({
  kind: "horizontal",
  anchors: [{ time: 0, price }],
  style,
  isLocked: false,
  isHidden: false,
});

const watchlists: Watchlist[] = [
  { order: ["US500"], hidden: [] },
  { order: ["BTCUSDm"], hidden: [] },
];

/** Changes of few entries under few versions, so that they meet. */
const changes = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant("drawing" as const),
      symbol: fc.constantFrom("BTCUSDm" as const, "US500" as const),
      id: fc.constantFrom("a", "b"),
      version: fc.integer({ min: 1, max: 4 }),
      body: fc.option(fc.integer({ min: 1, max: 3 }).map(line)),
    }),
    fc.record({
      kind: fc.constant("watchlist" as const),
      version: fc.integer({ min: 1, max: 4 }),
      body: fc.constantFrom(...watchlists),
    }),
  ),
  { maxLength: 12 },
);
const sorted = (winners: Map<string, TerminalChange>) => [...winners].sort(([a], [b]) => (a < b ? -1 : 1));

test("devices that received the same changes agree, in whatever order and however often", () => {
  const deliveries = changes.chain((all) => {
    const repeated = fc.array(fc.nat({ max: Math.max(0, all.length - 1) }), { maxLength: 12 });
    const order = fc.shuffledSubarray(
      all.map((_, i) => i),
      { minLength: all.length },
    );
    return fc.record({ all: fc.constant(all), order, repeated });
  });
  fc.assert(
    fc.property(deliveries, ({ all, order, repeated }) => {
      const arrived = [...order, ...repeated].flatMap((i) => all[i] ?? []);
      expect(sorted(winningChanges(arrived))).toEqual(sorted(winningChanges(all)));
    }),
  );
});

test("what was merged can be merged again: by parts or at once, the same wins", () => {
  fc.assert(
    fc.property(changes, changes, (some, others) => {
      const parts = [...winningChanges(some).values(), ...winningChanges(others).values()];
      expect(sorted(winningChanges(parts))).toEqual(sorted(winningChanges([...some, ...others])));
    }),
  );
});

const drawing = (version: number, body: Drawing | null): TerminalChange => ({
  kind: "drawing",
  symbol: "BTCUSDm",
  id: "a",
  version,
  body,
});

test("the higher version wins, and of equal ones a deletion", () => {
  expect(winsOver(drawing(2, line(1)), drawing(1, null))).toBe(true);
  expect(winsOver(drawing(1, null), drawing(2, line(1)))).toBe(false);
  expect(winsOver(drawing(1, null), drawing(1, line(9)))).toBe(true);
  expect(winsOver(drawing(1, line(9)), drawing(1, null))).toBe(false);
  expect(winsOver(drawing(1, null), drawing(1, null))).toBe(false);
});

test("the order in which a page writes the properties of a drawing decides nothing", () => {
  const { anchors, kind, ...others } = line(5);
  const other = { ...others, anchors, kind } as Drawing;
  expect(winsOver(drawing(1, other), drawing(1, line(5)))).toBe(false);
  expect(winsOver(drawing(1, line(5)), drawing(1, other))).toBe(false);
});

test("a drawing is another one on the chart of another symbol", () => {
  expect(terminalKey(drawing(1, null))).not.toBe(
    terminalKey({ ...drawing(1, null), symbol: "US500" } as TerminalChange),
  );
});
