/**
 * Quotes with two sides, in whole price steps. A step is the smallest difference that a symbol's prices can have:
 * `10 ** -decimals` dollars. Inside prices are whole steps, so that every place that computes with them gets the same
 * result; dollars exist on the wire and on the screen.
 * Source: design section 10
 */

import { FEED_SYMBOLS, type FeedSymbol } from "./symbols.ts";

/**
 * The sources of prices. The tape stores a source as its index in this list: new ones are appended, and none is moved
 * or removed.
 */
export const PRICE_SOURCES = ["finnhub", "coinbase", "kraken"] as const;
/** One of {@link PRICE_SOURCES}. */
export type SourceId = (typeof PRICE_SOURCES)[number];

/** What people call each source. */
export const SOURCE_NAMES: Readonly<Record<SourceId, string>> = {
  finnhub: "Finnhub",
  coinbase: "Coinbase",
  kraken: "Kraken",
};

/**
 * Whether both sides come from the source, or were computed from a trade's price with the public table of
 * `modelled-spreads.ts`. The tape stores the index in this list too.
 */
export const QUOTE_KINDS = ["quoted", "modelled"] as const;
/** One of {@link QUOTE_KINDS}. */
export type QuoteKind = (typeof QUOTE_KINDS)[number];

/** The kind of each source's quotes: it gives both sides, or only the price of trades. */
export const QUOTE_KIND_OF: Readonly<Record<SourceId, QuoteKind>> = {
  finnhub: "modelled",
  coinbase: "quoted",
  kraken: "quoted",
};

/**
 * What a symbol can be sold and bought for. `bid` and `ask` are whole steps of the symbol, above zero, and `bid` is at
 * most `ask`. `at` is the source's time, epoch ms.
 */
export type TwoSidedQuote = {
  symbol: FeedSymbol;
  bid: number;
  ask: number;
  at: number;
  source: SourceId;
  kind: QuoteKind;
};

/** The middle of both sides, in whole steps; half a step rounds up. It is the specification's "current price". */
export function midSteps({ bid, ask }: { bid: number; ask: number }): number {
  return Math.ceil((bid + ask) / 2);
}

/** The price in dollars of a number of steps: the JSON number nearest to it. */
export function dollarsOf(symbol: FeedSymbol, steps: number): number {
  return steps / 10 ** FEED_SYMBOLS[symbol].decimals;
}

/** What {@link stepsOf} does with a price between two steps; half a step rounds up to the `nearest` one. */
export type StepRounding = "down" | "up" | "nearest";

/** A decimal number without a sign, with an exponent as `String(number)` writes it for very small and large ones. */
const DECIMAL = /^(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;
/** Up to 15 digits, no two decimal numbers are the same double. */
const EXACT_BELOW = 10 ** 15;
/** Longer texts are not prices, and would only cost time. */
const DECIMAL_LENGTH_MAX = 40;
/** More places than any price has; it also bounds the work below. */
const EXPONENT_MAX = 40;

/**
 * The price in whole steps, computed on its decimal digits, so that a price that lies on a step is never moved by
 * binary fractions. A source's bid is rounded down and its ask up: the result is never better for the trader than what
 * the source said.
 *
 * @param price dollars, as decimal text or as a number, not negative
 * @throws RangeError for what is not such a number, or is too large for whole steps
 */
export function stepsOf(symbol: FeedSymbol, price: string | number, rounding: StepRounding): number {
  if (typeof price === "number") {
    // A number on a step is the double nearest to its steps, so that dividing gives it again: most of a chart's prices.
    const scale = 10 ** FEED_SYMBOLS[symbol].decimals;
    const whole = Math.round(price * scale);
    if (whole > 0 && whole < EXACT_BELOW && whole / scale === price) return whole;
  }
  const text = String(price);
  const match = text.length <= DECIMAL_LENGTH_MAX ? DECIMAL.exec(text) : null;
  const [, whole = "", fraction = "", exponentText = "0"] = match ?? [];
  const exponent = Number(exponentText);
  if (!match || Math.abs(exponent) > EXPONENT_MAX) throw new RangeError(`not a price: ${text.slice(0, 50)}`);

  // The digits of all steps, then those of the part of a step.
  const digits = whole + fraction;
  const stepDigits = whole.length + exponent + FEED_SYMBOLS[symbol].decimals;
  const wholeSteps = Number(digits.slice(0, Math.max(0, stepDigits)).padEnd(stepDigits, "0") || "0");
  const rest = stepDigits >= 0 ? digits.slice(stepDigits) : digits.padStart(digits.length - stepDigits, "0");

  const steps = wholeSteps + (roundsUp(rest, rounding) ? 1 : 0);
  if (!Number.isSafeInteger(steps)) throw new RangeError(`not a price: ${text}`);
  return steps;
}

/** @param rest the digits behind the whole steps; the first are tenths of a step */
function roundsUp(rest: string, rounding: StepRounding): boolean {
  if (rounding === "down") return false;
  return rounding === "up" ? /[1-9]/.test(rest) : /^[5-9]/.test(rest);
}
