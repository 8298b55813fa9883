import { effect } from "@preact/signals-react";
import { styled } from "goober";
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { readColours } from "../chart/chart-colours.ts";
import { plotParts } from "../chart/plot-parts.ts";
import { capUsd, formatMoney, formatSignedMoney } from "../format.ts";
import { theme } from "../state/theme.ts";
import { Money } from "../ui/money.tsx";
import { media, type } from "../ui/theme.ts";
import type { CurveDay } from "./drawdown-figures.ts";
import { EQUITY_PX, type EquityPlot, makeEquityPlot } from "./equity-plot.ts";
import { performanceText } from "./performance-text.ts";
import { tipPlace } from "./tip-place.ts";

const text = performanceText.equity;
const TIP = { widthPx: 240, heightPx: 82, gapPx: 14 } as const;
/** At the top of the curve's plot, or at its bottom. */
const TIP_TOPS_PX = [12, EQUITY_PX.pad + EQUITY_PX.curve - TIP.heightPx - 4] as const;

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
`;

const Plot = styled("div")`
  ${plotParts}
  & .u-over {
    cursor: pointer;
    touch-action: pan-y;
  }
  & .u-cursor-x {
    border-right: 1px solid var(--muted);
  }
  & + & {
    margin-top: ${EQUITY_PX.gap - EQUITY_PX.pad * 2}px;
  }
`;

/** Beside the crosshair; on phones above the plots, which it would cover. */
const Tip = styled("div")`
  ${type.dense}
  position: absolute;
  z-index: 1;
  width: ${TIP.widthPx}px;
  padding: 10px 12px;
  border: 1px solid var(--control);
  border-radius: var(--radius-control);
  background: var(--raised);
  pointer-events: none;
  & > div {
    display: flex;
    justify-content: space-between;
    gap: 12px;
    color: var(--muted);
    white-space: nowrap;
  }
  & > div > span:last-child {
    font-weight: 600;
  }
  ${media.phone} {
    position: static;
    width: auto;
    margin-bottom: 12px;
  }
`;

type EquityChartProps = {
  /** At least two. */
  days: readonly CurveDay[];
  /** Where the crosshair stands while nobody moves it. */
  restIndex: number;
  today: number;
  onOpen: (day: number) => void;
};

/**
 * The curve and its drawdown, with one crosshair through both. Pointer or arrow keys move it; a click or Enter opens the
 * day's trades.
 */
export function EquityChart({ days, restIndex, today, onOpen }: EquityChartProps) {
  const above = useRef<HTMLDivElement>(null);
  const below = useRef<HTMLDivElement>(null);
  const plot = useRef<EquityPlot>(null);
  const [index, setIndex] = useState(restIndex);
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null);
  const day = days[index] ?? days[restIndex];

  function show(next: number) {
    setIndex(next);
    const [made, widthPx] = [plot.current, above.current?.clientWidth ?? 0];
    if (!made || widthPx === 0) return;
    setPlace(
      tipPlace({
        atPx: made.leftOf(next),
        widthPx,
        tip: TIP,
        topsPx: TIP_TOPS_PX,
        curveIn: (along) => made.curveIn(along),
      }),
    );
  }
  function pointAt(next: number) {
    plot.current?.point(next);
    show(next);
  }
  function open(picked: number) {
    const chosen = days[picked];
    if (chosen && chosen.trades > 0) onOpen(chosen.day);
  }
  const hover = useEffectEvent((next: number | null) => (next === null ? pointAt(restIndex) : show(next)));
  const pick = useEffectEvent(open);
  const rest = useEffectEvent(() => pointAt(restIndex));
  const stay = useEffectEvent(() => pointAt(index));

  useEffect(() => {
    const [upper, lower] = [above.current, below.current];
    if (!upper || !lower) return;
    const made = makeEquityPlot(upper, lower, {
      days,
      today,
      widthPx: upper.clientWidth,
      colours: readColours(),
      onHover: (next) => hover(next),
      onPick: (picked) => pick(picked),
    });
    plot.current = made;
    // The plots take their size, and put their crosshair back after a change of it, once this turn is over.
    const afterTurn = (act: () => void) => queueMicrotask(() => plot.current === made && act());
    afterTurn(rest);
    const resize = new ResizeObserver(() => {
      if (upper.clientWidth === 0) return;
      made.resize(upper.clientWidth);
      afterTurn(stay);
    });
    resize.observe(upper);
    const stopTheme = effect(() => {
      void theme.value;
      // So do the theme's colours, which stand on the root only then.
      afterTurn(() => made.setColours(readColours()));
    });
    return () => {
      resize.disconnect();
      stopTheme();
      made.destroy();
      plot.current = null;
    };
  }, [days, today]);

  function onKeyDown(event: KeyboardEvent) {
    const target = {
      ArrowLeft: index - 1,
      ArrowDown: index - 1,
      ArrowRight: index + 1,
      ArrowUp: index + 1,
      PageDown: index - 30,
      PageUp: index + 30,
      Home: 0,
      End: days.length - 1,
    }[event.key];
    if (event.key === "Enter") open(index);
    else if (target !== undefined) pointAt(Math.min(Math.max(0, target), days.length - 1));
    else return;
    event.preventDefault();
  }

  return (
    <Frame
      role="slider"
      tabIndex={0}
      aria-label={text.slider}
      aria-valuemin={0}
      aria-valuemax={days.length - 1}
      aria-valuenow={index}
      aria-valuetext={
        day && text.point(day.day, formatSignedMoney(capUsd(day.total)), formatMoney(day.drawdown), day.trades)
      }
      onKeyDown={onKeyDown}
    >
      {day && place && (
        <Tip aria-hidden="true" style={place}>
          <div>{performanceText.longDate(day.day)}</div>
          <div>
            <span>{text.closedPnl}</span>
            <Money usd={capUsd(day.total)} as="result" />
          </div>
          <div>
            <span>{text.drawdown}</span>
            <Money usd={-day.drawdown} as="result" />
          </div>
        </Tip>
      )}
      <Plot ref={above} style={{ height: EQUITY_PX.curve + EQUITY_PX.pad * 2 }} />
      <Plot ref={below} style={{ height: EQUITY_PX.pad + EQUITY_PX.drawdown + EQUITY_PX.axis }} />
      <p>{text.fromPeak}</p>
    </Frame>
  );
}
