import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ChartController } from "./chart-controller.ts";

/** At the right, as the rail at the left comes later. */
const Place = styled("div")`
  position: absolute;
  inset: 0 0 auto auto;
`;

/**
 * The candles that the document's script has drawn before the application ran, until the chart has drawn its own, or is to show
 * others.
 * @param shown the symbol and the interval
 * @returns null where there are none
 */
export function useEarlyCandles(chart: ChartController | null, shown: string) {
  useSignals();
  // While the first screen renders, the document is still there.
  const [early, setEarly] = useState(() => ({
    canvas: document.querySelector<HTMLCanvasElement>('#root > [aria-busy] [data-shows="candles"]'),
    shown,
  }));
  const { canvas } = early;
  const isNeeded = canvas !== null && shown === early.shown && (chart === null || chart.status.value === "loading");
  const isOver = canvas !== null && !isNeeded;
  useEffect(() => {
    if (isOver) setEarly({ canvas: null, shown: "" });
  }, [isOver]);
  return isNeeded ? <EarlyCandles canvas={canvas} /> : null;
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
