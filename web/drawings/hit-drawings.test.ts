import { describe, expect, test } from "bun:test";
import { drawingSchema } from "../../worker/contract/terminal/terminal-schema.ts";
import { anyDrawing, KINDS, SAMPLE_ROWS, SAMPLE_TEXTS, sampleProjection } from "../test/drawn.ts";
import { fc } from "../test/property.ts";
import { coloursFor, HANDLES, newDrawing } from "./drawing-kinds.ts";
import { handlesOf, type Shape, shapesOf } from "./drawing-shapes.ts";
import { hitDrawing, REACH_PX, type Target } from "./hit-drawings.ts";
import { moveHandle } from "./move-drawing.ts";
import type { Point } from "./projection.ts";

const projection = sampleProjection();
const at = (row: number, price: number) => ({ time: SAMPLE_ROWS.startMs[row] ?? 0, price });

/** Points that are on a shape. */
function pointsOn(shape: Shape): Point[] {
  if (shape.type === "text") return [shape.at];
  const [from, to] = shape.type === "line" ? [shape.from, shape.to] : [shape.corners[0], shape.corners[2]];
  return [0.1, 0.5, 0.9].map((share) => ({
    x: from.x + (to.x - from.x) * share,
    y: from.y + (to.y - from.y) * share,
  }));
}

test("what is drawn is hit where it is drawn, and its handles where they are", () => {
  fc.assert(
    fc.property(anyDrawing, (drawing) => {
      const shapes = shapesOf(drawing, projection, SAMPLE_TEXTS);
      expect(shapes.length).toBeGreaterThan(0);
      const bare: Target = { id: "a", shapes, handles: [] };
      for (const point of shapes.flatMap(pointsOn)) {
        expect(hitDrawing([bare], point, REACH_PX.mouse)).toEqual({ id: "a", handle: null });
      }
      const handles = handlesOf(drawing, projection);
      expect(handles).toHaveLength(HANDLES[drawing.kind].length);
      for (const point of handles) {
        const hit = hitDrawing([{ ...bare, handles }], point, REACH_PX.touch);
        // Of handles at one place the last is hit.
        const handle = handles.findLastIndex(({ x, y }) => Math.hypot(x - point.x, y - point.y) < 1e-9);
        expect(hit).toEqual({ id: "a", handle });
      }
    }),
  );
});

test("far away from everything nothing is hit", () => {
  const drawing = moveHandle(newDrawing("trend", at(60, 1_100), { barMs: 60_000, text: "" }), 1, at(80, 1_150));
  const target = { id: "a", shapes: shapesOf(drawing, projection, SAMPLE_TEXTS), handles: [] };
  expect(hitDrawing([target], { x: 700, y: 20 }, REACH_PX.touch)).toBeNull();
  // 10 px beside the line: a finger hits it, and a mouse does not.
  const beside = { x: 160, y: 400 - 125 - 11 };
  expect(hitDrawing([target], beside, REACH_PX.mouse)).toBeNull();
  expect(hitDrawing([target], beside, REACH_PX.touch)).toEqual({ id: "a", handle: null });
});

test("a horizontal line says its price at the plot's right edge", () => {
  const drawing = newDrawing("horizontal", at(60, 1_234), { barMs: 60_000, text: "" });
  const texts = shapesOf(drawing, projection, SAMPLE_TEXTS).filter(({ type }) => type === "text");
  expect(texts).toMatchObject([{ text: "1234.00", isTag: true, at: { x: 735, y: 1_400 - 1_234 } }]);
});

