import { expect, test } from "bun:test";
import type { Drawing } from "../../worker/contract/terminal/terminal-schema.ts";
import { newDrawing } from "../drawings/drawing-kinds.ts";
import type { Projection } from "../drawings/projection.ts";
import { bellPlace, firedPlaces } from "./mark-places.ts";

/** Times are px from the left, prices px from the top. */
const PLOT: Projection = {
  widthPx: 800,
  heightPx: 400,
  pointOf: ({ time, price }) => ({ x: time, y: price }),
  anchorAt: ({ x, y }) => ({ time: x, price: y }),
  rows: { startMs: [], sizeMs: 1 },
  topOf: (price) => price,
};

const drawn = (kind: Drawing["kind"], ...anchors: [number, number][]): Drawing => {
  const drawing = newDrawing(kind, { time: 0, price: 1 }, { barMs: 1, text: "" });
  return { ...drawing, anchors: anchors.map(([time, price]) => ({ time, price })) };
};

test("a bell is on its line, near the right end of what is in view", () => {
  expect(bellPlace(drawn("horizontal", [5_000, 120]), PLOT)).toEqual({ x: 758, y: 120 });
  expect(bellPlace(drawn("trend", [100, 300], [500, 300]), PLOT)).toEqual({ x: 458, y: 300 });
  // Drawn from the right to the left.
  expect(bellPlace(drawn("trend", [500, 300], [100, 300]), PLOT)).toEqual({ x: 458, y: 300 });
  expect(bellPlace(drawn("trend", [700, 300], [1_000, 300]), PLOT)).toEqual({ x: 758, y: 300 });
  // A ray continues after its second point.
  expect(bellPlace(drawn("ray", [100, 300], [200, 300]), PLOT)).toEqual({ x: 758, y: 300 });
  // In the middle of a short one.
  expect(bellPlace(drawn("trend", [100, 300], [140, 300]), PLOT)).toEqual({ x: 120, y: 300 });
});

test("a steep line has its bell where it is in view, and one out of view has none", () => {
  const { x = 0, y = -1 } = bellPlace(drawn("ray", [400, 200], [410, 100]), PLOT) ?? {};
  expect(y).toBeWithin(0, 400);
  expect(x).toBeCloseTo(400 + (200 - y) / 10, 6);
  expect(bellPlace(drawn("trend", [100, -300], [500, -20]), PLOT)).toBeNull();
  expect(bellPlace(drawn("horizontal", [0, 401]), PLOT)).toBeNull();
  expect(bellPlace(drawn("rectangle", [100, 100], [200, 200]), PLOT)).toBeNull();
});

test("marks stand above their candles, those of one candle above each other", () => {
  const marks = [
    { id: 1, row: 5, left: 100, highPx: 200 },
    { id: 2, row: 5, left: 100, highPx: 200 },
    { id: 3, row: 6, left: 110, highPx: 5 },
    { id: 4, row: 7, left: 120, highPx: -30 },
  ];
  expect(firedPlaces(marks, { sizePx: 18, heightPx: 400 })).toEqual([
    { id: 1, left: 91, top: 176 },
    { id: 2, left: 91, top: 156 },
    // No room above the candle.
    { id: 3, left: 101, top: 0 },
  ]);
});
