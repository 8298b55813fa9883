import { effect, type ReadonlySignal, type Signal } from "@preact/signals-react";
import { useEffect, useState } from "react";
import { FEED_SYMBOLS, type FeedSymbol } from "../../worker/contract/symbols.ts";
import type { Drawing } from "../../worker/contract/terminal/terminal-schema.ts";
import { settings } from "../state/settings.ts";
import { formatAge, formatSignedPercent, formatSignedSteps, formatSteps } from "../ui/format.ts";
import type { Box } from "./clear-tags.ts";
import type { DrawingChange, DrawingHistory, KeptDrawing } from "./drawing-history.ts";
import { DrawingLayer } from "./drawing-layer.ts";
import type { PlanTexts, ShapeTexts } from "./drawing-shapes.ts";
import { drawingText } from "./drawing-text.ts";
import { DrawingsController } from "./drawings-controller.ts";
import type { MagnetColumns } from "./move-drawing.ts";
import { type ShapeColours, textMeasure } from "./paint-shapes.ts";
import { type Projection, projectionOf } from "./projection.ts";

/** The chart as its drawings need it. Positions in CSS px from the plot's top left corner. */
export type DrawnChart = {
  /** Changes with every drawing of the chart. */
  drawn: ReadonlySignal<number>;
  /** Null before there are candles. */
  series: { columns: MagnetColumns & { startMs: readonly number[] }; sizeMs: number } | null;
  plotPx: { width: number; height: number };
  plot: {
    rowAt: (leftPx: number) => number;
    priceAt: (topPx: number) => number;
    topOf: (price: number) => number;
    /** The element of the plot without its axes. */
    area: HTMLElement;
    /** The typeface of texts; reading it from the element would make the browser compute all styles. */
    fontFamily: string;
  };
  colours: ShapeColours;
  /** The chart's own lines that can be moved. */
  lines: { at: (topPx: number, pointerType: string) => unknown };
  /** The boxes that are shown above the drawings. */
  marks: ReadonlySignal<readonly ReadonlySignal<readonly Box[]>[]>;
};

/** Where the drawings of a chart are kept, and what its plans mean in money. Must be the same object on every render. */
export type DrawingSource = {
  drawingsOf: (symbol: FeedSymbol) => ReadonlySignal<readonly KeptDrawing[]>;
  keep: (symbol: FeedSymbol, changes: readonly DrawingChange[]) => void;
  /** The acts on the drawings of a symbol: the same for each chart of it. */
  historyOf: (symbol: FeedSymbol) => DrawingHistory;
  /** Whether the magnet is on: the same for all charts. */
  isMagnet: Signal<boolean>;
  /** The selected drawing, which another chart in the place of this one selects too. */
  selectedId: Signal<string | null>;
  /** Reads signals: the plans are drawn again when one of them changes. */
  planTexts: (symbol: FeedSymbol, plan: Drawing) => PlanTexts;
};

/** The drawings of a symbol over its chart; null before the chart is there. */
export function useDrawings(
  chart: DrawnChart | null,
  symbol: FeedSymbol,
  source: DrawingSource | null,
): DrawingsController | null {
  const [drawings, setDrawings] = useState<DrawingsController | null>(null);
  useEffect(() => {
    if (!chart || !source) return;
    const controller = new DrawingsController({
      projection: () => projectionOn(chart),
      columns: () => chart.series?.columns ?? { open: [], high: [], low: [], close: [] },
      // Computed from the chart's drawing: those of this one, also where another effect would follow it later.
      marks: () => chart.marks.value.flatMap((boxes) => boxes.value),
      texts: textsOf(symbol, source, textMeasure(chart.plot.fontFamily)),
      newText: drawingText.newText,
      history: source.historyOf(symbol),
      isMagnet: source.isMagnet,
      keep: (changes) => source.keep(symbol, changes),
      redraw: () => layer.redrawSoon(),
    });
    const host = {
      area: chart.plot.area,
      projection: () => projectionOn(chart),
      isTaken: (topPx: number, pointerType: string) => chart.lines.at(topPx, pointerType) !== null,
      colours: () => chart.colours,
      fontFamily: chart.plot.fontFamily,
    };
    const layer = new DrawingLayer(host, controller);
    const stopDrawing = effect(() => {
      void chart.drawn.value;
      layer.draw();
    });
    const stopFollowing = effect(() => controller.setDrawings(source.drawingsOf(symbol).value));
    controller.select(source.selectedId.peek());
    const stopKeeping = effect(() => {
      source.selectedId.value = controller.selected.value?.id ?? null;
    });
    const onKey = (event: KeyboardEvent) => undoByKey(event, controller);
    window.addEventListener("keydown", onKey);
    setDrawings(controller);
    return () => {
      window.removeEventListener("keydown", onKey);
      stopKeeping();
      stopFollowing();
      stopDrawing();
      layer.remove();
      setDrawings(null);
    };
  }, [chart, symbol, source]);
  return drawings;
}

/** The places of a chart; null before it has candles. */
export function projectionOn(chart: Pick<DrawnChart, "series" | "plotPx" | "plot">): Projection | null {
  const { series } = chart;
  const { width: widthPx, height: heightPx } = chart.plotPx;
  if (!series || series.columns.startMs.length === 0 || widthPx <= 0) return null;
  const first = chart.plot.rowAt(0);
  const rowsPerPx = (chart.plot.rowAt(widthPx) - first) / widthPx;
  return projectionOf(
    { startMs: series.columns.startMs, sizeMs: series.sizeMs },
    {
      widthPx,
      heightPx,
      leftOf: (row) => (row - first) / rowsPerPx,
      rowAt: (leftPx) => first + leftPx * rowsPerPx,
      topOf: (price) => chart.plot.topOf(price),
      priceAt: (topPx) => chart.plot.priceAt(topPx),
    },
  );
}

function textsOf(symbol: FeedSymbol, source: DrawingSource, widthOf: ShapeTexts["widthOf"]): ShapeTexts {
  const { decimals } = FEED_SYMBOLS[symbol];
  return {
    widthOf,
    price: (price) => formatSteps(price, decimals),
    measure: ({ from, to, bars, ms }) =>
      [
        `${formatSignedSteps(to - from, decimals)} (${formatSignedPercent(((to - from) / from) * 100)})`,
        `${drawingText.bars(bars)}, ${formatAge(Math.abs(ms))}`,
      ].join("  "),
    plan: (plan) => source.planTexts(symbol, plan),
  };
}

function undoByKey(event: KeyboardEvent, drawings: DrawingsController): void {
  const key = event.key.toLowerCase();
  if (!(event.ctrlKey || event.metaKey) || event.altKey || !["y", "z"].includes(key)) return;
  if (!settings.peek().keyboard.shortcuts) return;
  // A field has an undo of its own, and behind a dialog nothing changes.
  if (event.target instanceof Element && event.target.closest("input, textarea, select, dialog, [role=dialog]")) return;
  event.preventDefault();
  if (event.shiftKey || key === "y") drawings.redo();
  else drawings.undo();
}
