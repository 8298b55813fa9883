import type uPlot from "uplot";
import { withOpacity } from "../chart/plot/chart-colours.ts";

/** The fill of a curve: its colour at the top of the plot, fading to nothing at zero, or at the value of a plot above it. */
export function fadeToZero(plot: uPlot, colour: string, zero = 0): CanvasGradient {
  const { top } = plot.bbox;
  const bottom = Math.max(top + 1, plot.valToPos(zero, "y", true));
  const gradient = plot.ctx.createLinearGradient(0, top, 0, bottom);
  gradient.addColorStop(0, withOpacity(colour, 0.2));
  gradient.addColorStop(1, withOpacity(colour, 0));
  return gradient;
}
