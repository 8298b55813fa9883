import { expect, test } from "bun:test";
import { signal } from "@preact/signals-react";
import type { Drawing } from "../../worker/contract/terminal/terminal-schema.ts";
import { drawingSchema } from "../../worker/contract/terminal/terminal-schema.ts";
import { KINDS, SAMPLE_ROWS, SAMPLE_TEXTS, sampleProjection } from "../test/drawn.ts";
import { horizontalLine } from "../test/test-terminal.ts";
import { type DrawingChange, DrawingHistory, type KeptDrawing } from "./drawing-history.ts";
import { PLACES } from "./drawing-kinds.ts";
import { DrawingsController } from "./drawings-controller.ts";

/** A chart whose drawings are kept at once. */
class Chart {
  kept: KeptDrawing[] = [];
  readonly acts: DrawingChange[][] = [];
  readonly drawings = new DrawingsController({
    projection: () => sampleProjection(),
    marks: () => [],
    columns: () => ({ open: [], high: SAMPLE_ROWS.startMs.map(() => 1_300), low: [], close: [] }),
    texts: SAMPLE_TEXTS,
    newText: "note",
    history: new DrawingHistory(),
    isMagnet: signal(false),
    keep: (changes) => {
      this.acts.push(changes);
      this.change(changes);
    },
    redraw: () => {},
  });

  /** As another device does it. */
  change(changes: readonly DrawingChange[]): void {
    for (const { id, drawing } of changes) {
      this.kept = this.kept.filter((one) => one.id !== id);
      if (drawing) this.kept.push({ id, drawing });
    }
    this.drawings.setDrawings(this.kept);
  }

  drag(from: [number, number], to: [number, number], pointer: "mouse" | "touch" = "mouse"): boolean {
    const taken = this.drawings.press({ x: from[0], y: from[1] }, pointer);
    if (!taken) return false;
    this.drawings.move({ x: to[0], y: to[1] }, pointer);
    this.drawings.release({ x: to[0], y: to[1] });
    return true;
  }

  click(x: number, y: number): boolean {
    this.drawings.move({ x, y }, "mouse");
    return this.drag([x, y], [x, y]);
  }

  get only(): Drawing {
    const [one] = this.kept;
    if (!one || this.kept.length !== 1) throw new Error(`${this.kept.length} drawings`);
    return one.drawing;
  }
}

const at = (row: number, price: number) => ({ time: SAMPLE_ROWS.startMs[row] ?? 0, price });
const key = (name: string, shiftKey = false) => ({ key: name, shiftKey });

test.each(KINDS.map((kind) => [kind] as const))("a drawing of the kind %s is placed by clicks", (kind) => {
  const chart = new Chart();
  chart.drawings.choose(kind);
  const clicks = [
    [80, 200],
    [240, 100],
    [160, 150],
  ] as const;
  for (const [x, y] of clicks.slice(0, PLACES[kind])) expect(chart.click(x, y)).toBe(true);
  expect(chart.only.kind).toBe(kind);
  expect(drawingSchema.parse(chart.only)).toEqual(chart.only);
  expect(chart.only.anchors[0]).toEqual(at(60, 1_200));
  if (PLACES[kind] > 1) expect(chart.only.anchors[1]).toEqual(at(80, 1_300));
  expect([chart.drawings.tool.value, chart.drawings.selected.value?.drawing.kind]).toEqual([null, kind]);
  expect(chart.acts).toHaveLength(1);
});

test("a drag places two anchors at once, and a tool that is kept draws again", () => {
  const chart = new Chart();
  chart.drawings.choose("trend", { isKept: true });
  chart.drag([80, 200], [240, 100], "touch");
  chart.drag([80, 250], [240, 150], "touch");
  expect(chart.kept.map(({ drawing }) => drawing.anchors)).toEqual([
    [at(60, 1_200), at(80, 1_300)],
    [at(60, 1_150), at(80, 1_250)],
  ]);
  expect(chart.drawings.tool.value).toBe("trend");
});

test("a line is moved by a drag, its handle when it is selected, and one drag is one change", () => {
  const chart = new Chart();
  chart.drawings.choose("trend");
  chart.drag([80, 200], [240, 100]);
  chart.drag([160, 150], [168, 160]);
  expect(chart.only.anchors).toEqual([at(61, 1_190), at(81, 1_290)]);
  chart.drag([248, 110], [400, 50]);
  expect(chart.only.anchors).toEqual([at(61, 1_190), at(100, 1_350)]);
  expect(chart.acts).toHaveLength(3);
  expect(chart.click(700, 350)).toBe(false);
  expect(chart.drawings.selected.value).toBeNull();
});

