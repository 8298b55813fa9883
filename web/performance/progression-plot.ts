import type uPlot from "uplot";
import { withOpacity } from "../chart/chart-colours.ts";
import { type FigureOptions, figureColours } from "../chart/figure-plot.tsx";

/**
 * Options of the progression's line, which fills its positioned parent; axis and points are HTML elements.
 * @param points the number of points, evenly spaced from the left edge to the right
 * @param maxUsd the value at the plot's upper edge, in dollars
 */
export function progressionPlot(points: number, maxUsd: number): FigureOptions {
  return {
    padding: [0, 0, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: false, range: [0, points - 1] }, y: { range: [0, maxUsd] } },
    series: [{}, { stroke: () => figureColours().accent, width: 1.75, points: { show: false }, fill: fadeDown }],
    axes: [{ show: false }, { show: false }],
  };
}

function fadeDown(plot: uPlot): CanvasGradient {
  const { top, height } = plot.bbox;
  const { accent } = figureColours();
  const gradient = plot.ctx.createLinearGradient(0, top, 0, top + Math.max(1, height));
  gradient.addColorStop(0, withOpacity(accent, 0.2));
  gradient.addColorStop(1, withOpacity(accent, 0));
  return gradient;
}
