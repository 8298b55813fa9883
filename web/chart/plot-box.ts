import { styled } from "goober";

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
  & .u-cursor-x,
  & .u-cursor-y,
  & .u-cursor-pt {
    top: 0;
    left: 0;
    pointer-events: none;
  }
  & .u-cursor-x {
    height: 100%;
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
