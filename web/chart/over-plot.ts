import { AXIS_WIDTH_PX } from "./plot/axis-size.ts";

/** Styles of a text over the candles, which stays readable on them and takes no pointer events. */
export const textOverPlot = `
  position: absolute;
  z-index: 1;
  left: 12px;
  max-width: calc(100% - ${AXIS_WIDTH_PX + 24}px);
  padding: 2px 6px;
  border-radius: 6px;
  background: color-mix(in oklab, var(--bg) 86%, transparent);
  color: var(--muted);
  font-size: 12px;
  line-height: 18px;
  pointer-events: none;
`;
