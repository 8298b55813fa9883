import { effect, signal } from "@preact/signals-react";
import { quoteOf, serverClock } from "../../state/prices.ts";
import { latencyFigure } from "./figures-text.ts";
import { barsPath, keepLatency, type LatencySummary, summariseLatency } from "./latency-sample.ts";
import { liveText } from "./live-text.ts";
import { MINI_WATCHLIST } from "./mini-symbols.ts";

/**
 * Measures the age of each price when it leaves the server, from the two timestamps on its frame, and shows it in the
 * picture and in the figure strip unless the operator has set that figure. A price with a timestamp in the future
 * (clocks disagree) is not measured.
 * @returns stops it
 */
export function startLatency(): () => void {
  const picture = document.querySelector("[data-latency]");
  const figure = document.querySelector("[data-measured]");
  if (!picture) return () => {};

  const samples = signal<readonly number[]>([]);
  const stops = MINI_WATCHLIST.map((symbol) => {
    // The first price after subscribing can be as old as the market has been quiet.
    let isFirst = true;
    return effect(() => {
      const quote = quoteOf(symbol).value;
      if (!quote) return;
      // Read while the frame is processed, so it is the timestamp of that frame.
      const ms = serverClock.peek() - quote.at;
      if (!isFirst && ms >= 0) samples.value = keepLatency(samples.peek(), ms);
      isFirst = false;
    });
  });

  let frame = 0;
  const stopWriting = effect(() => {
    if (samples.value.length === 0) return;
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      const summary = summariseLatency(samples.peek());
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
