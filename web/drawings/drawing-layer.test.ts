import { expect, test } from "bun:test";
import { signal } from "@preact/signals-react";
import { SAMPLE_TEXTS, sampleProjection } from "../test/drawn.ts";
import { plotAreas } from "../test/plot-area.ts";
import { finger, INTERRUPTIONS } from "../test/pointer.ts";
import { horizontalLine } from "../test/test-terminal.ts";
import { type DrawingChange, DrawingHistory } from "./drawing-history.ts";
import { DrawingLayer } from "./drawing-layer.ts";
import { DrawingsController } from "./drawings-controller.ts";

const plotArea = plotAreas();

/** A plot with a horizontal line at 100 px, which is selected, and what was kept. */
function plotWithDrawing() {
  const kept: DrawingChange[] = [];
  const drawings = new DrawingsController({
    projection: () => sampleProjection(),
    columns: () => ({ open: [], high: [], low: [], close: [] }),
    marks: () => [],
    texts: SAMPLE_TEXTS,
    newText: "note",
    history: new DrawingHistory(),
    isMagnet: signal(false),
    keep: (changes) => kept.push(...changes),
    redraw: () => {},
  });
  drawings.setDrawings([{ id: "line", drawing: horizontalLine(1_300) }]);
  drawings.select("line");
  const colours = { text: "", muted: "", accent: "", up: "", down: "", warn: "", bg: "", raised: "" };
  const plot = { projection: () => sampleProjection(), isTaken: () => false, colours: () => colours, fontFamily: "" };
  const area = plotArea((element) => {
    const layer = new DrawingLayer({ ...plot, area: element }, drawings);
    return () => layer.remove();
  });
  return { area, kept, drawings };
}

test("a finger moves a selected drawing", () => {
  const { area, kept } = plotWithDrawing();
  finger.press(area, 300, 100);
  finger.move(area, 300, 140);
  finger.lift(area, 300, 140);
  expect(kept.map(({ drawing }) => drawing?.anchors[0]?.price)).toEqual([1_260]);
});

test.each(INTERRUPTIONS)("%s leaves a drawing where it was, and selected", (_, interrupt) => {
  const { area, kept, drawings } = plotWithDrawing();
  finger.press(area, 300, 100);
  finger.move(area, 300, 140);
  interrupt(area);
  finger.lift(area, 300, 140);
  expect(kept).toEqual([]);
  expect(drawings.targets(sampleProjection()).map(({ drawing }) => drawing.anchors[0]?.price)).toEqual([1_300]);
  expect(drawings.selected.value?.id).toBe("line");
});

test("an interrupted press places nothing, and keeps the places and the tool from before it", () => {
  const { area, kept, drawings } = plotWithDrawing();
  drawings.choose("trend");
  const [, interrupt] = INTERRUPTIONS[0] ?? [];
  finger.press(area, 300, 200);
  interrupt?.(area);
  finger.lift(area, 300, 200);
  finger.press(area, 400, 200);
  finger.lift(area, 400, 200);
  finger.press(area, 500, 250);
  interrupt?.(area);
  finger.lift(area, 500, 250);
  expect([kept, drawings.tool.value]).toEqual([[], "trend"]);
  finger.press(area, 600, 300);
  finger.lift(area, 600, 300);
  expect(kept.map(({ drawing }) => drawing?.anchors.map(({ price }) => price))).toEqual([[1_200, 1_100]]);
});
