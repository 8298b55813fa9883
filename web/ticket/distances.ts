/**
 * The distances of stops and targets from where a position would open. Unlike their prices, they still mean the same risk
 * once the market has moved on.
 */

import { sidePrice } from "../../worker/contract/demo/demo-quotes.ts";
import type { DemoSide } from "../../worker/contract/demo/demo-types.ts";
import { TRADED_SYMBOLS, type TradedSymbol } from "../../worker/contract/symbols.ts";
import { demoRun } from "../demo/demo-account.ts";
import { stepsToType } from "../demo/demo-format.ts";
import { dayHistory, rangeSince } from "../prices/day-history.ts";
import { serverNow, throttledQuoteOf } from "../state/prices.ts";
import { type ExitDraft, type OrderDraft, whenSymbolIsLeft } from "./draft.ts";
import { distanceOf } from "./sizes.ts";
import { type OrderReading, readOrder } from "./terms.ts";

/** Of what a ticket reads, how far a stop or a target is from the entry, as typed; null where it is not behind or ahead of it. */
export function distanceToType(
  kind: "stop" | "target",
  { symbol, side, reading }: { symbol: TradedSymbol; side: DemoSide; reading: OrderReading },
): string | null {
  const { entryPrice, [kind]: price } = reading;
  if (entryPrice === null || price === null) return null;
  const gain = distanceOf(side, entryPrice, price);
  const distance = kind === "stop" ? -gain : gain;
  return distance > 0 ? stepsToType(symbol, distance) : null;
}

/**
 * An order whose symbol is left, with the distances of its stop and target in place of their prices. What cannot be read
 * stays as it was typed.
 */
function inDistances(draft: OrderDraft, symbol: TradedSymbol): OrderDraft {
  const { costs = "none", costsVersion = null } = demoRun.peek() ?? {};
  const quote = throttledQuoteOf(TRADED_SYMBOLS[symbol].pricedFrom).peek();
  const reading = readOrder(draft, { symbol, quote, costs, costsVersion, now: serverNow() });
  const kept = (kind: "stop" | "target"): ExitDraft => {
    const exit = draft[kind];
    const distance =
      exit.isOn && exit.form === "price" ? distanceToType(kind, { symbol, side: draft.side, reading }) : null;
    return distance === null ? exit : { ...exit, form: "distance", text: distance };
  };
  return { ...draft, stop: kept("stop"), target: kept("target") };
}

whenSymbolIsLeft(inDistances);

/** A stop is away by this share of a day's range, or of the price where no range is known. */
const SHARE = { ofRange: 1 / 4, ofPrice: 1 / 100 } as const;
/** A target is so many times as far away as a stop. */
const TARGET_TO_STOP = 2;
/** A stop within the spread would be reached at once. */
const SPREADS_MIN = 4;

/** The inputs of the first distance of a stop, in steps: the spread that the run pays, and the range of a day; 0 for none. */
type Market = { price: number; spread: number; range: number };

/** The market of a symbol now; null before the first price. Reads no signal. */
export function marketNow(symbol: TradedSymbol, side: DemoSide): Market | null {
  const { pricedFrom } = TRADED_SYMBOLS[symbol];
  const quote = throttledQuoteOf(pricedFrom).peek();
  if (!quote) return null;
  const costs = demoRun.peek()?.costs ?? "none";
  const day = rangeSince(dayHistory(pricedFrom).peek(), 0);
  return {
    price: sidePrice(quote, side, costs),
    spread: costs === "typical" ? quote.ask - quote.bid : 0,
    range: day ? day.high - day.low : 0,
  };
}

/** How far away a stop or a target is first, in steps, as people write it. */
export function usualDistance(kind: "stop" | "target", { price, spread, range }: Market): number {
  const away = range > 0 ? Math.max(range * SHARE.ofRange, spread * SPREADS_MIN) : price * SHARE.ofPrice;
  const stop = Math.max(1, Math.min(inTwoDigits(away), Math.floor(price / 2)));
  return kind === "stop" ? stop : stop * TARGET_TO_STOP;
}

/** Rounds a figure to its first two digits, as people write it. */
function inTwoDigits(steps: number): number {
  const step = 10 ** Math.max(0, String(Math.floor(steps)).length - 2);
  return Math.round(steps / step) * step;
}
