import { isWithin, PRICE_STEPS, START_CENTS, UNITS } from "../../worker/contract/demo/demo-bounds.ts";
import {
  decimalText,
  MONEY,
  type NumberForm,
  PLAIN_NUMBER,
  PRICE,
  readNumber,
  wholeSteps,
} from "../../worker/contract/read-number.ts";
import { priceDecimals, type TradedSymbol } from "../../worker/contract/symbols.ts";
import { formatSteps, formatUnits } from "../ui/format.ts";

/** The demo engine's whole numbers as people read and type them. */

const UNIT_DECIMALS = 8;

/** A price or a distance: `67,120.50`. */
export function stepsText(symbol: TradedSymbol, steps: number): string {
  return formatSteps(steps, priceDecimals(symbol));
}

/** An amount: `0.10`. */
export function unitsText(units: number): string {
  return formatUnits(units);
}

/** A price or a distance for a field: `67120.50`. */
export function stepsToType(symbol: TradedSymbol, steps: number): string {
  return decimalText(steps, priceDecimals(symbol));
}

/** An amount for a field: `0.1`. */
export function unitsToType(units: number): string {
  return decimalText(units, UNIT_DECIMALS, 0);
}

/** A typed figure: whole steps or units; null for none or zero; a fault for what the engine does not accept or is no number. */
export type TypedFigure = number | "out_of_range" | "not_understood" | null;

/** A typed price or distance in steps. */
export function stepsOfText(symbol: TradedSymbol, typed: string): TypedFigure {
  return wholeOf(typed, PRICE, priceDecimals(symbol), PRICE_STEPS);
}

/** A typed amount in units. */
export function unitsOfText(typed: string): TypedFigure {
  return wholeOf(typed, PLAIN_NUMBER, UNIT_DECIMALS, UNITS);
}

/** A typed sum of money in cents, up to what a run can hold. */
export function centsOfText(typed: string): TypedFigure {
  return wholeOf(typed, MONEY, 2, { min: 1, max: START_CENTS.max * 100 });
}

/** The whole number that a typed decimal is of its smallest step. */
function wholeOf(typed: string, form: NumberForm, decimals: number, range: { min: number; max: number }): TypedFigure {
  const reading = readNumber(typed, form);
  if ("fault" in reading) return reading.fault.code === "empty" ? null : "not_understood";
  const steps = wholeSteps(reading.number, decimals);
  if (steps === 0) return null;
  return steps === null || !isWithin(steps, range) ? "out_of_range" : steps;
}
