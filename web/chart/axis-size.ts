/** The width of the price axis, CSS px. */
export const AXIS_WIDTH_PX = 80;
/** The height of the time axis, CSS px. */
export const AXIS_HEIGHT_PX = 28;
