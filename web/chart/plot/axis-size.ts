import { emWidth } from "../../ui/em-width.ts";

/** The width of the price axis, CSS px. */
export const AXIS_WIDTH_PX = 80;
/** The height of the time axis, CSS px. */
export const AXIS_HEIGHT_PX = 28;

/** The size of a plot without its axes and the panes below it, CSS px: whole pixels of the screen. */
export function areaPxOf({ widthPx, heightPx, panesPx }: { widthPx: number; heightPx: number; panesPx: number }) {
  return { width: wholePx(widthPx - AXIS_WIDTH_PX), height: wholePx(heightPx - AXIS_HEIGHT_PX - panesPx) };
}

/** The nearest size of whole pixels of the screen, CSS px. */
function wholePx(px: number): number {
  return canvasPx(px) / (devicePixelRatio || 1);
}

/** A size in pixels of the screen. @param px CSS px */
export function canvasPx(px: number): number {
  return Math.max(0, Math.round(px * (devicePixelRatio || 1)));
}

/** Of the axis: what a figure on it may take, CSS px. */
export const AXIS_FIGURE_PX = AXIS_WIDTH_PX - 12;

/** The font size of a tag's figure, CSS px: smaller for one that would be cut off. */
export function tagFontPx(figure: string): number {
  return Math.min(12, AXIS_FIGURE_PX / emWidth(figure));
}
