import { styled } from "goober";
import type { CSSProperties, PointerEventHandler, ReactNode, Ref } from "react";
import { media, tint } from "../ui/theme.ts";
import type { LinePlace } from "./line-places.ts";
import { AXIS_WIDTH_PX, tagFontPx } from "./plot/axis-size.ts";

/** The heights of pills, CSS px. */
export const PILL_PX = { desk: 24, phone: 28 } as const;

/** The look of a line over the plot. */
export type LineLook = "position" | "stop" | "target" | "order" | "alert";

// Lines follow prices and pointers by transforms, which cause no layout. Pills are above all lines.
const Frame = styled("div")`
  --stroke: color-mix(in oklab, var(--text) 55%, transparent);
  --dash: 4px;
  --edge: var(--control);
  --tone: var(--text);
  --fill: var(--raised);
  position: absolute;
  z-index: 1;
  top: 0;
  left: 0;
  right: 0;
  height: 0;
  pointer-events: none;
  &[data-look="stop"] {
    --stroke: var(--down);
    --dash: 6px;
    --edge: var(--down);
    --tone: var(--down);
    --fill: ${tint("down", 14, "bg")};
  }
  &[data-look="target"] {
    --stroke: var(--up);
    --dash: 6px;
    --edge: var(--up);
    --tone: var(--up);
    --fill: ${tint("up", 14, "bg")};
  }
  &[data-look="order"] {
    --stroke: var(--accent);
    --dash: 8px;
    --edge: var(--accent);
    --tone: var(--accent);
    --fill: ${tint("accent", 14, "bg")};
  }
  & > i,
  & > span {
    position: absolute;
    right: 0;
  }
  & > i {
    top: -0.5px;
    left: 0;
    right: ${AXIS_WIDTH_PX}px;
    height: 1px;
    background: var(
      --pattern,
      repeating-linear-gradient(90deg, var(--stroke) 0 var(--dash), transparent 0 calc(var(--dash) + 4px))
    );
  }
  & > span {
    top: -10px;
    right: 1px;
    width: ${AXIS_WIDTH_PX - 2}px;
    height: 20px;
    padding-right: 7px;
    border: 1px solid var(--edge);
    border-radius: 3px;
    background: var(--fill);
    color: var(--tone);
    font-size: 12px;
    font-weight: 500;
    line-height: 18px;
    text-align: right;
  }
  & > b {
    position: absolute;
    width: 1px;
    background: var(--edge);
  }
  & > svg {
    position: absolute;
    top: 0;
    right: ${AXIS_WIDTH_PX - 1}px;
    overflow: visible;
    stroke: var(--edge);
  }
  &[data-state="over"] > i {
    top: -1px;
    height: 2px;
  }
  &[data-state="held"],
  &[data-state="fault"] {
    z-index: 3;
  }
  &[data-state="held"] > i,
  &[data-state="fault"] > i {
    top: -1px;
    height: 2px;
    background: var(--stroke);
  }
  &[data-state="fault"] {
    --stroke: var(--warn);
    --edge: var(--warn);
    --tone: var(--warn);
    --fill: ${tint("warn", 14, "bg")};
  }
  &[data-state="sent"] > i {
    background: var(--stroke);
    opacity: 0.6;
  }
  &[data-state="sent"] > span {
    opacity: 0.6;
  }
  &[data-state="ghost"] {
    opacity: 0.3;
  }
`;

const Pill = styled("div")`
  --edge: var(--control);
  --tone: var(--text);
  position: absolute;
  z-index: 2;
  top: -12px;
  left: 0;
  display: flex;
  align-items: center;
  height: ${PILL_PX.desk}px;
  transform: translate(var(--left), var(--top));
  border: 1px var(--edge-style, solid) var(--edge);
  border-radius: 6px;
  background: var(--surface);
  font-size: 12px;
  font-weight: 500;
  line-height: 22px;
  white-space: nowrap;
  pointer-events: auto;
  &[data-movable="true"] {
    cursor: ns-resize;
    touch-action: none;
  }
  &[data-look="stop"] {
    --tone: var(--down);
  }
  &[data-look="target"] {
    --tone: var(--up);
  }
  &[data-look="order"] {
    --edge: var(--accent);
    --tone: var(--accent);
  }
  &[data-state="over"],
  &[data-state="held"] {
    background: var(--raised);
  }
  &[data-state="held"],
  &[data-state="fault"] {
    z-index: 3;
    box-shadow: var(--shadow);
  }
  &[data-state="fault"] {
    --edge: var(--warn);
    --tone: var(--warn);
    color: var(--warn);
  }
  /* Shown whole while the pointer, the focus or a move is at it. */
  &[data-folded="true"] {
    transform: translate(var(--open-left), var(--top));
    z-index: 3;
  }
  &[data-folded="true"][data-state="rest"]:not(:hover):not(:focus-within) {
    transform: translate(var(--left), var(--top));
    z-index: 2;
    border-color: var(--tone);
    & > :not(:first-child),
    & > [role="slider"] > :not(:first-child) {
      display: none;
    }
    & > [role="slider"] {
      padding: 0 5px;
      & > svg {
        color: var(--tone);
      }
    }
  }
  & > * {
    padding: 0 8px;
  }
  & > * + * {
    border-left: 1px solid var(--line);
  }
  & > [role="slider"] {
    display: flex;
    align-items: center;
    gap: 6px;
    padding-left: 4px;
    border-radius: 5px;
    & > svg {
      flex: none;
      color: var(--muted);
    }
    & > b {
      color: var(--tone);
      font-weight: 500;
    }
  }
  ${media.phone} {
    top: -14px;
    height: ${PILL_PX.phone}px;
    line-height: 26px;
    & > [data-part="money"] {
      display: none;
    }
    &[data-look="position"] > [data-part="money"],
    &[data-state="held"] > [data-part="money"] {
      display: block;
    }
  }
`;