test("of two lines within a finger's reach the nearer is hit, and a line before the inside of a rectangle", () => {
  const level = (price: number) => newDrawing("horizontal", at(60, price), { barMs: 60_000, text: "" });
  const target = (id: string, drawing: ReturnType<typeof level>): Target => ({
    id,
    shapes: shapesOf(drawing, projection, SAMPLE_TEXTS),
    handles: [],
  });
  const lines = [target("upper", level(1_220)), target("lower", level(1_200))];
  expect(hitDrawing(lines, { x: 10, y: 188 }, REACH_PX.touch)?.id).toBe("upper");
  expect(hitDrawing(lines, { x: 10, y: 192 }, REACH_PX.touch)?.id).toBe("lower");
  const box = moveHandle(newDrawing("rectangle", at(55, 1_000), { barMs: 60_000, text: "" }), 1, at(140, 1_390));
  expect(hitDrawing([...lines, target("box", box)], { x: 300, y: 183 }, REACH_PX.mouse)?.id).toBe("upper");
  expect(hitDrawing([...lines, target("box", box)], { x: 300, y: 100 }, REACH_PX.mouse)?.id).toBe("box");
});

describe("a new drawing", () => {
  test.each(KINDS.map((kind) => [kind] as const))("of the kind %s is one that the account takes", (kind) => {
    const drawing = newDrawing(kind, at(60, 1_200), { barMs: 60_000, text: "note" });
    expect(drawingSchema.parse(drawing)).toEqual(drawing);
  });
});

test("moved anywhere, a drawing stays one that the account takes", () => {
  fc.assert(
    fc.property(anyDrawing, (drawing) => {
      expect(drawingSchema.parse(drawing)).toEqual(drawing);
    }),
  );
});

