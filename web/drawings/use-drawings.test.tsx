import { expect, test } from "bun:test";
import { signal } from "@preact/signals-react";
import { act, render } from "@testing-library/react";
import { SAMPLE_ROWS } from "../test/drawn.ts";
import { horizontalLine } from "../test/test-terminal.ts";
import { DrawingHistory } from "./drawing-history.ts";
import type { DrawingsController } from "./drawings-controller.ts";
import { type DrawingSource, type DrawnChart, useDrawings } from "./use-drawings.ts";

const SOURCE: DrawingSource = {
  drawingsOf: (symbol) => signal(symbol === "BTCUSDm" ? [{ id: "line", drawing: horizontalLine(1_300) }] : []),
  keep: () => {},
  historyOf: () => new DrawingHistory(),
  isMagnet: signal(false),
  selectedId: signal<string | null>(null),
  planTexts: () => ({ target: "", targetMoney: "", middle: "", stop: "", stopMoney: "" }),
};

/** A chart of 800 x 400 px without candles in view. */
function newChart(): DrawnChart {
  const columns = { startMs: SAMPLE_ROWS.startMs, open: [], high: [], low: [], close: [] };
  return {
    drawn: signal(0),
    series: { columns, sizeMs: SAMPLE_ROWS.sizeMs },
    plotPx: { width: 800, height: 400 },
    plot: {
      rowAt: (px) => 50 + px / 8,
      priceAt: (px) => 1_400 - px,
      topOf: (price) => 1_400 - price,
      area: document.createElement("div"),
      fontFamily: "",
    },
    colours: { text: "", muted: "", accent: "", up: "", down: "", warn: "", bg: "", raised: "" },
    lines: { at: () => null },
    marks: signal([]),
  };
}

let drawings: DrawingsController | null = null;

function Chart({ of, symbol = "BTCUSDm" }: { of: DrawnChart; symbol?: "BTCUSDm" | "ETHUSDm" }) {
  drawings = useDrawings(of, symbol, SOURCE);
  return null;
}

const selected = () => drawings?.selected.value?.id ?? null;

test("a selected drawing is selected on the chart that takes the place of its chart", () => {
  const { rerender } = render(<Chart key="upright" of={newChart()} />);
  act(() => drawings?.select("line"));
  rerender(<Chart key="lying" of={newChart()} />);
  expect(selected()).toBe("line");
  act(() => drawings?.select(null));
  rerender(<Chart key="upright" of={newChart()} />);
  expect(selected()).toBeNull();
});

test("another symbol has no drawing that was selected before", () => {
  const { rerender } = render(<Chart of={newChart()} />);
  act(() => drawings?.select("line"));
  rerender(<Chart of={newChart()} symbol="ETHUSDm" />);
  expect(selected()).toBeNull();
  rerender(<Chart of={newChart()} />);
  expect(selected()).toBeNull();
});
