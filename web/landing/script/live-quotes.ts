import { effect } from "@preact/signals-react";
import { FEED_SYMBOLS, type FeedSymbol, isFeedSymbol } from "../../../worker/contract/symbols.ts";
import { type DayQuote, dayDirection } from "../../prices/day-change.ts";
import { flashOnTicks } from "../../prices/flash.ts";
import { changeText, priceText } from "../../prices/quote-text.ts";
import { sparklinePoints } from "../../prices/sparkline-points.ts";
import { quoteOf } from "../../state/prices.ts";
import { formatSignedSteps } from "../../ui/format.ts";
import { trustedMarkup } from "../../ui/trusted-types.ts";
import { lineOf } from "./live-lines.ts";
import { minutePrices } from "./price-line.ts";

/** Keeps the cells of every symbol row up to date; a changed price highlights its cell briefly. */
export function startQuotes(): void {
  for (const row of document.querySelectorAll<HTMLElement>("[data-quote]")) {
    const symbol = row.dataset.quote ?? "";
    if (isFeedSymbol(symbol)) keepRow(row, symbol);
  }
}

function keepRow(row: HTMLElement, symbol: FeedSymbol): void {
  for (const glow of row.querySelectorAll('[data-part="glow"]')) flashOnTicks(symbol, glow);
  const spark = row.querySelector<SVGElement>('[data-part="spark"]');
  effect(() => {
    const quote = quoteOf(symbol).value;
    if (!quote) return;
    if (row instanceof HTMLButtonElement) row.disabled = false;
    writeQuote(row, symbol, quote);
    if (spark) spark.dataset.tone = dayDirection(quote);
  });
  effect(() => {
    const prices = minutePrices(lineOf(symbol).value);
    const dayOpen = quoteOf(symbol).peek()?.dayOpen ?? Number.NaN;
    if (spark && prices.length > 0) drawSparkline(spark, prices, dayOpen);
  });
}

/** Draws the elements that `SparklineFrame` styles. */
function drawSparkline(spark: SVGElement, prices: readonly number[], dayOpen: number): void {
  const width = Number(spark.getAttribute("width"));
  const height = Number(spark.getAttribute("height"));
  const { path, openY, end } = sparklinePoints(prices, { dayOpen, width, height });
  const open = openY === null ? "" : `<line x2="${width}" y1="${openY}" y2="${openY}"/>`;
  spark.innerHTML = trustedMarkup(`${open}<path d="${path}"/><circle cx="${end.x}" cy="${end.y}" r="2"/>`);
}

/** Writes a quote into the cells that the element has. */
export function writeQuote(element: Element, symbol: FeedSymbol, quote: DayQuote): void {
  const texts = {
    price: priceText(symbol, quote),
    change: formatSignedSteps(quote.mid - quote.dayOpen, FEED_SYMBOLS[symbol].decimals),
    day: changeText(symbol, quote),
    both: changeText(symbol, quote, true),
  };
  for (const [part, text] of Object.entries(texts)) {
    for (const cell of element.querySelectorAll<HTMLElement>(`[data-part="${part}"]`)) {
      cell.textContent = text;
      if (part !== "price") cell.dataset.tone = dayDirection(quote);
    }
  }
}