test("a click selects without changing anything, and a locked drawing does not move", () => {
  const chart = new Chart();
  chart.change([{ id: "a", drawing: horizontalLine(1_200, { isLocked: true }) }]);
  // The drag is the chart's, which pans.
  expect(chart.drag([300, 202], [300, 100])).toBe(false);
  expect(chart.drawings.selected.value?.id).toBe("a");
  expect(chart.drawings.key(key("ArrowUp"))).toBe(false);
  chart.drawings.removeSelected();
  chart.drawings.removeAll();
  expect(chart.acts.flat()).toEqual([]);
  chart.drawings.changeSelected((one) => ({ ...one, isLocked: false }));
  chart.drag([300, 202], [300, 102]);
  expect(chart.only.anchors[0]?.price).toBe(1_300);
});

test("of drawings out of view nothing is drawn, not even a tag that could be moved into view", () => {
  const chart = new Chart();
  const above = 1_000 + sampleProjection().heightPx;
  chart.change([above + 8, above, above - 20].map((price) => ({ id: String(price), drawing: horizontalLine(price) })));
  const drawn = () =>
    chart.drawings.targets(sampleProjection()).map(({ id, shapes }) => [id, ...shapes.map((one) => one.type)]);
  expect(drawn()).toEqual([
    [String(above + 8), "text"],
    [String(above), "line", "text"],
    [String(above - 20), "line", "text"],
  ]);
  chart.change([{ id: String(above + 8), drawing: horizontalLine(above + 20) }]);
  expect(drawn().map(([id]) => id)).toEqual([String(above), String(above - 20)]);
});

test("a finger moves a drawing that is selected, and from another one it pans", () => {
  const chart = new Chart();
  chart.change([{ id: "a", drawing: horizontalLine(1_200) }]);
  expect(chart.drag([300, 210], [300, 110], "touch")).toBe(false);
  expect(chart.drawings.selected.value?.id).toBe("a");
  expect(chart.drag([300, 210], [300, 110], "touch")).toBe(true);
  expect(chart.only.anchors[0]?.price).toBe(1_300);
});

test("a drawing is changed after another one was selected, and not once it is gone", () => {
  const chart = new Chart();
  chart.drawings.choose("text");
  chart.click(300, 200);
  const [{ id } = { id: "" }] = chart.kept;
  expect(chart.drawings.isNew).toBe(true);
  chart.drawings.press({ x: 600, y: 20 }, "mouse");
  expect([chart.drawings.selected.value, chart.drawings.isNew]).toEqual([null, false]);
  const withText = (text: string) => (one: Drawing) => (one.kind === "text" ? { ...one, text } : one);
  chart.drawings.change(id, withText("Support"));
  expect(chart.only).toMatchObject({ text: "Support" });
  chart.drawings.removeAll();
  chart.drawings.change(id, withText("again"));
  expect(chart.kept).toEqual([]);
});

test("Escape cancels the drag, then the tool, then the selection", () => {
  const chart = new Chart();
  chart.change([{ id: "a", drawing: horizontalLine(1_200) }]);
  chart.drawings.press({ x: 300, y: 200 }, "mouse");
  chart.drawings.move({ x: 300, y: 100 }, "mouse");
  expect(chart.drawings.key(key("Escape"))).toBe(true);
  chart.drawings.release({ x: 300, y: 100 });
  expect(chart.acts).toEqual([]);
  expect(chart.drawings.key(key("Escape"))).toBe(true);
  expect(chart.drawings.selected.value).toBeNull();
  chart.drawings.choose("ray");
  chart.drawings.key(key("Escape"));
  expect(chart.drawings.tool.value).toBeNull();
  expect(chart.drawings.key(key("Escape"))).toBe(false);
});

test("a drag ends when another device changes the drawing meanwhile", () => {
  const chart = new Chart();
  chart.change([{ id: "a", drawing: horizontalLine(1_200) }]);
  chart.drawings.press({ x: 300, y: 200 }, "mouse");
  chart.drawings.move({ x: 300, y: 150 }, "mouse");
  chart.change([{ id: "a", drawing: horizontalLine(1_100) }]);
  chart.drawings.release({ x: 300, y: 150 });
  expect([chart.acts, chart.only.anchors[0]?.price]).toEqual([[], 1_100]);
});

