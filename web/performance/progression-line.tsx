import { useMemo } from "react";
import type uPlot from "uplot";
import { bareFigure, type FigureOptions, FigurePlot, figureColours } from "../chart/figure-plot.tsx";
import { fadeToZero } from "./fade-to-zero.ts";

type ProgressionLineProps = {
  /** In dollars, evenly spaced from the left edge to the right. */
  heights: readonly number[];
  /** The values at the plot's edges, in dollars. */
  minUsd: number;
  maxUsd: number;
};

/** The progression's line, which fills its positioned parent; axis and points are HTML elements. */
export function ProgressionLine({ heights, minUsd, maxUsd }: ProgressionLineProps) {
  const key = heights.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key represents the heights, a new array each time
  const data = useMemo<uPlot.AlignedData>(() => [heights.map((_, index) => index), [...heights]], [key]);
  const options = useMemo(() => progressionPlot(data[0].length, [minUsd, maxUsd]), [data, minUsd, maxUsd]);
  return <FigurePlot options={options} data={data} />;
}

function progressionPlot(points: number, y: [number, number]): FigureOptions {
  const accent = () => figureColours().accent;
  return bareFigure({
    x: [0, points - 1],
    y,
    series: [{ stroke: accent, width: 1.75, fill: (plot) => fadeToZero(plot, accent(), y[0]) }],
  });
}
