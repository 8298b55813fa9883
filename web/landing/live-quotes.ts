import { effect } from "@preact/signals-react";
import type { Quote } from "../../worker/contract/market-messages.ts";
import { FEED_SYMBOLS, type FeedSymbol, isFeedSymbol } from "../../worker/contract/symbols.ts";
import { dayDirection } from "../market/day-change.ts";
import { sparklinePoints } from "../market/sparkline-points.ts";
import { quoteOf } from "../state/prices.ts";
import { formatPrice, formatSignedPercent, formatSignedPrice } from "../ui/format.ts";
import { lineOf } from "./live-lines.ts";
import { minutePrices } from "./price-line.ts";

const FLASH_MS = 400;

/** Keeps the price cells of every symbol row up to date; a changed price highlights its cell briefly. */
export function startQuotes(): void {
  for (const row of document.querySelectorAll<HTMLElement>("[data-quote]")) {
    const symbol = row.dataset.quote ?? "";
    if (isFeedSymbol(symbol)) keepRow(row, symbol);
  }
}

function keepRow(row: HTMLElement, symbol: FeedSymbol): void {
  const spark = row.querySelector<SVGElement>('[data-part="spark"]');
  let before: number | null = null;
  effect(() => {
    const quote = quoteOf(symbol).value;
    if (!quote) return;
    if (row instanceof HTMLButtonElement) row.disabled = false;
    writeQuote(row, symbol, quote);
    if (spark) spark.dataset.tone = dayDirection(quote);
    if (before !== null && before !== quote.price) flash(row, quote.price > before ? "up" : "down");
    before = quote.price;
  });

  const line = spark?.querySelector("path");
  if (!spark || !line) return;
  const size = { width: Number(spark.getAttribute("width")), height: Number(spark.getAttribute("height")) };
  effect(() => {
    const prices = minutePrices(lineOf(symbol).value);
    const first = prices[0];
    if (first === undefined) return;
    line.setAttribute("d", sparklinePoints(prices, { dayOpen: first, ...size }).path);
  });
}

/** Writes a quote into the cells that the element has. */
export function writeQuote(element: Element, symbol: FeedSymbol, { price, dayOpen }: Quote): void {
  const { decimals } = FEED_SYMBOLS[symbol];
  const change = price - dayOpen;
  const texts = {
    price: formatPrice(price, decimals),
    change: formatSignedPrice(change, decimals),
    day: formatSignedPercent((change / dayOpen) * 100),
  };
  for (const [part, text] of Object.entries(texts)) {
    for (const cell of element.querySelectorAll<HTMLElement>(`[data-part="${part}"]`)) {
      cell.textContent = text;
      if (part !== "price") cell.dataset.tone = toneOf(text);
    }
  }
}

/** A change that is printed without a sign has no colour. */
function toneOf(text: string): "up" | "down" | "flat" {
  if (text.startsWith("+")) return "up";
  return text.startsWith("−") ? "down" : "flat";
}

function flash(row: HTMLElement, tone: "up" | "down"): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const tint = `color-mix(in oklab, var(--${tone}) 24%, transparent)`;
  for (const cell of row.querySelectorAll('[data-part="price"]')) {
    cell.animate({ backgroundColor: [tint, "transparent"] }, { duration: FLASH_MS, easing: "ease-out" });
  }
}
