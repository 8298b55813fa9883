import { styled } from "goober";
import type { ElementType } from "react";
import { layoutPart, type PartProps } from "../layout.tsx";
import { type } from "../theme.ts";

const Frame = styled("div")`
  ${type.caption}
  flex: 1;
  display: flex;
  flex-direction: column;
  min-width: 0;
  /* The outer half of a name at the right end. */
  &[data-spread="points"] {
    padding-right: 8px;
  }
`;

const AREA = "position: relative; flex: 1;";

const Line = styled("div")`
  position: absolute;
  left: 0;
  right: 0;
  height: 0;
  border-top: 1px dashed var(--line);
  color: var(--muted);
  &[data-base="true"] {
    border-top-style: solid;
  }
  &[data-base="true"]:empty {
    border-top-color: var(--control);
  }
  & > span {
    position: absolute;
    top: -8px;
    right: calc(100% + 12px);
    white-space: nowrap;
  }
`;

const Names = styled("div")`
  display: flex;
  justify-content: space-between;
  margin-top: 6px;
  color: var(--muted);
  & > [data-strong="true"] {
    color: var(--text);
  }
  &[data-spread="points"] > span,
  &[data-spread="columns"] > span {
    width: 0;
    display: flex;
    justify-content: center;
    white-space: nowrap;
  }
  &[data-spread="columns"] > span {
    flex: 1;
  }
  &[data-spread="columns"] > [data-strong="true"] {
    font-weight: 600;
  }
`;

/** A line across a plot. Without a label it is a zero line that must be seen. */
export type PlotLevel = {
  /** Its height, in percent of the plot from its lower edge. */
  at: number;
  label?: string;
  /** The line that values start from is solid, others are dashed. */
  isBase?: boolean;
};

type PlotProps<Tag extends ElementType> = PartProps<Tag> & {
  levels: readonly PlotLevel[];
  /** Below the plot. */
  names: readonly { key: string; label: string; isStrong?: boolean }[];
  /** Whether the names stand at its edges, below evenly spaced points, or below columns of equal width. */
  spread: "edges" | "points" | "columns";
};

/**
 * The frame of a plot: lines at its levels with their labels at the left, and names below. The children are placed in
 * percent of its area. Levels and names are hidden from screen readers, to which the children say what the plot shows.
 */
export function Plot<Tag extends ElementType = "div">({ levels, names, spread, children, ...area }: PlotProps<Tag>) {
  const longest = Math.max(0, ...levels.map(({ label }) => label?.length ?? 0));
  return (
    <Frame data-spread={spread} style={{ paddingLeft: longest > 0 ? `calc(${longest}ch + 12px)` : 0 }}>
      {layoutPart(AREA, "div", {
        ...area,
        children: (
          <>
            {levels.map(({ at, label, isBase = false }) => (
              <Line key={at} aria-hidden="true" data-base={isBase} style={{ bottom: `${at}%` }}>
                {label && <span className="num">{label}</span>}
              </Line>
            ))}
            {children}
          </>
        ),
      })}
      <Names aria-hidden="true" className="num" data-spread={spread}>
        {names.map(({ key, label, isStrong = false }) => (
          <span key={key} data-strong={isStrong}>
            {label}
          </span>
        ))}
      </Names>
    </Frame>
  );
}
