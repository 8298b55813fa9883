import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { SpinnerBlock } from "../ui/spinner.tsx";
import type { ChartController } from "./chart-controller.ts";

/** At the right, as the rail at the left comes later. */
const Place = styled("div")`
  position: absolute;
  inset: 0 0 auto auto;
`;

/** The part of the pane that the chart will fill, with its candles at the end. */
const Pane = styled("div")`
  position: relative;
  height: 100%;
  & > div {
    inset: auto 0 0 auto;
  }
`;

/** Of the document that is still there while the first screen renders, or in the place of a chart that comes later. */
const drawnEarly = () => document.querySelector<HTMLCanvasElement>('#root canvas[data-shows="candles"]');

/**
 * The candles that the document's script has drawn before the application ran, until the chart has drawn its own, or is to show
 * others.
 * @param shown the symbol and the interval
 * @returns null where there are none
 */
export function useEarlyCandles(chart: ChartController | null, shown: string) {
  useSignals();
  const [early, setEarly] = useState(() => ({ canvas: drawnEarly(), shown }));
  const { canvas } = early;
  const isNeeded = canvas !== null && shown === early.shown && (chart === null || chart.status.value === "loading");
  const isOver = canvas !== null && !isNeeded;
  useEffect(() => {
    if (isOver) setEarly({ canvas: null, shown: "" });
  }, [isOver]);
  return isNeeded ? <EarlyCandles canvas={canvas} /> : null;
}

/** In the pane of a chart that renders later: candles of the document, where it has some. */
export function CandlesBeforeChart() {
  const [canvas] = useState(drawnEarly);
  return <Pane>{canvas ? <EarlyCandles canvas={canvas} /> : <SpinnerBlock />}</Pane>;
}

function EarlyCandles({ canvas }: { canvas: HTMLCanvasElement }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const ratio = devicePixelRatio || 1;
    canvas.style.cssText = `display: block; width: ${canvas.width / ratio}px; height: ${canvas.height / ratio}px`;
    place.current?.replaceChildren(canvas);
  }, [canvas]);
  return <Place ref={place} />;
}
