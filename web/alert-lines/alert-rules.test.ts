import { expect, test } from "bun:test";
import type { AlertTerms } from "../../worker/contract/alerts/price-alerts.ts";
import type { Drawing } from "../../worker/contract/terminal/terminal-schema.ts";
import { fc } from "../test/property.ts";
import { horizontalLine } from "../test/test-terminal.ts";
import {
  awayPercent,
  conditionOf,
  directionTo,
  followedTerms,
  isSamePlace,
  isUnderWay,
  type LevelCondition,
  levelAt,
  valueAt,
} from "./alert-rules.ts";

const SIDES = { bid: 999, ask: 1_002 };
const LEVEL: LevelCondition = { type: "level", direction: "rises", price: 1_200 };

const lineDrawing = (kind: "trend" | "ray", ...anchors: [number, number][]): Drawing => ({
  ...horizontalLine(1),
  kind,
  anchors: anchors.map(([time, price]) => ({ time, price })),
});

test("a level above the middle of the market is reached by a rise, one below by a fall, and none is at it", () => {
  expect([1_001, 1_000].map((price) => directionTo(price, SIDES))).toEqual(["rises", "falls"]);
  expect(directionTo(1_000, { bid: 999, ask: 1_001 })).toBeNull();
  // A pointer cannot tell a few steps apart.
  expect([996, 997, 1_004, 1_005].map((price) => directionTo(price, SIDES, 4))).toEqual(["falls", null, null, "rises"]);
});

test("a level turns where it is moved over the price, and at the price it may not stay", () => {
  expect(levelAt(LEVEL, 1_300, SIDES)).toEqual({ level: { ...LEVEL, price: 1_300 }, isAtPrice: false });
  expect(levelAt(LEVEL, 900, SIDES)).toEqual({
    level: { ...LEVEL, direction: "falls", price: 900 },
    isAtPrice: false,
  });
  expect(levelAt(LEVEL, 1_001, SIDES, 2)).toEqual({ level: { ...LEVEL, price: 1_001 }, isAtPrice: true });
  // Without a market nothing is known of sides.
  expect(levelAt(LEVEL, 900, null)).toEqual({ level: { ...LEVEL, price: 900 }, isAtPrice: false });
});

test("moved anywhere and back, a level has the direction of its place, whatever the way was", () => {
  const price = fc.integer({ min: 1, max: 3_000 });
  fc.assert(
    fc.property(fc.array(price, { minLength: 1 }), fc.integer({ min: 1, max: 1_500 }), (way, bid) => {
      const sides = { bid, ask: bid + 1 };
      const level = way.reduce((one, to) => levelAt(one, to, sides).level, LEVEL);
      const last = way.at(-1) ?? 0;
      expect(level.direction).toBe(2 * last > 2 * bid + 1 ? "rises" : "falls");
    }),
  );
});

test("a distance counts from the middle of the market", () => {
  expect(awayPercent(1_010, { bid: 999, ask: 1_001 })).toBeCloseTo(1, 10);
  expect(awayPercent(995, { bid: 999, ask: 1_001 })).toBeCloseTo(-0.5, 10);
});

test("a horizontal line is a level, a trend line or ray the line through its points, and other drawings have no alert", () => {
  const now = { atMs: 300, sides: SIDES };
  expect(conditionOf(horizontalLine(900), now)).toEqual({ type: "level", direction: "falls", price: 900 });
  const line = { type: "line", direction: "rises", a: { atMs: 100, price: 900 }, b: { atMs: 200, price: 1_000 } };
  expect(conditionOf(lineDrawing("trend", [100, 900], [200, 1_000]), now)).toEqual(line as never);
  // Drawn from the right to the left.
  expect(conditionOf(lineDrawing("ray", [200, 1_000], [100, 900]), now)).toEqual(line as never);
  // At 300 it is at 1,100 above the market; at 100 it was below.
  expect(conditionOf(lineDrawing("trend", [100, 900], [200, 1_000]), { ...now, atMs: 100 })?.direction).toBe("falls");
  expect(conditionOf(lineDrawing("trend", [100, 900], [100, 1_000]), now)).toBeNull();
  expect(conditionOf({ ...horizontalLine(900), kind: "vertical" } as Drawing, now)).toBeNull();
});

test("a line goes straight on before and after its points", () => {
  const line = { a: { atMs: 100, price: 900 }, b: { atMs: 200, price: 1_000 } };
  expect([0, 100, 150, 300].map((atMs) => valueAt(line, atMs))).toEqual([800, 900, 950, 1_100]);
});

test("an alert follows its drawing to another place, and not to another look", () => {
  const terms: AlertTerms = {
    symbol: "BTCUSDm",
    condition: { type: "level", direction: "falls", price: 900 },
    repeat: { type: "again", retreat: 5 },
    expiresAt: 7,
    note: "shelf",
    isAlsoInQuietHours: true,
    drawing: "line",
  };
  const now = { atMs: 0, sides: SIDES };
  expect(followedTerms(terms, { ...horizontalLine(900), isLocked: true }, now)).toBeNull();
  expect(followedTerms(terms, horizontalLine(1_100), now)).toEqual({
    ...terms,
    condition: { type: "level", direction: "rises", price: 1_100 },
  });
});

test("conditions are at the same place by their prices and times, whatever leads to them", () => {
  const line = { type: "line", direction: "rises", a: { atMs: 1, price: 2 }, b: { atMs: 3, price: 4 } } as const;
  expect(isSamePlace(LEVEL, { ...LEVEL, direction: "falls" })).toBe(true);
  expect(isSamePlace(LEVEL, { ...LEVEL, price: 1 })).toBe(false);
  expect(isSamePlace(line, { ...line, direction: "falls" })).toBe(true);
  expect(isSamePlace(line, { ...line, b: { atMs: 3, price: 5 } })).toBe(false);
  expect(isSamePlace(line, LEVEL)).toBe(false);
});

test("what has fired once or expired is over", () => {
  const states = ["arming", "armed", "waiting", "paused", "fired", "expired"] as const;
  expect(states.filter((state) => isUnderWay({ state }))).toEqual(["arming", "armed", "waiting", "paused"]);
});
