/** Decimals of prices, where something outside has them, and the whole steps that they are. */

import { FEED_SYMBOLS, type FeedSymbol } from "./symbols.ts";

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
