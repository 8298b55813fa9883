import type uPlot from "uplot";
import type { CanvasArea } from "./axis-picture.ts";

/**
 * Returns a function from a value to its canvas position. Both scales are linear, and a drawing evaluates them
 * thousands of times.
 */
export function placeOn(u: uPlot, scale: "x" | "y"): (value: number) => number {
  const zero = u.valToPos(0, scale, true);
  const one = u.valToPos(1, scale, true) - zero;
  return (value) => zero + value * one;
}

/** The rows that are at least partly visible; `last` is below `first` where there are none. */
export function rowsInSight(u: uPlot, rowCount: number): { first: number; last: number } {
  return {
    first: Math.max(0, Math.floor(u.scales.x?.min ?? 0)),
    last: Math.min(rowCount - 1, Math.ceil(u.scales.x?.max ?? -1)),
  };
}

/** The column right of the plot that holds the price labels. */
export function priceAxisOf({ bbox, ctx }: uPlot): CanvasArea {
  const left = bbox.left + bbox.width;
  return { left, top: 0, width: ctx.canvas.width - left, height: ctx.canvas.height };
}
