import { styled } from "goober";
import type { ReactNode } from "react";
import { type } from "../ui/theme.ts";

const SIZE_PX = 64;
const RADIUS = 28;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;
const GAP = 3;

const Frame = styled("div")`
  position: relative;
  flex: none;
  width: ${SIZE_PX}px;
  height: ${SIZE_PX}px;
  & > span {
    ${type.dense}
    position: absolute;
    inset: 0;
    display: grid;
    place-items: center;
    font-weight: 600;
    letter-spacing: -0.01em;
  }
`;

type DonutProps = {
  /** The shares of gain and loss, together 1 at most; the rest of the ring is neither. */
  upShare: number;
  downShare: number;
  /** The figure in the middle, at most six characters. */
  figure: ReactNode;
};

/**
 * Gain and loss as arcs of a ring around a figure; the ring is empty without either. Decorative except for the figure:
 * the rows beside it contain the parts.
 */
export function Donut({ upShare, downShare, figure }: DonutProps) {
  return (
    <Frame>
      <svg width={SIZE_PX} height={SIZE_PX} viewBox="-32 -32 64 64" fill="none" strokeWidth="6" aria-hidden="true">
        {upShare + downShare === 0 && <circle r={RADIUS} stroke="var(--line)" />}
        <g transform="rotate(-90)">
          <Arc from={0} to={upShare} tone="up" />
          <Arc from={upShare} to={upShare + downShare} tone="down" />
        </g>
      </svg>
      <span className="num">{figure}</span>
    </Frame>
  );
}

/** The gap between two arcs is taken half from each of their ends. */
function Arc({ from, to, tone }: { from: number; to: number; tone: "up" | "down" }) {
  const gap = to - from === 1 ? 0 : GAP;
  const length = (to - from) * CIRCUMFERENCE - gap;
  if (length <= 0) return null;
  return (
    <circle
      r={RADIUS}
      stroke={`var(--${tone})`}
      strokeDasharray={`${length} ${CIRCUMFERENCE - length}`}
      strokeDashoffset={-(from * CIRCUMFERENCE + gap / 2)}
    />
  );
}
