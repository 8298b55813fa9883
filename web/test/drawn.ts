import type { Anchor, Drawing, DrawingKind } from "../../worker/contract/terminal/terminal-schema.ts";
import { HANDLES, newDrawing } from "../drawings/drawing-kinds.ts";
import type { ShapeTexts } from "../drawings/drawing-shapes.ts";
import { moveHandle } from "../drawings/move-drawing.ts";
import { type Projection, projectionOf } from "../drawings/projection.ts";
import { fc } from "./property.ts";

/** 200 candles of a minute, of which 100 are on a plot of 800 x 400 px with the prices 1,000 to 1,400. */
export const SAMPLE_ROWS = {
  startMs: Array.from({ length: 200 }, (_, row) => 1_764_000_000_000 + row * 60_000),
  sizeMs: 60_000,
};

/** The projection of {@link SAMPLE_ROWS}. */
export function sampleProjection(from = 50): Projection {
  return projectionOf(SAMPLE_ROWS, {
    widthPx: 800,
    heightPx: 400,
    leftOf: (row) => (row - from) * 8,
    rowAt: (px) => from + px / 8,
    topOf: (price) => 1_400 - price,
    priceAt: (px) => 1_400 - px,
  });
}

/** The kinds of drawings. */
export const KINDS = Object.keys(HANDLES) as DrawingKind[];

/** Texts that say what they are about. */
export const SAMPLE_TEXTS: ShapeTexts = {
  price: (price) => price.toFixed(2),
  widthOf: (text) => 7 * text.length,
  measure: ({ from, to, bars, ms }) => `${to - from} in ${bars} bars, ${ms} ms`,
  plan: () => ({ target: "target at", targetMoney: "target", middle: "amount", stop: "stop at", stopMoney: "stop" }),
};

/** An anchor within the plot of {@link sampleProjection}. */
export const anchorInView: fc.Arbitrary<Anchor> = fc.record({
  time: fc.integer({ min: 55 * 60_000, max: 145 * 60_000 }).map((ms) => 1_764_000_000_000 + ms),
  price: fc.integer({ min: 1_020, max: 1_380 }),
});

/** A drawing of any kind, with all of its handles placed. */
export const anyDrawing: fc.Arbitrary<Drawing> = fc
  .tuple(fc.constantFrom(...KINDS), fc.array(anchorInView, { minLength: 4, maxLength: 4 }))
  .map(([kind, anchors]) => {
    const [first, ...others] = anchors;
    if (!first) throw new Error("no anchor");
    const drawing = newDrawing(kind, first, { barMs: 60_000, text: "note" });
    return others
      .slice(0, HANDLES[kind].length - 1)
      .reduce((placed, anchor, i) => moveHandle(placed, i + 1, anchor), drawing);
  });
