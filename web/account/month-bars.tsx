import { useMemo } from "react";
import type uPlot from "uplot";
import { bareFigure, type FigureOptions, FigurePlot, figureColours } from "../chart/figure-plot.tsx";
import type { MonthMoney } from "./money-by-month.ts";

/** `widthMax`, `gap` and `radius` in CSS px; `partMax` is the largest share of the month's width. */
const BAR = { widthMax: 14, partMax: 0.34, gap: 2, radius: 3 } as const;

type MonthBarsProps = {
  months: readonly MonthMoney[];
  /** The value at the plot's upper edge, in dollars. */
  topUsd: number;
};

/** Two bars per month, filling the positioned parent: money in on the left, money out on the right. */
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
  return bareFigure({
    x: [-0.5, count - 0.5],
    y: [0, topUsd],
    series: [
      { fill: () => figureColours().accent, paths: bars("left") },
      { fill: () => figureColours().control, paths: bars("right") },
    ],
  });
}

/** Draws bars on one side of the middle of their month, with round top corners. */
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
