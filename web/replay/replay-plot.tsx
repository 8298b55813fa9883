import { effect, type ReadonlySignal, signal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { CandleColumns } from "../chart/plot/candle-columns.ts";
import { type CandlePlot, makeCandlePlot, type PlotScene } from "../chart/plot/candle-plot.ts";
import { readColours } from "../chart/plot/chart-colours.ts";
import { PlotFrameBox } from "../chart/plot/plot-frame.ts";
import { theme } from "../state/theme.ts";
import { formatSteps } from "../ui/format.ts";

const Stage = styled("div")`
  position: relative;
  height: 100%;
  min-height: 0;
  overflow: hidden;
  background: var(--bg);
`;

/** Where rows and prices are on the plot, CSS px. */
export type PlotPlaces = {
  leftOf: (row: number) => number;
  topOf: (price: number) => number;
  width: number;
  height: number;
};

/**
 * What a plot shows: candles in steps, the rows from its left to its right edge, prices that are in view besides, and those with a tag on the
 * axis.
 */
export type PlotPicture = {
  columns: CandleColumns;
  rows: number;
  prices: readonly number[];
  tags: readonly number[];
};

type ReplayPlotProps = {
  picture: ReadonlySignal<PlotPicture>;
  sizeMs: number;
  decimals: number;
  timeZone: string;
  label: string;
  /** Rendered over the plot, again after each drawing. */
  over: (places: PlotPlaces) => ReactNode;
};

/** The product's plot of candles, for candles that somebody else has: it draws them whenever they change. */
export function ReplayPlot({ picture, sizeMs, decimals, timeZone, label, over }: ReplayPlotProps) {
  const element = useRef<HTMLDivElement>(null);
  const [plot, setPlot] = useState<CandlePlot | null>(null);
  const [drawn] = useState(() => signal(0));

  useEffect(() => {
    const target = element.current;
    if (!target) return;
    const made = makeCandlePlot(target, {
      ...{ widthPx: target.clientWidth, heightPx: target.clientHeight, colours: readColours() },
      onHover: () => {},
      onDrawn: () => {
        // It is drawn from an effect, which must not depend on what it changes.
        drawn.value = drawn.peek() + 1;
      },
    });
    setPlot(made);
    const resize = new ResizeObserver(() => {
      if (target.clientWidth > 0) made.resize(target.clientWidth, target.clientHeight);
    });
    resize.observe(target);
    const follow = effect(() => {
      void theme.value;
      // The theme's colours are set on the root element only after the current task.
      queueMicrotask(() => made.setColours(readColours()));
    });
    return () => {
      follow();
      resize.disconnect();
      made.destroy();
    };
  }, [drawn]);

  useEffect(() => {
    if (!plot) return;
    return effect(() => {
      const { columns, rows, prices, tags } = picture.value;
      const scene: PlotScene = {
        ...{ columns, drawnColumns: columns, indicators: [], panes: [], type: "candles", firstDrawnRow: 0 },
        ...{ scale: "linear", manualRange: null, legendPx: 0, lines: [], tags: [], sizeMs, timeZone },
        extentOf: () => (prices.length === 0 ? null : { min: Math.min(...prices), max: Math.max(...prices) }),
        formatPrice: (price) => formatSteps(price, decimals),
      };
      plot.show(scene, { from: -1, to: Math.max(rows, 12) });
      // The labels of the axis make way for the tags over it.
      plot.showPrice({ ...scene, tags: tags.map((price) => plot.topOf(price)) });
    });
  }, [plot, picture, sizeMs, decimals, timeZone]);

  return (
    <Stage>
      <PlotFrameBox ref={element} role="img" aria-label={label} />
      {plot && <Over plot={plot} drawn={drawn} over={over} />}
    </Stage>
  );
}

type OverProps = Pick<ReplayPlotProps, "over"> & { plot: CandlePlot; drawn: ReadonlySignal<number> };

function Over({ plot, drawn, over }: OverProps) {
  useSignals();
  if (drawn.value === 0) return null;
  const { width, height } = plot.areaPx();
  return over({ leftOf: (row) => plot.leftOf(row), topOf: (price) => plot.topOf(price), width, height });
}
