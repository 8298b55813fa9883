import { styled } from "goober";
import type { ReactNode } from "react";
import type { Estimate } from "../../worker/contract/trade-groups.ts";
import { type IntervalScale, placeOf, toneOf } from "./interval-scale.ts";

/** The line is as high as its place; `--axis-height` is that of the place. */
const Line = styled("div")`
  position: relative;
  height: var(--axis-height, 100%);
  min-height: 24px;
  color: var(--muted);
  &[data-tone="up"] {
    color: var(--up);
  }
  &[data-tone="down"] {
    color: var(--down);
  }
  & > i {
    position: absolute;
    inset-block: 0;
    width: 1px;
    background: var(--control);
  }
  & > i[data-tick] {
    background: none;
    border-left: 1px dotted var(--control);
    opacity: 0.6;
  }
  & > u {
    position: absolute;
    top: calc(50% - 1.5px);
    height: 3px;
    border-radius: 2px;
    background: currentColor;
  }
  & > u::before,
  & > u::after {
    content: "";
    position: absolute;
    top: -3.5px;
    width: 1px;
    height: 10px;
    background: currentColor;
  }
  & > u::before {
    left: 0;
  }
  & > u::after {
    right: 0;
  }
  & > b {
    position: absolute;
    top: calc(50% - 5px);
    width: 10px;
    height: 10px;
    margin-left: -5px;
    border-radius: 50%;
    background: currentColor;
  }
`;

/** An estimate with its interval on the axis of its table, whose numbers stand beside it. */
export function IntervalLine({ estimate, scale }: { estimate: Estimate; scale: IntervalScale }) {
  const { value, low, high } = estimate;
  const at = (one: number) => `${placeOf(scale, one)}%`;
  return (
    <Line data-tone={toneOf(estimate)} aria-hidden="true">
      <i data-tick="" style={{ left: at(-scale.tick) }} />
      <i style={{ left: at(0) }} />
      <i data-tick="" style={{ left: at(scale.tick) }} />
      <u style={{ left: at(low), right: `${100 - placeOf(scale, high)}%` }} />
      <b style={{ left: at(value) }} />
    </Line>
  );
}

const Names = styled("div")`
  position: relative;
  height: 16px;
  & > span {
    position: absolute;
    transform: translateX(-50%);
    white-space: nowrap;
  }
`;

/** The labels above an axis. */
export function IntervalNames({ scale, nameOf }: { scale: IntervalScale; nameOf: (value: number) => ReactNode }) {
  return (
    <Names className="num" aria-hidden="true">
      {[-scale.tick, 0, scale.tick].map((value) => (
        <span key={value} style={{ left: `${placeOf(scale, value)}%` }}>
          {nameOf(value)}
        </span>
      ))}
    </Names>
  );
}
