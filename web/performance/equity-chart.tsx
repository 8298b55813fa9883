import { styled } from "goober";
import { type KeyboardEvent, useContext, useEffect, useMemo, useRef, useState } from "react";
import { FigurePlot } from "../chart/figure-plot.tsx";
import { capUsd, formatMoney, formatPercent, formatSignedMoney, type MoneyUnit } from "../ui/format.ts";
import { MoneyUnitContext } from "../ui/money.tsx";
import { media, type } from "../ui/theme.ts";
import type { CurveDay } from "./drawdown-figures.ts";
import { EQUITY_PX, equityPlots } from "./equity-plot.ts";
import { performanceText } from "./performance-text.ts";
import { tipPlace } from "./tip-place.ts";
import { AccountMoney } from "./trades-link.tsx";

const text = performanceText.equity;
const TIP = { widthPx: 240, heightPx: 82, gapPx: 14 } as const;
/** The possible positions of the tip: at the top and at the bottom of the curve's plot. */
const TIP_TOPS_PX = [12, EQUITY_PX.pad + EQUITY_PX.curve - TIP.heightPx - 4] as const;

/** The curve, its drawdown and a tip beside the crosshair; on phones above the plots, which it would cover. */
const Frame = styled("div")`
  position: relative;
  border-radius: 6px;
  & > p {
    ${type.caption}
    position: absolute;
    bottom: ${EQUITY_PX.axis + 6}px;
    left: ${EQUITY_PX.gutter + 8}px;
    color: var(--muted);
    pointer-events: none;
  }
  & > [data-plot] {
    position: relative;
  }
  & > [data-plot] + [data-plot] {
    margin-top: ${EQUITY_PX.gap - EQUITY_PX.pad * 2}px;
  }
  & .u-over {
    cursor: pointer;
    touch-action: pan-y;
  }
  & [data-plot] .u-cursor-x {
    border-right: 1px solid var(--muted);
  }
  & > [data-tip] {
    ${type.dense}
    position: absolute;
    z-index: 1;
    width: ${TIP.widthPx}px;
    padding: 10px 12px;
    border: 1px solid var(--control);
    border-radius: var(--radius-control);
    background: var(--raised);
    pointer-events: none;
  }
  & > [data-tip] > div {
    display: flex;
    justify-content: space-between;
    gap: 12px;
    color: var(--muted);
    white-space: nowrap;
  }
  & > [data-tip] > div > span:last-child {
    font-weight: 600;
  }
  ${media.phone} {
    & > [data-tip] {
      position: static;
      width: auto;
      margin-bottom: 12px;
    }
  }
`;

type EquityChartProps = {
  /** At least two. */
  days: readonly CurveDay[];
  /** The index of the crosshair while there is no pointer. */
  restIndex: number;
  today: number;
  onOpen: (day: number) => void;
};

/**
 * The curve and its drawdown with a shared crosshair. Pointer or arrow keys move it; a click or Enter opens the day's
 * trades.
 */
export function EquityChart({ days, restIndex, today, onOpen }: EquityChartProps) {
  const unit = useContext(MoneyUnitContext);
  const frame = useRef<HTMLDivElement>(null);
  const [index, setIndex] = useState(restIndex);
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null);
  const day = days[index] ?? days[restIndex];
  // The plots are created once per list of days; the ref gives their callbacks the latest render's functions.
  const handlers = useRef({ pointAt, show, open, restIndex });
  useEffect(() => {
    handlers.current = { pointAt, show, open, restIndex };
  });
  const plots = useMemo(
    () =>
      equityPlots({
        days,
        today,
        unit,
        onHover: (next) =>
          next === null ? handlers.current.pointAt(handlers.current.restIndex) : handlers.current.show(next),
        onPick: (picked) => handlers.current.open(picked),
        onReady: () => handlers.current.pointAt(handlers.current.restIndex),
      }),
    [days, today, unit],
  );

  function show(next: number) {
    setIndex(next);
    const [atPx, widthPx] = [plots.leftOf(next), frame.current?.clientWidth ?? 0];
    if (atPx === null || widthPx === 0) return;
    setPlace(tipPlace({ atPx, widthPx, tip: TIP, topsPx: TIP_TOPS_PX, curveIn: (along) => plots.curveIn(along) }));
  }
  function pointAt(next: number) {
    plots.point(next);
    show(next);
  }
  function open(picked: number) {
    const chosen = days[picked];
    if (chosen && chosen.trades > 0) onOpen(chosen.day);
  }

  function onKeyDown(event: KeyboardEvent) {
    const target = indexTowards(event.key, index);
    if (event.key === "Enter") open(index);
    else if (target !== null) pointAt(Math.min(Math.max(0, target), days.length - 1));
    else return;
    event.preventDefault();
  }

  return (
    <Frame
      ref={frame}
      role="slider"
      tabIndex={0}
      aria-label={text.slider}
      aria-valuemin={0}
      aria-valuemax={days.length - 1}
      aria-valuenow={index}
      aria-valuetext={day && pointText(day, unit)}
      onKeyDown={onKeyDown}
    >
      {day && place && <CurveTip day={day} place={place} />}
      <div data-plot="" style={{ height: EQUITY_PX.curve + EQUITY_PX.pad * 2 }}>
        <FigurePlot {...plots.curve} />
      </div>
      <div data-plot="" style={{ height: EQUITY_PX.pad + EQUITY_PX.drawdown + EQUITY_PX.axis }}>
        {/* It is resized after the curve. uPlot moves a crosshair in proportion then, also one that is right already. */}
        <FigurePlot {...plots.drawdown} onResize={() => pointAt(index)} />
      </div>
      <p>{text.fromPeak}</p>
    </Frame>
  );
}

function pointText({ day, total, drawdown, percent, trades }: CurveDay, unit: MoneyUnit): string {
  const closed = formatSignedMoney(capUsd(total, unit), undefined, unit);
  return text.point(day, closed, formatMoney(drawdown, undefined, unit) + inBrackets(percent), trades);
}

/** ` (4.1%)`; nothing where it is not known. */
function inBrackets(percent: number | null | undefined): string {
  return percent ? ` (${formatPercent(percent)})` : "";
}

/** The day that a key moves the crosshair to, perhaps beyond an end; null for other keys. */
function indexTowards(key: string, index: number): number | null {
  switch (key) {
    case "ArrowLeft":
    case "ArrowDown":
      return index - 1;
    case "ArrowRight":
    case "ArrowUp":
      return index + 1;
    case "PageDown":
      return index - 30;
    case "PageUp":
      return index + 30;
    case "Home":
      return 0;
    case "End":
      return Number.POSITIVE_INFINITY;
    default:
      return null;
  }
}

function CurveTip({ day, place }: { day: CurveDay; place: { left: number; top: number } }) {
  return (
    <div data-tip="" aria-hidden="true" style={place}>
      <div>{performanceText.longDate(day.day)}</div>
      <div>
        <span>{text.closedPnl}</span>
        <AccountMoney usd={day.total} as="result" />
      </div>
      <div>
        <span>{text.drawdown}</span>
        <span>
          <AccountMoney usd={-day.drawdown} as="result" />
          {inBrackets(day.percent)}
        </span>
      </div>
    </div>
  );
}
