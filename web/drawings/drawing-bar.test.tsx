import { expect, test } from "bun:test";
import { signal } from "@preact/signals-react";
import { fireEvent, render, screen } from "@testing-library/react";
import type { DrawingKind } from "../../worker/contract/terminal/terminal-schema.ts";
import { SAMPLE_TEXTS, sampleProjection } from "../test/drawn.ts";
import { DrawingBar } from "./drawing-bar.tsx";
import { DrawingHistory, type KeptDrawing } from "./drawing-history.ts";
import { newDrawing } from "./drawing-kinds.ts";
import { DrawingsController } from "./drawings-controller.ts";

/** Shows the bar of a selected drawing. @returns the lines at which an alert was asked for */
function show(kind: DrawingKind): KeptDrawing[] {
  const drawings = new DrawingsController({
    projection: () => sampleProjection(),
    columns: () => ({ open: [], high: [], low: [], close: [] }),
    marks: () => [],
    texts: SAMPLE_TEXTS,
    newText: "note",
    history: new DrawingHistory(),
    isMagnet: signal(false),
    keep: () => {},
    redraw: () => {},
  });
  drawings.setDrawings([{ id: "one", drawing: newDrawing(kind, { time: 60, price: 1_300 }, { barMs: 60, text: "" }) }]);
  drawings.select("one");
  const asked: KeptDrawing[] = [];
  const onAlert = (line: KeptDrawing) => asked.push(line);
  render(<DrawingBar drawings={drawings} onPlan={() => {}} onAlert={onAlert} onDone={() => {}} axisPx={80} />);
  return asked;
}

test.each(["horizontal", "trend", "ray"] as const)("the bar of a %s asks for an alert at it", (kind) => {
  const asked = show(kind);
  fireEvent.click(screen.getByRole("button", { name: "Alert" }));
  expect(asked).toMatchObject([{ id: "one", drawing: { kind } }]);
});

test.each(["vertical", "rectangle", "channel", "fibonacci", "arrow", "long"] as const)(
  "no alert can be at a drawing that is no such line: %s",
  (kind) => {
    show(kind);
    expect(screen.getByRole("toolbar")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Alert" })).toBeNull();
  },
);
