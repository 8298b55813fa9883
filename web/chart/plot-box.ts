import { styled } from "goober";
import { AXIS_HEIGHT_PX, AXIS_WIDTH_PX } from "./axis-size.ts";

/**
 * The element of a plot, which fills the nearest positioned one, with the parts of uPlot's stylesheet that are used
 * here; the stylesheet itself is not loaded.
 */
export const PlotBox = styled("div")`
  position: absolute;
  inset: 0;
  & .u-wrap {
    position: relative;
    user-select: none;
  }
  & .u-over,
  & .u-under,
  & .u-axis,
  & .u-cursor-x,
  & .u-cursor-y,
  & .u-cursor-pt,
  & .u-select {
    position: absolute;
  }
  & canvas {
    display: block;
    width: 100%;
    height: 100%;
  }
  & [data-layer] {
    position: absolute;
    inset: 0;
  }
  & .u-cursor-x,
  & .u-cursor-y,
  & .u-cursor-pt {
    top: 0;
    left: 0;
    pointer-events: none;
  }
  /* The panes below the plot: their pointer, and the crosshair through them. */
  & [data-panes] {
    position: absolute;
    right: ${AXIS_WIDTH_PX}px;
    bottom: ${AXIS_HEIGHT_PX}px;
    left: 0;
    height: var(--panes-px, 0);
    cursor: crosshair;
    touch-action: pan-y;
  }
  & .u-cursor-x {
    height: calc(100% + var(--panes-px, 0px));
    border-right: 1px dashed var(--muted);
  }
  & .u-cursor-y {
    width: 100%;
    border-bottom: 1px dashed var(--muted);
  }
  & .u-cursor-pt {
    border-radius: 50%;
    background-clip: padding-box !important;
  }
  & .u-off {
    display: none;
  }
`;
