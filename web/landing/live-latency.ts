import { effect, signal } from "@preact/signals-react";
import { quoteOf, serverClock } from "../state/prices.ts";
import { barsPath } from "./histogram.ts";
import { latencyFigure } from "./landing-figures.ts";
import { keepLatency, type LatencySummary, summariseLatency } from "./latency-sample.ts";
import { liveText } from "./live-text.ts";
import { MINI_WATCHLIST } from "./mini-symbols.ts";

/**
 * Measures how old each price is when it leaves the server, by the two times that stand on its frame, and draws what it
 * finds: in the picture, and as the strip's figure unless the operator has set that. Clocks that disagree, so that a price would come from the future, measure nothing.
 * @returns stops it
 */
export function startLatency(): () => void {
  const picture = document.querySelector("[data-latency]");
  const figure = document.querySelector("[data-measured]");
  if (!picture) return () => {};

  const kept = signal<readonly number[]>([]);
  const stops = MINI_WATCHLIST.map((symbol) => {
    // What a page is given first can be as old as the market has been quiet.
    let isFirst = true;
    return effect(() => {
      const quote = quoteOf(symbol).value;
      if (!quote) return;
      // Read as the frame is taken in, so it is the time that stands on the frame.
      const ms = serverClock.peek() - quote.at;
      if (!isFirst && ms >= 0) kept.value = keepLatency(kept.peek(), ms);
      isFirst = false;
    });
  });

  let frame = 0;
  const stopWriting = effect(() => {
    if (kept.value.length === 0) return;
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      const summary = summariseLatency(kept.peek());
      writeLatency(picture, summary);
      if (figure) figure.textContent = latencyFigure(summary.medianMs);
    });
  });
  return () => {
    for (const stop of [...stops, stopWriting]) stop();
    cancelAnimationFrame(frame);
  };
}

function writeLatency(picture: Element, { count, medianMs, percentile99Ms, scaleMs, bins }: LatencySummary): void {
  const part = (name: string) => picture.querySelector(`[data-part="${name}"]`);
  const write = (name: string, text: string) => {
    const element = part(name);
    if (element) element.textContent = text;
  };
  write("count", liveText.latency.medianOf(count));
  write("median", `${medianMs} ms`);
  write("slowest", `${percentile99Ms} ms`);
  part("bars")?.setAttribute("d", barsPath(bins));
  picture.querySelectorAll('[data-part="tick"]').forEach((tick, index, ticks) => {
    const ms = (index / (ticks.length - 1)) * scaleMs;
    tick.textContent = index === ticks.length - 1 ? `${ms}${percentile99Ms > scaleMs ? "+" : ""} ms` : `${ms}`;
  });
}
