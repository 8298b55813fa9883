import { describe, expect, test } from "bun:test";
import type { Drawing } from "../../worker/contract/terminal/terminal-schema.ts";
import { anchorInView, anyDrawing, SAMPLE_ROWS, sampleProjection } from "../test/drawn.ts";
import { fc } from "../test/property.ts";
import { HANDLES, handleAnchor, isPlan, newDrawing } from "./drawing-kinds.ts";
import { handlesOf } from "./drawing-shapes.ts";
import { anchorWithMagnet, moveByKey, moveByPixels, moveHandle } from "./move-drawing.ts";

const projection = sampleProjection();

const at = (row: number, price: number) => ({ time: SAMPLE_ROWS.startMs[row] ?? 0, price });
const key = (name: string, shiftKey = false) => ({ key: name, shiftKey });
const press = (drawing: Drawing, name: string, shiftKey = false, handle: number | null = null) => {
  const moved = moveByKey(drawing, handle, key(name, shiftKey), projection);
  if (!moved) throw new Error("not a key that moves");
  return moved;
};

test("moved by pixels, a drawing keeps its form on the screen, and moved back it is what it was", () => {
  const by = fc.record({ x: fc.integer({ min: -50, max: 50 }), y: fc.integer({ min: -15, max: 15 }) });
  fc.assert(
    fc.property(anyDrawing, by, (drawing, { x, y }) => {
      const moved = moveByPixels(drawing, { x, y }, projection);
      const before = handlesOf(drawing, projection);
      for (const [i, handle] of handlesOf(moved, projection).entries()) {
        expect(handle.x - (before[i]?.x ?? 0)).toBeCloseTo(x);
        expect(Math.abs(handle.y - (before[i]?.y ?? 0) - y)).toBeLessThanOrEqual(0.011);
      }
      const back = moveByPixels(moved, { x: -x, y: -y }, projection);
      for (const [i, anchor] of back.anchors.entries()) {
        expect(Math.abs(anchor.time - (drawing.anchors[i]?.time ?? 0))).toBeLessThanOrEqual(1);
        expect(Math.abs(anchor.price - (drawing.anchors[i]?.price ?? 0))).toBeLessThanOrEqual(0.011);
      }
    }),
  );
});

test("moved along the time alone, the prices stay what they are to the last digit", () => {
  const drawing = newDrawing("horizontal", { time: 0, price: 1_234 }, { barMs: 60_000, text: "" });
  expect(moveByPixels(drawing, { x: 8, y: 0 }, projection).anchors[0]?.price).toBe(1_234);
});

test("a handle goes where it is put, and only its own time and price change", () => {
  fc.assert(
    fc.property(anyDrawing, fc.nat({ max: 3 }), anchorInView, (drawing, index, to) => {
      if (isPlan(drawing)) return;
      const handle = index % HANDLES[drawing.kind].length;
      const moved = moveHandle(drawing, handle, to);
      expect(handleAnchor(moved, handle)).toEqual(to);
      const changed = moved.anchors.filter((anchor, i) => anchor !== drawing.anchors[i]).flatMap(Object.values);
      expect(changed.length).toBeGreaterThan(0);
      expect(moved.anchors.length).toBe(drawing.anchors.length);
    }),
  );
});

test("whatever is done to a plan, its target wins, its stop loses, and it ends after it begins", () => {
  const acts = fc.array(fc.tuple(fc.nat({ max: 2 }), anchorInView), { maxLength: 8 });
  fc.assert(
    fc.property(fc.constantFrom("long" as const, "short" as const), acts, (kind, moves) => {
      let plan = newDrawing(kind, at(100, 1_200), { barMs: 60_000, text: "" });
      for (const [handle, to] of moves) plan = moveHandle(plan, handle, to);
      const [entry, target, stop] = plan.anchors;
      const sign = kind === "long" ? 1 : -1;
      expect(((target?.price ?? 0) - (entry?.price ?? 0)) * sign).toBeGreaterThan(0);
      expect(((entry?.price ?? 0) - (stop?.price ?? 0)) * sign).toBeGreaterThan(0);
      expect(target?.time).toBe(stop?.time as number);
      expect(target?.time).toBeGreaterThan(entry?.time as number);
    }),
  );
});

describe("the arrow keys", () => {
  const line = moveHandle(newDrawing("trend", at(60, 1_100), { barMs: 60_000, text: "" }), 1, at(80, 1_150));

  test("move all of a drawing by a bar or a step of the price, with Shift by ten", () => {
    expect(press(line, "ArrowRight").anchors).toEqual([at(61, 1_100), at(81, 1_150)]);
    expect(press(line, "ArrowLeft", true).anchors).toEqual([at(50, 1_100), at(70, 1_150)]);
    expect(press(line, "ArrowUp").anchors).toEqual([at(60, 1_101), at(80, 1_151)]);
    expect(press(line, "ArrowDown", true).anchors).toEqual([at(60, 1_090), at(80, 1_140)]);
  });

  test("move one handle alone, and other keys nothing", () => {
    expect(press(line, "ArrowUp", false, 1).anchors).toEqual([at(60, 1_100), at(80, 1_151)]);
    expect(moveByKey(line, null, key("Home"), projection)).toBeNull();
  });

  test("a price never falls below its smallest step", () => {
    const low = newDrawing("horizontal", at(60, 5), { barMs: 60_000, text: "" });
    expect(press(low, "ArrowDown", true).anchors[0]?.price).toBe(1);
  });
});

describe("the magnet", () => {
  const columns = {
    open: SAMPLE_ROWS.startMs.map(() => 1_200),
    high: SAMPLE_ROWS.startMs.map(() => 1_230),
    low: SAMPLE_ROWS.startMs.map(() => 1_180),
    close: SAMPLE_ROWS.startMs.map(() => 1_210),
  };

  test("draws to the nearest of the candle's prices and to its time", () => {
    expect(anchorWithMagnet({ x: 83, y: 175 }, projection, columns)).toEqual(at(60, 1_230));
    expect(anchorWithMagnet({ x: 83, y: 218 }, projection, columns)).toEqual(at(60, 1_180));
    expect(anchorWithMagnet({ x: 85, y: 196 }, projection, columns)).toEqual(at(61, 1_200));
  });

  test("leaves alone what is farther away, and where there is no candle", () => {
    expect(anchorWithMagnet({ x: 80, y: 150 }, projection, columns).price).toBe(1_250);
    const beyond = sampleProjection(150);
    expect(anchorWithMagnet({ x: 780, y: 196 }, beyond, columns).price).toBe(1_204);
  });
});
