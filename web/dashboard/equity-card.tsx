import { styled } from "goober";
import { type PointerEvent, useId, useState } from "react";
import { DAY_MS } from "../../worker/contract/time.ts";
import { dayAt } from "../../worker/contract/trade-calendar.ts";
import { type AccountName, runOf } from "../trade-accounts/trade-account.ts";
import { DemoBadge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card, CardTitle } from "../ui/card.tsx";
import { moneyTicks } from "../ui/charts/money-axis.ts";
import { Plot } from "../ui/charts/plot.tsx";
import { valueAxis } from "../ui/charts/value-axis.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { capUsd, formatDay, formatLongDate, formatMonth, formatSignedMoney } from "../ui/format.ts";
import { RefreshCw } from "../ui/icon.tsx";
import { Row, Text } from "../ui/layout.tsx";
import { Money } from "../ui/money.tsx";
import { Segments } from "../ui/segments.tsx";
import { Loading, Skeleton } from "../ui/skeleton.tsx";
import { useMinute } from "../ui/use-now.ts";
import { dashboardText } from "./dashboard-text.ts";
import { type EquityPoint, type EquityRange, equityPoints } from "./equity-points.ts";
import { reloadTradingRecord, useFigures } from "./trading-record.ts";

const text = dashboardText.equity;
const RANGES: readonly EquityRange[] = ["weeks", "month", "all"];

type EquityCardProps = { account: AccountName; timeZone: string };

/** The running sum of closed results, shown to accounts with trades. */
export function EquityCard({ account, timeZone }: EquityCardProps) {
  const [range, choose] = useState<EquityRange>("weeks");
  const id = useId();
  return (
    <Card isColumn grow minHeight={290} aria-labelledby={id}>
      <CardTitle id={id} title={text.title}>
        <Row gap={12}>
          {runOf(account) !== null && <DemoBadge />}
          <Segments
            size="dense"
            label={text.ranges}
            value={range}
            options={RANGES.map((value) => ({ value, label: text.range[value] }))}
            onChange={choose}
          />
        </Row>
      </CardTitle>
      <Body account={account} range={range} timeZone={timeZone} />
    </Card>
  );
}

function Body({ account, range, timeZone }: EquityCardProps & { range: EquityRange }) {
  const nowMs = useMinute();
  const { value, isLoading, error } = useFigures(account);
  if (value !== null) {
    return (
      <>
        <EquityLine key={range} points={equityPoints(value.equity, range, dayAt(nowMs, timeZone))} range={range} />
        <Text as="small" size="caption" tone="muted" margin="12px 0 0">
          {text.note}
        </Text>
      </>
    );
  }
  if (error === null) {
    return (
      <Loading label={text.loading}>
        <Skeleton width="100%" height={248} />
      </Loading>
    );
  }
  return (
    <EmptyState
      title={text.missing}
      action={
        <Button icon={RefreshCw} isLoading={isLoading} onClick={reloadTradingRecord}>
          {text.retry}
        </Button>
      }
    />
  );
}

/** From this number of days on, the labels are months with years instead of days. */
const LONG_DAYS = 200;

const Drawing = styled("svg")`
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

/** The cumulative result of all trades by day. The text above the plot describes the range or the selected day. */
function EquityLine({ points, range }: { points: readonly EquityPoint[]; range: EquityRange }) {
  const [chosen, choose] = useState<number | null>(null);
  const axis = valueAxis(points.map(({ totalUsd }) => totalUsd));
  const labels = moneyTicks(axis.levels);
  const last = points.length - 1;
  const [from, to] = [points[0], points[last]];
  const point = points[chosen ?? last];
  if (!from || !to || !point) return null;

  const xOf = (index: number) => (index / last) * 100;
  const yOf = (usd: number) => ((axis.high - usd) / (axis.high - axis.low)) * 100;
  const line = points.map(({ totalUsd }, index) => `${rounded(xOf(index))} ${rounded(yOf(totalUsd))}`).join("L");
  const dateOf = ({ day }: EquityPoint) => (last > LONG_DAYS ? formatMonth : formatDay)(day * DAY_MS, "UTC");
  const base = axis.low < 0 && axis.high > 0 ? 0 : axis.low;

  function pointAt(event: PointerEvent<HTMLElement>) {
    if (event.pointerType !== "mouse") return;
    const { left, width } = event.currentTarget.getBoundingClientRect();
    choose(Math.round(Math.min(1, Math.max(0, (event.clientX - left) / width)) * last));
  }

  return (
    <>
      <Row as="p" className="num" align="baseline" gap={6} size="dense" tone="muted">
        <b>
          <Money usd={capUsd(chosen === null ? to.totalUsd - from.totalUsd : point.totalUsd)} as="result" />
        </b>{" "}
        {chosen === null ? text.inRange[range] : formatDay(point.day * DAY_MS, "UTC")}
      </Row>
      <Plot
        levels={axis.levels.map((usd, index) => ({
          at: 100 - yOf(usd),
          label: labels[index] ?? "",
          isBase: usd === base,
        }))}
        names={[
          { key: "from", label: dateOf(from) },
          { key: "middle", label: dateOf(points[Math.round(last / 2)] ?? from) },
          { key: "to", label: text.now },
        ]}
        spread="edges"
        minHeight={140}
        margin="12px 0 0"
        onPointerMove={pointAt}
        onPointerLeave={() => choose(null)}
      >
        <Curve line={line} />
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
    </>
  );
}

/** @param line its points as an SVG path, in percent of the plot */
function Curve({ line }: { line: string }) {
  const fillId = useId();
  return (
    <Drawing viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <linearGradient id={fillId} x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="var(--accent)" stopOpacity="0.2" />
        <stop offset="1" stopColor="var(--accent)" stopOpacity="0" />
      </linearGradient>
      <path d={`M0 100L${line}L100 100Z`} fill={`url(#${fillId})`} />
      <path d={`M${line}`} />
    </Drawing>
  );
}

/** Rounds to hundredths of a percent of the plot, finer than a pixel. */
function rounded(percent: number): number {
  return Math.round(percent * 100) / 100;
}
