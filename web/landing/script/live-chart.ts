import { effect, type ReadonlySignal, signal } from "@preact/signals-react";
import { FEED_SYMBOLS, type FeedSymbol, isFeedSymbol } from "../../../worker/contract/symbols.ts";
import { LOCAL_ZONE } from "../../../worker/contract/zone-offset.ts";
import { feedCondition, quoteOf } from "../../state/prices.ts";
import { symbolName } from "../../state/symbol-text.ts";
import { formatClock, formatSteps } from "../../ui/format.ts";
import { trustedMarkup } from "../../ui/trusted-types.ts";
import { type ChartGeometry, chartGeometry } from "./chart-geometry.ts";
import { lineOf } from "./live-lines.ts";
import { writeQuote } from "./live-quotes.ts";
import { liveText } from "./live-text.ts";
import { MINI_FIRST } from "./mini-symbols.ts";

/** The minimum time span of the line: without a history it grows from the left until then. */
const SHORTEST_LINE_MS = 40_000;

/** Half the height of a figure: centres a label vertically on its line. */
const MIDDLE_PX = 4;
const TAG_HEIGHT_PX = 20;

/**
 * Draws the selected symbol's line as prices arrive, at most once per animation frame, so not while the tab is hidden.
 * @returns the selected symbol
 */
export function startChart(): ReadonlySignal<FeedSymbol> {
  const charted = signal<FeedSymbol>(MINI_FIRST);
  const head = document.querySelector<HTMLElement>("[data-charted]");
  const svg = document.querySelector<SVGSVGElement>("[data-chart]");
  const message = document.querySelector<HTMLElement>("[data-chart-message]");
  const plot = svg?.parentElement;
  if (!head || !svg || !message || !plot) return charted;

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
      svg.innerHTML = trustedMarkup(chartMarkup(chartGeometry(points, size), FEED_SYMBOLS[symbol]));
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
      for (const other of rows) {
        other.setAttribute("aria-pressed", String(other === row));
        if (other.parentElement) other.parentElement.dataset.selected = String(other === row);
      }
      const name = head.querySelector('[data-part="name"]');
      if (name) name.textContent = `${symbolName(symbol)}, ${symbol}`;
    });
  }
  return charted;
}

/** A computed chart as the elements that `mini-chart.tsx` styles. @param symbol.decimals the decimals of its prices */
function chartMarkup(chart: ChartGeometry, { decimals }: { decimals: number }): string {
  const { plotWidth, plotHeight, last, levels, times } = chart;
  const textX = plotWidth + 10;
  const priceAt = (y: number, price: number) =>
    `<text x="${textX}" y="${y + MIDDLE_PX}">${formatSteps(price, decimals)}</text>`;
  // Leaves out round prices that the tag of the newest price would cover.
  const free = levels.filter(({ y }) => Math.abs(y - last.y) > TAG_HEIGHT_PX);
  return `<path data-draw="grid" d="${levels.map(({ y }) => `M0 ${y}H${plotWidth}`).join("")}"/>
    <path data-draw="area" d="${chart.area}"/>
    <path data-draw="line" d="${chart.line}"/>
    <path data-draw="level" d="M0 ${last.y}H${plotWidth}"/>
    <circle data-draw="dot" r="3.5" cx="${last.x}" cy="${last.y}"/>
    <g>${free.map(({ y, price }) => priceAt(y, price)).join("")}</g>
    <g data-draw="tag">
      <rect data-draw="tag-box" width="66" height="${TAG_HEIGHT_PX}" rx="4" x="${plotWidth + 4}" y="${last.y - TAG_HEIGHT_PX / 2}"/>
      ${priceAt(last.y, last.price)}
    </g>
    <g data-draw="times">
      ${times.map(({ x, at }) => `<text x="${x}" y="${plotHeight + 18}">${formatClock(at, LOCAL_ZONE)}</text>`).join("")}
    </g>`;
}