/** A button in a pill, its last part. */
export const PillButton = styled("button")`
  display: flex;
  align-items: center;
  height: 22px;
  border-radius: 0 5px 5px 0;
  font-weight: 500;
  cursor: pointer;
  &:hover:not(:disabled) {
    background: var(--line);
  }
  &:disabled {
    color: var(--muted);
    cursor: not-allowed;
  }
  ${media.touch} {
    position: relative;
    /* The target is 44 px high, and the pill stays slim. */
    &::after {
      content: "";
      position: absolute;
      inset: -11px 0;
    }
  }
  ${media.phone} {
    height: 26px;
  }
`;

/** A figure in a pill beside the one that counts. */
export const PillNote = styled("small")`
  color: var(--muted);
  font-size: inherit;
`;

/** `over`: under the pointer; `held`: being moved, `fault` to a place where it may not be; `sent`: without an answer so far. */
export type LineState = "rest" | "over" | "held" | "fault" | "sent" | "ghost";

type PriceLineProps = {
  ref?: Ref<HTMLDivElement>;
  place: Pick<LinePlace, "top" | "tagTop"> & Partial<Pick<LinePlace, "pill">>;
  look: LineLook;
  state: LineState;
  /** The price on the axis. */
  tag: string;
  style?: CSSProperties | undefined;
};

/**
 * A line over the whole plot at a price, with a tag on the price axis, and leaders to its tag and pill where these are not
 * at the line.
 * @param props.style other colours as `--stroke`, `--edge`, `--tone` and `--fill`, other dashes as `--pattern`
 */
export function PriceLine({ ref, place: { top, tagTop, pill }, look, state, tag, style }: PriceLineProps) {
  const leaderPx = pill ? pill.top - top : 0;
  const moved = tagTop === null ? 0 : tagTop - top;
  return (
    <Frame
      ref={ref}
      data-look={look}
      data-state={state}
      style={{ ...style, transform: `translateY(${top}px)` }}
      aria-hidden="true"
    >
      <i />
      {pill && Math.abs(leaderPx) > 12 && (
        <b style={{ left: pill.left + 8, top: Math.min(0, leaderPx), height: Math.abs(leaderPx) }} />
      )}
      {moved !== 0 && (
        <svg width="6" height="1" aria-hidden="true">
          <path d={`M0 0 L6 ${moved}`} strokeWidth="1" fill="none" />
        </svg>
      )}
      {tagTop !== null && (
        <span className="num" style={{ transform: `translateY(${moved}px)`, fontSize: tagFontPx(tag) }}>
          {tag}
        </span>
      )}
    </Frame>
  );
}

type LinePillProps = {
  place: LinePlace;
  look: LineLook;
  state: LineState;
  /** A press on the pill; the pill moves its line then. */
  onPress?: PointerEventHandler<HTMLDivElement> | undefined;
  style?: CSSProperties | undefined;
  children: ReactNode;
};

/** The pill at the left end of a line. @param props.style other colours as `--edge` and `--tone`, dashes as `--edge-style` */
export function LinePill({ place: { pill }, look, state, onPress, style, children }: LinePillProps) {
  // CSSProperties has no custom properties.
  const place = {
    ...style,
    "--left": `${pill.left}px`,
    "--open-left": `${pill.openLeft}px`,
    "--top": `${pill.top}px`,
  } as CSSProperties;
  return (
    <Pill
      data-look={look}
      data-state={state}
      data-movable={onPress !== undefined}
      data-folded={pill.isFolded}
      onPointerDown={onPress}
      style={place}
    >
      {children}
    </Pill>
  );
}

const Upright = styled("div")`
  position: absolute;
  z-index: 1;
  top: 0;
  left: 21px;
  width: 1px;
  pointer-events: none;
  background: var(--up);
  opacity: 0.45;
  &[data-look="stop"] {
    background: var(--down);
    opacity: 0.6;
  }
`;

/** An upright line between two prices of one trade. Positions in CSS px from the plot's top. */
export function LineUpright({ look, fromPx, toPx }: { look: "stop" | "target"; fromPx: number; toPx: number }) {
  const style: CSSProperties = {
    height: Math.abs(toPx - fromPx),
    transform: `translateY(${Math.min(fromPx, toPx)}px)`,
  };
  return <Upright data-look={look} style={style} />;
}
