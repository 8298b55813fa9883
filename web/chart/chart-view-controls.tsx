import { useComputed } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { keyframes, styled } from "goober";
import { useEffect, useRef } from "react";
import { followPointer, isFurtherFinger } from "../ui/follow-pointer.ts";
import { ChevronsRight, Icon } from "../ui/icon.tsx";
import { media } from "../ui/theme.ts";
import { toggleScale } from "./chart-choices.ts";
import type { ChartController } from "./chart-controller.ts";
import { chartViewText } from "./chart-view-text.ts";
import { AXIS_HEIGHT_PX, AXIS_WIDTH_PX } from "./plot/axis-size.ts";
import { panesHeightPx } from "./plot/pane-layout.ts";

const AxisHandle = styled("div")`
  position: absolute;
  top: 0;
  right: 0;
  width: ${AXIS_WIDTH_PX}px;
  cursor: ns-resize;
  touch-action: none;
`;

/** How far a drag over the axis is that shows e times as much, CSS px. */
const SCALE_PX = 200;
const WHEEL_SCALE_PX = 600;

type OfChart = { chart: ChartController };

/** The price axis: dragging it up and down shows fewer or more prices, a double click fits them automatically. */
export function PriceAxisHandle({ chart }: OfChart) {
  useSignals();
  const element = useRef<HTMLDivElement>(null);
  const height = useComputed(() => {
    void chart.drawn.value;
    return chart.plotPx.height;
  });
  useEffect(() => {
    const axis = element.current;
    if (!axis) return;
    const listeners = new AbortController();
    const { signal } = listeners;
    let endDrag = () => {};
    axis.addEventListener(
      "pointerdown",
      (event) => {
        if (event.button !== 0 || isFurtherFinger(event)) return;
        const before = chart.viewport.manualRange.peek();
        let y = event.clientY;
        endDrag = followPointer(axis, event, {
          move({ clientY }) {
            if (clientY !== y) chart.viewport.zoomPrice(Math.exp((clientY - y) / SCALE_PX));
            y = clientY;
          },
          drop: () => {},
          cancel: () => chart.viewport.restorePrices(before),
        });
      },
      { signal },
    );
    axis.addEventListener("dblclick", () => chart.viewport.scaleAutomatically(), { signal });
    axis.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        chart.viewport.zoomPrice(Math.exp(event.deltaY / WHEEL_SCALE_PX));
      },
      { signal, passive: false },
    );
    return () => {
      endDrag();
      listeners.abort();
    };
  }, [chart]);
  return <AxisHandle ref={element} data-part="price-axis" aria-hidden="true" style={{ height: height.value }} />;
}

const Buttons = styled("div")`
  position: absolute;
  right: ${AXIS_WIDTH_PX + 1}px;
  bottom: 0;
  display: flex;
  height: ${AXIS_HEIGHT_PX - 1}px;
  padding-right: 4px;
  font-size: 12px;
  & > button {
    position: relative;
    padding: 0 8px;
    border-radius: 5px;
    color: var(--muted);
  }
  & > button:hover,
  & > button[aria-pressed="true"] {
    color: var(--text);
  }
  & > button[aria-pressed="true"] {
    font-weight: 500;
  }
  & > button:focus-visible {
    outline-offset: -2px;
  }
  ${media.touch} {
    & > button {
      min-width: 44px;
    }
    & > button::after {
      content: "";
      position: absolute;
      inset: -17px 0 0;
    }
  }
`;

/** The choice of the price axis: percent, logarithmic or neither, and whether it fits the prices automatically. */
export function ScaleButtons({ chart }: OfChart) {
  useSignals();
  const scale = chart.viewport.scale.value;
  const isAuto = chart.viewport.manualRange.value === null;
  const { percent, percentWords, log, logWords, auto, autoWords } = chartViewText;
  return (
    <Buttons role="group" aria-label={chartViewText.scale}>
      <button
        type="button"
        aria-pressed={scale === "percent"}
        aria-label={percentWords}
        onClick={() => toggleScale("percent")}
      >
        {percent}
      </button>
      <button type="button" aria-pressed={scale === "log"} aria-label={logWords} onClick={() => toggleScale("log")}>
        {log}
      </button>
      <button
        type="button"
        aria-pressed={isAuto}
        aria-label={autoWords}
        onClick={() => chart.viewport.scaleAutomatically()}
      >
        {auto}
      </button>
    </Buttons>
  );
}

const Round = styled("button")`
  position: absolute;
  z-index: 4;
  right: ${AXIS_WIDTH_PX + 12}px;
  display: grid;
  place-items: center;
  width: 28px;
  height: 28px;
  border: 1px solid var(--control);
  border-radius: 50%;
  background: var(--raised);
  box-shadow: var(--shadow);
  ${media.touch} {
    &::after {
      content: "";
      position: absolute;
      inset: -8px;
    }
  }
`;

/** Returns to the newest candles; there only while the last one is out of view. */
export function BackToLive({ chart }: OfChart) {
  useSignals();
  if (!chart.viewport.isAway.value) return null;
  return (
    <Round
      type="button"
      aria-label={chartViewText.backToLive}
      title={chartViewText.backToLive}
      style={{ bottom: AXIS_HEIGHT_PX + panesHeightPx(chart.board.layout.value.panes) + 12 }}
      onClick={() => chart.viewport.showNewest()}
    >
      <Icon of={ChevronsRight} />
    </Round>
  );
}

const comesLate = keyframes`
  from, to { visibility: visible; }
`;

const runsAlong = keyframes`
  from { transform: translateX(-100%); }
  to { transform: translateX(300%); }
`;

const Line = styled("div")`
  position: absolute;
  z-index: 2;
  top: 0;
  left: 0;
  right: 0;
  height: 2px;
  overflow: hidden;
  visibility: hidden;
  animation: ${comesLate} 1s 150ms forwards;
  & > i {
    display: block;
    width: 34%;
    height: 100%;
    background: var(--accent);
    animation: ${runsAlong} 1.2s linear infinite;
  }
  @media (prefers-reduced-motion: reduce) {
    & > i {
      width: 100%;
      animation: none;
    }
  }
`;

/** A line below the toolbar while candles of another size load and the old ones stay; a quick load shows none. */
export function LoadingLine() {
  return (
    <Line role="progressbar" aria-label={chartViewText.loadingLine} aria-busy="true">
      <i />
    </Line>
  );
}
