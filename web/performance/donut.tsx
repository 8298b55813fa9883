import { styled } from "goober";
import type { ReactNode } from "react";
import { type } from "../ui/theme.ts";

const SIZE_PX = 64;
const RADIUS = 28;
const AROUND = 2 * Math.PI * RADIUS;
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
  /** How much of the ring is gain, and how much is loss, together 1 at most: the rest is neither. */
  upShare: number;
  downShare: number;
  /** The figure in the middle, in six characters at most. */
  figure: ReactNode;
};

/** Gain and loss as parts of a ring with a figure in it, empty where there is neither. Decoration but for the figure: the rows beside it say the parts. */
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

/** A gap stands between two arcs, half of it taken from each end of both. */
function Arc({ from, to, tone }: { from: number; to: number; tone: "up" | "down" }) {
  const gap = to - from === 1 ? 0 : GAP;
  const length = (to - from) * AROUND - gap;
  if (length <= 0) return null;
  return (
    <circle
      r={RADIUS}
      stroke={`var(--${tone})`}
      strokeDasharray={`${length} ${AROUND - length}`}
      strokeDashoffset={-(from * AROUND + gap / 2)}
    />
  );
}