describe("shapes", () => {
  const placed = (
    kind: (typeof KINDS)[number],
    from: [number, number],
    to: [number, number],
    third?: [number, number],
  ) => {
    let drawing = moveHandle(newDrawing(kind, at(...from), { barMs: 60_000, text: "" }), 1, at(...to));
    if (third) drawing = moveHandle(drawing, 2, at(...third));
    return shapesOf(drawing, projection, SAMPLE_TEXTS);
  };

  test("a ray goes on through its second anchor to the edge of the plot", () => {
    expect(placed("ray", [60, 1_100], [80, 1_150])).toMatchObject([{ from: { x: 80, y: 300 }, to: { x: 800, y: 75 } }]);
    expect(placed("ray", [60, 1_100], [55, 1_100])).toMatchObject([{ from: { x: 80, y: 300 }, to: { x: 0, y: 300 } }]);
  });

  test("a retracement has no colour of up or down, also where it was given one before", () => {
    const given = newDrawing("fibonacci", at(60, 1_100), { barMs: 60_000, text: "" });
    const colours = (colour: "up" | "accent") => {
      const drawing = { ...moveHandle(given, 1, at(80, 1_300)), style: { ...given.style, colour } };
      const shapes = shapesOf(drawing, projection, SAMPLE_TEXTS);
      return [...new Set(shapes.map((shape) => (shape.type === "line" ? shape.look.colour : shape.colour)))];
    };
    expect([colours("accent"), colours("up")]).toEqual([["accent"], ["muted"]]);
    expect(coloursFor("fibonacci")).toEqual(["text", "muted", "accent", "warn"]);
    expect(coloursFor("trend")).toContain("up");
  });

  test("a retracement has its levels between the prices, 0 at the second anchor", () => {
    const texts = placed("fibonacci", [60, 1_100], [80, 1_300]).flatMap((shape) =>
      shape.type === "text" ? [shape.text] : [],
    );
    expect(texts).toEqual([
      "0  1300.00",
      "0.236  1252.80",
      "0.382  1223.60",
      "0.5  1200.00",
      "0.618  1176.40",
      "0.786  1142.80",
      "1  1100.00",
    ]);
  });

  test("a measure says the move, its bars and its time", () => {
    expect(placed("measure", [60, 1_100], [80, 1_150]).at(-1)).toMatchObject({
      text: "50 in 20 bars, 1200000 ms",
      colour: "up",
      isTag: true,
    });
  });

  test("the edges of a channel are parallel, and the second goes through its third anchor", () => {
    const [, edge, other] = placed("channel", [60, 1_100], [80, 1_200], [70, 1_250]);
    expect([edge, other]).toMatchObject([
      { from: { x: 80, y: 300 }, to: { x: 240, y: 200 } },
      { from: { x: 80, y: 200 }, to: { x: 240, y: 100 } },
    ]);
  });

  test("a plan that is narrow says only the sums, and a low one nothing where there is no room", () => {
    const words = (shapes: Shape[]) => shapes.flatMap((shape) => (shape.type === "text" ? [shape.text] : []));
    expect(words(placed("long", [60, 1_100], [80, 1_150], [80, 1_050]))).toEqual(["target at", "amount", "stop at"]);
    expect(words(placed("long", [60, 1_100], [70, 1_150], [70, 1_050]))).toEqual(["target", "stop"]);
    // A line of text is 20 px high, and a dollar is one.
    expect(words(placed("long", [60, 1_100], [80, 1_130], [80, 1_090]))).toEqual(["target at"]);
  });

  /** The texts of shapes, with how far they reach to the right and whether they are within the plot of 800 x 400 px. */
  const textsOf = (shapes: Shape[]) =>
    shapes.flatMap((shape) => {
      if (shape.type !== "text") return [];
      const { at: place, text, widthPx } = shape;
      const isWhole = place.x >= 0 && place.x + widthPx <= 800 && place.y >= 8 && place.y <= 392;
      return [{ text, left: place.x, top: place.y, isWhole }];
    });
  const textAt = (anchor: [number, number], text: string) =>
    textsOf(shapesOf(newDrawing("text", at(...anchor), { barMs: 60_000, text }), projection, SAMPLE_TEXTS));

  test("a text begins at its anchor, and moves into the plot where it would be cut off", () => {
    expect(textAt([100, 1_200], "Breakout")).toEqual([{ text: "Breakout", left: 400, top: 200, isWhole: true }]);
    // 56 px wide, 8 from the edges.
    expect(textAt([149, 1_200], "Breakout")).toEqual([{ text: "Breakout", left: 736, top: 200, isWhole: true }]);
    expect(textAt([149, 1_399], "Breakout")).toEqual([{ text: "Breakout", left: 736, top: 16, isWhole: true }]);
    expect(textAt([149, 1_001], "Breakout")).toEqual([{ text: "Breakout", left: 736, top: 384, isWhole: true }]);
    // One whose anchor is out of view stays with it.
    expect(textAt([151, 1_200], "Breakout")).toEqual([{ text: "Breakout", left: 808, top: 200, isWhole: false }]);
  });

  test("a text that is wider than the plot has several lines, all of them in view", () => {
    const note =
      "Breakout above the range of the week, wait for the retest of its upper edge before anything is bought here, ";
    const long = `${note}${note}`.trim();
    const lines = textAt([140, 1_010], long);
    expect(lines.map(({ text }) => text).join(" ")).toBe(long);
    expect(lines.length).toBe(2);
    expect(lines.every(({ isWhole }) => isWhole)).toBe(true);
    expect((lines[1]?.top ?? 0) - (lines[0]?.top ?? 0)).toBe(16);
  });

  test("what is written on other drawings is within the plot too, and nothing is left of one that is out of view", () => {
    const cut = (shapes: Shape[]) => textsOf(shapes).filter(({ isWhole }) => !isWhole);
    expect(cut(placed("measure", [146, 1_300], [149, 1_395]))).toEqual([]);
    expect(cut(placed("fibonacci", [20, 1_100], [80, 1_300]))).toEqual([]);
    expect(cut(placed("long", [147, 1_100], [149, 1_200], [149, 1_050]))).toEqual([]);
    for (const kind of ["fibonacci", "long"] as const) {
      const shapes = textsOf(placed(kind, [10, 1_100], [30, 1_300]));
      expect(shapes.length).toBeGreaterThan(0);
      expect(shapes.every(({ left }) => left < -100)).toBe(true);
    }
  });
});
