import { useMemo } from "react";
import type uPlot from "uplot";
import { type FigureOptions, FigurePlot, figureColours } from "../chart/figure-plot.tsx";
import type { MonthMoney } from "./money-by-month.ts";

/** A bar's measures, in CSS px: at most so wide, and at most that part of its month. */
const BAR = { widthMax: 14, partMax: 0.34, gap: 2, radius: 3 } as const;

type MonthBarsProps = {
  months: readonly MonthMoney[];
  /** The plot's upper edge, in dollars. */
  topUsd: number;
};

/** A pair of bars a month over the whole of their place: what came in at the left, what went out at the right. */
export function MonthBars({ months, topUsd }: MonthBarsProps) {
  const data = useMemo<uPlot.AlignedData>(
    () => [months.map((_, index) => index), months.map(({ inUsd }) => inUsd), months.map(({ outUsd }) => outUsd)],
    [months],
  );
  const { length } = months;
  const options = useMemo(() => monthPlot(length, topUsd), [length, topUsd]);
  return <FigurePlot options={options} data={data} />;
}

function monthPlot(count: number, topUsd: number): FigureOptions {
  return {
    padding: [0, 0, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: false, range: [-0.5, count - 0.5] }, y: { range: [0, topUsd] } },
    series: [
      {},
      { fill: () => figureColours().accent, points: { show: false }, paths: bars("left") },
      { fill: () => figureColours().control, points: { show: false }, paths: bars("right") },
    ],
    axes: [{ show: false }, { show: false }],
  };
}

/** Bars at one side of the middle of their month, round at the top. */
function bars(side: "left" | "right"): uPlot.Series.PathBuilder {
  return (plot, seriesIndex, from, to) => {
    const fill = new Path2D();
    const values = plot.data[seriesIndex] ?? [];
    const monthPx = plot.bbox.width / plot.data[0].length;
    const widthPx = Math.min(BAR.widthMax * devicePixelRatio, BAR.partMax * monthPx);
    const gapPx = (BAR.gap / 2) * devicePixelRatio;
    const floor = plot.valToPos(0, "y", true);
    for (let index = from; index <= to; index++) {
      const value = values[index];
      if (!value) continue;
      const middle = plot.valToPos(index, "x", true);
      const top = plot.valToPos(value, "y", true);
      const left = side === "left" ? middle - gapPx - widthPx : middle + gapPx;
      const radius = Math.min(BAR.radius * devicePixelRatio, floor - top);
      fill.roundRect(left, top, widthPx, floor - top, [radius, radius, 0, 0]);
    }
    return { fill };
  };
}
