import { useSignals } from "@preact/signals-react/runtime";
import { styled } from "goober";
import { useLayoutEffect, useRef, useState } from "react";
import type { ChartController } from "./chart-controller.ts";

/** At the right, as the rail at the left comes later. */
const Place = styled("div")`
  position: absolute;
  inset: 0 0 auto auto;
`;

/**
 * The candles that the document's script has drawn before the application ran, until the chart has drawn its own.
 * @returns null where there are none
 */
export function useEarlyCandles(chart: ChartController | null) {
  useSignals();
  // While the first screen renders, the document is still there.
  const [canvas] = useState(() =>
    document.querySelector<HTMLCanvasElement>('#root > [aria-busy] [data-shows="candles"]'),
  );
  const isNeeded = canvas !== null && (chart === null || chart.status.value === "loading");
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
