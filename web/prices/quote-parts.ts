import { styled } from "goober";
import { media } from "../ui/theme.ts";

/**
 * The box of a price; grey with `data-stale`. Its `i` is the glow, in the colour of `data-tone`: see `flash.ts`.
 * It is on or off, without an animation: each animation would cost the page several frames. Its background is invisible
 * and not absent: with nothing to paint, a glow that begins or ends would make the browser build the page's layers anew.
 */
export const PriceBox = styled("span")`
  position: relative;
  display: inline-block;
  margin: -1px -4px;
  padding: 1px 4px;
  text-align: end;
  &[data-stale="true"] {
    color: var(--muted);
  }
  & > i {
    position: absolute;
    inset: 0;
    border-radius: 4px;
    background: rgb(0 0 0 / 0.4%);
    pointer-events: none;
  }
  & > [data-tone="up"] {
    background: color-mix(in oklab, var(--up) 20%, transparent);
  }
  & > [data-tone="down"] {
    background: color-mix(in oklab, var(--down) 20%, transparent);
  }
  ${media.still} {
    & > i {
      display: none;
    }
  }
`;

/** The change of a price, in the colour of `data-tone`. */
export const ChangeText = styled("span")`
  color: var(--muted);
  text-align: end;
  white-space: nowrap;
  &[data-tone="up"] {
    color: var(--up);
  }
  &[data-tone="down"] {
    color: var(--down);
  }
`;

/** The drawing of a price's last hours: a line for the day's open, the path of the price, and a circle at its end. */
export const SparklineFrame = styled("svg")`
  overflow: visible;
  color: var(--muted);
  &[data-tone="up"] {
    color: var(--up);
  }
  &[data-tone="down"] {
    color: var(--down);
  }
  & > line {
    stroke: var(--control);
    stroke-dasharray: 1 3;
    stroke-linecap: round;
  }
  & > path {
    fill: none;
    stroke: currentColor;
    stroke-width: 1.5;
    stroke-linejoin: round;
    stroke-linecap: round;
  }
  & > circle {
    fill: currentColor;
  }
`;

/** Wraps a figure that depends on a price: `data-stale` greys it out, including its colour, but keeps its sign. */
export const PriceBound = styled("span")`
  &[data-stale="true"],
  &[data-stale="true"] span {
    color: var(--muted);
  }
`;
