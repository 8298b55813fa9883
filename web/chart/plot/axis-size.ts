import { emWidth } from "../../ui/em-width.ts";

/** The width of the price axis, CSS px. */
export const AXIS_WIDTH_PX = 80;
/** The height of the time axis, CSS px. */
export const AXIS_HEIGHT_PX = 28;

/** Of the axis: what a figure on it may take, CSS px. */
export const AXIS_FIGURE_PX = AXIS_WIDTH_PX - 12;

/** The font size of a tag's figure, CSS px: smaller for one that would be cut off. */
export function tagFontPx(figure: string): number {
  return Math.min(12, AXIS_FIGURE_PX / emWidth(figure));
}
