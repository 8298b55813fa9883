import { isWithin, PRICE_STEPS, START_CENTS, UNITS } from "../../worker/contract/demo/demo-bounds.ts";
import { dollarsOf } from "../../worker/contract/quotes.ts";
import {
  MONEY,
  type NumberForm,
  PLAIN_NUMBER,
  PRICE,
  readNumber,
  wholeSteps,
} from "../../worker/contract/read-number.ts";
import { FEED_SYMBOLS, TRADED_SYMBOLS, type TradedSymbol } from "../../worker/contract/symbols.ts";
import { formatAmount, formatPrice } from "../ui/format.ts";

/** The demo engine's whole numbers as people read and type them. */

const UNIT_DECIMALS = 8;
const UNITS_PER_ONE = 10 ** UNIT_DECIMALS;

/** A price or a distance in dollars, as the API takes it. */
export function dollarsOfSteps(symbol: TradedSymbol, steps: number): number {
  return dollarsOf(TRADED_SYMBOLS[symbol].pricedFrom, steps);
}

/** An amount of a symbol, as the API takes it. */
export function amountOfUnits(units: number): number {
  return units / UNITS_PER_ONE;
}

/** A price or a distance: `67,120.50`. */
export function stepsText(symbol: TradedSymbol, steps: number): string {
  return formatPrice(dollarsOfSteps(symbol, steps), decimalsOf(symbol));
}

/** An amount: `0.10`. */
export function unitsText(units: number): string {
  return formatAmount(amountOfUnits(units));
}

/** A price or a distance for a field: `67120.50`. */
export function stepsToType(symbol: TradedSymbol, steps: number): string {
  return dollarsOfSteps(symbol, steps).toFixed(decimalsOf(symbol));
}

/** An amount for a field: `0.1`. */
export function unitsToType(units: number): string {
  return amountOfUnits(units)
    .toFixed(UNIT_DECIMALS)
    .replace(/\.?0+$/, "");
}

/** What a typed figure is: whole steps or units; null for none or zero; what the engine does not accept; no number. */
export type TypedFigure = number | "out_of_range" | "not_understood" | null;

/** A typed price or distance in steps. */
export function stepsOfText(symbol: TradedSymbol, typed: string): TypedFigure {
  return wholeOf(typed, PRICE, decimalsOf(symbol), PRICE_STEPS);
}

/** A typed amount in units. */
export function unitsOfText(typed: string): TypedFigure {
  return wholeOf(typed, PLAIN_NUMBER, UNIT_DECIMALS, UNITS);
}

/** A typed sum of money in cents, up to what a run can hold. */
export function centsOfText(typed: string): TypedFigure {
  return wholeOf(typed, MONEY, 2, { min: 1, max: START_CENTS.max * 100 });
}

function decimalsOf(symbol: TradedSymbol): number {
  return FEED_SYMBOLS[TRADED_SYMBOLS[symbol].pricedFrom].decimals;
}

/** The whole number that a typed decimal is of its smallest step. */
function wholeOf(typed: string, form: NumberForm, decimals: number, range: { min: number; max: number }): TypedFigure {
  const reading = readNumber(typed, form);
  if ("fault" in reading) return reading.fault.code === "empty" ? null : "not_understood";
  const steps = wholeSteps(reading.number, decimals);
  if (steps === 0) return null;
  return steps === null || !isWithin(steps, range) ? "out_of_range" : steps;
}
