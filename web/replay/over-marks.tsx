import { styled } from "goober";
import type { CSSProperties, ReactNode } from "react";
import type { PlotPlaces } from "./replay-plot.tsx";

/** Drawings over a plot: lines, marks with words, tags on the price axis. Places in CSS px. */

const Layer = styled("svg")`
  position: absolute;
  top: 0;
  left: 0;
  overflow: hidden;
  pointer-events: none;
  font-size: 12px;
  & [data-part="held"] {
    fill: var(--text);
    fill-opacity: 0.04;
  }
  & [data-part="veil"] {
    fill: var(--bg);
    fill-opacity: 0.68;
  }
  & line,
  & path {
    fill: none;
    stroke: var(--tone, var(--text));
  }
  & path[data-solid] {
    fill: var(--tone, var(--text));
    stroke: none;
  }
  & circle {
    fill: var(--bg);
    stroke: var(--tone, var(--text));
    stroke-width: 2;
  }
  & text {
    fill: var(--tone, var(--text));
    stroke: var(--bg);
    stroke-width: 5px;
    paint-order: stroke;
  }
  & text > tspan {
    fill: var(--muted);
  }
`;

const Tag = styled("span")`
  position: absolute;
  top: -10px;
  right: 1px;
  width: 78px;
  height: 20px;
  padding-right: 7px;
  border: 1px solid var(--tone, var(--control));
  border-radius: 3px;
  background: var(--raised);
  font-size: 12px;
  font-weight: 500;
  line-height: 18px;
  text-align: right;
  pointer-events: none;
`;

export type Tone = "text" | "up" | "down" | "accent" | "muted";

/** The colour of a mark and of what is in it. */
export function toned(tone: Tone | undefined): CSSProperties & { "--tone"?: string } {
  return tone ? { "--tone": `var(--${tone})` } : {};
}

/** The layer of all marks. */
export function MarkLayer({ places: { width, height }, children }: { places: PlotPlaces; children: ReactNode }) {
  return (
    <Layer width={width} height={height} aria-hidden="true">
      {children}
    </Layer>
  );
}

type LineMarkProps = { from: [number, number]; to: [number, number]; dash?: string; tone?: Tone };

/** A line between two points. */
export function LineMark({ from, to, dash = "4 4", tone }: LineMarkProps) {
  const [x1, y1] = from;
  const [x2, y2] = to;
  return <line {...{ x1, y1, x2, y2 }} strokeDasharray={dash} style={toned(tone)} />;
}

type WordsProps = {
  at: [number, number];
  /** The figure in words, and what is said beside it in grey. */
  text: string;
  note?: string | undefined;
  tone?: Tone | undefined;
  places: PlotPlaces;
  /** Above or below the point. */
  side: "above" | "below";
};

/** Words at a point, which stay on the plot. */
export function Words({ at: [x, y], text, note, tone, places, side }: WordsProps) {
  const isRight = x > places.width * 0.6;
  const top = Math.min(Math.max(y + (side === "above" ? -8 : 18), 14), places.height - 6);
  return (
    <text x={x + (isRight ? -6 : 6)} y={top} textAnchor={isRight ? "end" : "start"} className="num" style={toned(tone)}>
      {text}
      {note && <tspan> {note}</tspan>}
    </text>
  );
}

/** A triangle that points at a price: up for a buy, down for a sell. */
export function DealMark({ at: [x, y], isBuy }: { at: [number, number]; isBuy: boolean }) {
  const s = isBuy ? 1 : -1;
  return (
    <path
      data-solid=""
      d={`M${x},${y + 5 * s}L${x - 5},${y + 13 * s}H${x + 5}Z`}
      style={toned(isBuy ? "up" : "down")}
    />
  );
}

/** Tags on the price axis, moved apart where they would cover each other. */
export function AxisTags({ tags }: { tags: readonly { top: number; text: string; tone?: Tone }[] }) {
  let below = Number.NEGATIVE_INFINITY;
  return tags
    .toSorted((a, b) => a.top - b.top)
    .map(({ top, text, tone }) => {
      below = Math.max(top, below + 22);
      return (
        <Tag
          key={`${text} ${tone}`}
          className="num"
          style={{ ...toned(tone), transform: `translateY(${below}px)` }}
          aria-hidden="true"
        >
          {text}
        </Tag>
      );
    });
}

const Time = styled("span")`
  position: absolute;
  left: 0;
  height: 20px;
  width: 72px;
  border-radius: 3px;
  background: var(--accent);
  color: var(--on-accent);
  font-size: 12px;
  font-weight: 500;
  line-height: 20px;
  text-align: center;
  pointer-events: none;
`;

/** The time below a place of the plot. */
export function TimeTag({ left, text, places }: { left: number; text: string; places: PlotPlaces }) {
  const start = Math.min(Math.max(0, left - 36), places.width - 72);
  return (
    <Time className="num" style={{ top: places.height + 4, transform: `translateX(${start}px)` }} aria-hidden="true">
      {text}
    </Time>
  );
}
