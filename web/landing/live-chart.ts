import { effect, signal } from "@preact/signals-react";
import { FEED_SYMBOLS, type FeedSymbol, isFeedSymbol } from "../../worker/contract/symbols.ts";
import { feedCondition, quoteOf } from "../state/prices.ts";
import { chartGeometry } from "./chart-geometry.ts";
import { drawChart } from "./draw-chart.ts";
import { lineOf } from "./live-lines.ts";
import { writeQuote } from "./live-quotes.ts";
import { liveText } from "./live-text.ts";
import { MINI_PRICED_FROM } from "./mini-symbols.ts";

/** The minimum time span of the line: without a history it grows from the left until then. */
const SHORTEST_LINE_MS = 40_000;

/**
 * Draws the selected symbol's line as prices arrive, at most once per animation frame, so not while the tab is hidden.
 */
export function startChart(): void {
  const head = document.querySelector<HTMLElement>("[data-charted]");
  const svg = document.querySelector<SVGSVGElement>("[data-chart]");
  const message = document.querySelector<HTMLElement>("[data-chart-message]");
  const plot = svg?.parentElement;
  if (!head || !svg || !message || !plot) return;

  const charted = signal<FeedSymbol>(MINI_PRICED_FROM);
  const room = signal({ width: 0, height: 0 });
  new ResizeObserver(([entry]) => {
    if (entry) room.value = { width: entry.contentRect.width, height: entry.contentRect.height };
  }).observe(plot);

  let frame = 0;
  effect(() => {
    const symbol = charted.value;
    const quote = quoteOf(symbol).value;
    const points = lineOf(symbol).value;
    const size = { ...room.value, windowMs: SHORTEST_LINE_MS };
    cancelAnimationFrame(frame);
    if (!quote || points.length === 0) return;
    frame = requestAnimationFrame(() => {
      writeQuote(head, symbol, quote);
      svg.dataset.drawn = "";
      drawChart(svg, chartGeometry(points, size), FEED_SYMBOLS[symbol]);
    });
  });

  effect(() => {
    const isOffline = feedCondition.value.kind === "offline";
    message.textContent = isOffline ? liveText.terminal.chartAway : liveText.terminal.chartWaits;
    message.hidden = quoteOf(charted.value).value !== null;
  });

  const rows = document.querySelectorAll<HTMLElement>("[data-terminal] [aria-pressed]");
  for (const row of rows) {
    row.addEventListener("click", () => {
      const symbol = row.dataset.quote ?? "";
      if (!isFeedSymbol(symbol)) return;
      charted.value = symbol;
      for (const other of rows) other.setAttribute("aria-pressed", String(other === row));
      const name = head.querySelector('[data-part="name"]');
      if (name) name.textContent = `${FEED_SYMBOLS[symbol].name}, ${symbol}`;
    });
  }
}
