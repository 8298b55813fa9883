import { styled } from "goober";
import { type PointerEvent, useId, useState } from "react";
import { DAY_MS } from "../../worker/contract/time.ts";
import { capUsd, formatDay, formatLongDate, formatMonth, formatSignedMoney } from "../ui/format.ts";
import { Money } from "../ui/money.tsx";
import { moneyTicks } from "../ui/money-axis.ts";
import { type } from "../ui/theme.ts";
import { dashboardText } from "./dashboard-text.ts";
import { equityAxis } from "./equity-axis.ts";
import type { EquityPoint, EquityRange } from "./equity-points.ts";

const text = dashboardText.equity;
/** From this number of days on, the labels are months with years instead of days. */
const LONG_DAYS = 200;

const Reading = styled("p")`
  ${type.dense}
  display: flex;
  align-items: baseline;
  gap: 6px;
  color: var(--muted);
  & > :first-child {
    font-weight: 600;
  }
`;

const Plot = styled("div")`
  ${type.caption}
  position: relative;
  flex: 1;
  min-height: 140px;
  margin-top: 12px;
`;

const Level = styled("div")`
  position: absolute;
  right: 0;
  left: 0;
  height: 0;
  border-top: 1px dashed var(--line);
  color: var(--muted);
  &[data-base="true"] {
    border-top-style: solid;
  }
  & > span {
    position: absolute;
    top: -8px;
    right: calc(100% + 12px);
    white-space: nowrap;
  }
`;

const Curve = styled("svg")`
  position: absolute;
  inset: 0;
  width: 100%;
  height: 100%;
  overflow: visible;
  & > path:last-child {
    fill: none;
    stroke: var(--accent);
    stroke-width: 1.75;
    stroke-linejoin: round;
    vector-effect: non-scaling-stroke;
  }
`;

const Point = styled("i")`
  position: absolute;
  width: 11px;
  height: 11px;
  margin: -5.5px;
  border: 2px solid var(--surface);
  border-radius: 50%;
  background: var(--accent);
  pointer-events: none;
`;

/** An invisible range input over the plot: keyboard, touch and screen readers select a day with it. */
const Slider = styled("input")`
  position: absolute;
  inset: 0 -8px;
  width: calc(100% + 16px);
  height: 100%;
  margin: 0;
  opacity: 0;
  cursor: crosshair;
  touch-action: pan-y;
  &:focus-visible + span {
    position: absolute;
    inset: -6px;
    outline: 2px solid var(--accent);
    border-radius: 4px;
    pointer-events: none;
  }
`;

const Dates = styled("div")`
  ${type.caption}
  display: flex;
  justify-content: space-between;
  margin-top: 8px;
  color: var(--muted);
`;

/** The cumulative result of all trades by day. The text above the plot describes the range or the selected day. */
export function EquityLine({ points, range }: { points: readonly EquityPoint[]; range: EquityRange }) {
  const [chosen, choose] = useState<number | null>(null);
  const fillId = useId();
  const axis = equityAxis(points.map(({ totalUsd }) => totalUsd));
  const labels = moneyTicks(axis.levels);
  const last = points.length - 1;
  const [from, to] = [points[0], points[last]];
  const point = points[chosen ?? last];
  if (!from || !to || !point) return null;

  const xOf = (index: number) => (index / last) * 100;
  const yOf = (usd: number) => ((axis.high - usd) / (axis.high - axis.low)) * 100;
  const line = points.map(({ totalUsd }, index) => `${rounded(xOf(index))} ${rounded(yOf(totalUsd))}`).join("L");
  const dateOf = ({ day }: EquityPoint) => (last > LONG_DAYS ? formatMonth : formatDay)(day * DAY_MS, "UTC");
  const gutter = { marginLeft: `calc(${Math.max(...labels.map((label) => label.length))}ch + 8px)` };
  const base = axis.low < 0 && axis.high > 0 ? 0 : axis.low;

  function pointAt(event: PointerEvent<HTMLElement>) {
    if (event.pointerType !== "mouse") return;
    const { left, width } = event.currentTarget.getBoundingClientRect();
    choose(Math.round(Math.min(1, Math.max(0, (event.clientX - left) / width)) * last));
  }

  return (
    <>
      <Reading className="num">
        {chosen === null ? (
          <>
            <Money usd={capUsd(to.totalUsd - from.totalUsd)} as="result" /> {text.inRange[range]}
          </>
        ) : (
          <>
            <Money usd={capUsd(point.totalUsd)} as="result" /> {formatDay(point.day * DAY_MS, "UTC")}
          </>
        )}
      </Reading>
      <Plot style={gutter} onPointerMove={pointAt} onPointerLeave={() => choose(null)}>
        {axis.levels.map((usd, index) => (
          <Level key={usd} aria-hidden="true" data-base={usd === base} style={{ top: `${yOf(usd)}%` }}>
            <span className="num">{labels[index]}</span>
          </Level>
        ))}
        <Curve viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <linearGradient id={fillId} x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor="var(--accent)" stopOpacity="0.2" />
            <stop offset="1" stopColor="var(--accent)" stopOpacity="0" />
          </linearGradient>
          <path d={`M0 100L${line}L100 100Z`} fill={`url(#${fillId})`} />
          <path d={`M${line}`} />
        </Curve>
        <Point style={{ left: `${xOf(chosen ?? last)}%`, top: `${yOf(point.totalUsd)}%` }} />
        <Slider
          type="range"
          aria-label={text.slider}
          aria-valuetext={text.point(
            formatLongDate(point.day * DAY_MS, "UTC"),
            formatSignedMoney(capUsd(point.totalUsd)),
            point.trades,
          )}
          min={0}
          max={last}
          value={chosen ?? last}
          onChange={(event) => choose(event.currentTarget.valueAsNumber)}
          onBlur={() => choose(null)}
        />
        <span />
      </Plot>
      <Dates aria-hidden="true" className="num" style={gutter}>
        <span>{dateOf(from)}</span>
        <span>{dateOf(points[Math.round(last / 2)] ?? from)}</span>
        <span>{text.now}</span>
      </Dates>
    </>
  );
}

/** Rounds to hundredths of a percent of the plot, finer than a pixel. */
function rounded(percent: number): number {
  return Math.round(percent * 100) / 100;
}
