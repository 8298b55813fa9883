import type uPlot from "uplot";
import type { CanvasArea } from "./axis-picture.ts";

/** Where a value of a scale stands on the canvas: both scales are linear, and are asked thousands of times in a drawing. */
export function placeOn(u: uPlot, scale: "x" | "y"): (value: number) => number {
  const zero = u.valToPos(0, scale, true);
  const one = u.valToPos(1, scale, true) - zero;
  return (value) => zero + value * one;
}

/** The rows that a plot shows at least a part of; `last` is below `first` where there are none. */
export function rowsInSight(u: uPlot, rowCount: number): { first: number; last: number } {
  return {
    first: Math.max(0, Math.floor(u.scales.x?.min ?? 0)),
    last: Math.min(rowCount - 1, Math.ceil(u.scales.x?.max ?? -1)),
  };
}

/** The column right of the plot, where prices are written. */
export function priceAxisOf({ bbox, ctx }: uPlot): CanvasArea {
  const left = bbox.left + bbox.width;
  return { left, top: 0, width: ctx.canvas.width - left, height: ctx.canvas.height };
}