test("a drag goes on when the account acknowledges the change before it", () => {
  const chart = new Chart();
  chart.change([{ id: "line", drawing: horizontalLine(1_200) }]);
  chart.drawings.press({ x: 160, y: 200 }, "mouse");
  chart.drawings.move({ x: 160, y: 170 }, "mouse");
  chart.change([{ id: "line", drawing: horizontalLine(1_200) }]);
  chart.drawings.move({ x: 160, y: 150 }, "mouse");
  chart.drawings.release({ x: 160, y: 150 });
  expect(chart.only.anchors[0]?.price).toBe(1_250);
});

test("by keyboard a drawing is placed, its handles are chosen, moved, and it is removed and brought back", () => {
  const chart = new Chart();
  chart.drawings.choose("trend");
  chart.drawings.key(key("Enter"));
  const [first, second] = chart.only.anchors;
  expect(first && second && first.time < second.time).toBe(true);
  chart.drawings.key(key("ArrowUp", true));
  expect(chart.only.anchors[0]?.price).toBeCloseTo((first?.price ?? 0) + 10, 6);
  expect(chart.drawings.key(key("Tab"))).toBe(true);
  chart.drawings.key(key("ArrowDown", true));
  expect(chart.only.anchors[0]?.price).toBeCloseTo(first?.price ?? 0, 6);
  expect(chart.only.anchors[1]?.price).toBeCloseTo((second?.price ?? 0) + 10, 6);
  expect(chart.drawings.key(key("Tab"))).toBe(true);
  expect(chart.drawings.key(key("Tab"))).toBe(false);
  chart.drawings.key(key("Delete"));
  expect([chart.kept.length, chart.drawings.selected.value]).toEqual([0, null]);
  chart.drawings.undo();
  expect(chart.only.anchors[0]?.price).toBeCloseTo(first?.price ?? 0, 6);
  for (let i = 0; i < 3; i++) chart.drawings.undo();
  expect([chart.kept.length, chart.drawings.history.value.canUndo]).toEqual([0, false]);
  chart.drawings.redo();
  expect(chart.only.anchors).toEqual([first, second] as Drawing["anchors"]);
});

test("Enter goes from drawing to drawing, and what is hidden is neither chosen nor hit", () => {
  const chart = new Chart();
  chart.change([
    { id: "a", drawing: horizontalLine(1_200) },
    { id: "b", drawing: horizontalLine(1_300, { isHidden: true }) },
    { id: "c", drawing: horizontalLine(1_250) },
  ]);
  const next = () => {
    chart.drawings.key(key("Enter"));
    return chart.drawings.selected.value?.id;
  };
  expect([next(), next(), next()]).toEqual(["a", "c", "a"]);
  expect(chart.click(300, 100)).toBe(false);
});

test("all drawings are hidden, locked and removed as one act, which an undo takes back", () => {
  const chart = new Chart();
  chart.change([
    { id: "a", drawing: horizontalLine(1_200) },
    { id: "b", drawing: horizontalLine(1_300, { isHidden: true }) },
  ]);
  chart.drawings.toggleHidden();
  expect(chart.kept.every(({ drawing }) => drawing.isHidden)).toBe(true);
  chart.drawings.toggleHidden();
  expect(chart.kept.some(({ drawing }) => drawing.isHidden)).toBe(false);
  chart.drawings.removeAll();
  expect(chart.kept).toEqual([]);
  chart.drawings.undo();
  chart.drawings.toggleLocked();
  expect(chart.kept.map(({ drawing }) => drawing.isLocked)).toEqual([true, true]);
});

test("the magnet draws an end to the candle's high", () => {
  const chart = new Chart();
  chart.drawings.toggleMagnet();
  chart.drawings.choose("trend");
  chart.drag([80, 200], [243, 95]);
  expect(chart.only.anchors[1]).toEqual(at(80, 1_300));
});

test("a copy stands beside its original, unlocked and selected", () => {
  const chart = new Chart();
  chart.change([{ id: "a", drawing: horizontalLine(1_200, { isLocked: true }) }]);
  chart.click(300, 200);
  chart.drawings.copySelected();
  expect(chart.kept).toHaveLength(2);
  expect(chart.drawings.selected.value?.drawing).toMatchObject({ isLocked: false, anchors: [{ price: 1_184 }] });
});
