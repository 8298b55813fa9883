/**
 * The bounds of what the engine accepts: whole numbers between these, both included.
 * Source: docs/demo-engine.md, "Runs"
 */

import { groupedNumber } from "../grouped-number.ts";

/** A range of whole numbers. */
export type Range = { min: number; max: number };

export const START_CENTS: Range = { min: 10_000, max: 100_000_000 };
export const LEVERAGE: Range = { min: 2, max: 500 };
/** 0.00000001 to 999,999 of the traded symbol. */
export const UNITS: Range = { min: 1, max: 999_999 * 10 ** 8 };
/** Prices and the distances of trailing stops. */
export const PRICE_STEPS: Range = { min: 1, max: 999_999_900 };

/** The largest price of a symbol with these decimals, as people write it: `9,999,999`. */
export function priceMax(decimals: number): string {
  return groupedNumber(PRICE_STEPS.max / 10 ** decimals, 0, decimals);
}

export const RESTING_ORDERS_MAX = 200;
export const OPEN_POSITIONS_MAX = 200;

/** The most characters, counted as code points, of a plan: of its reason, and of the id and the name of its setup. */
export const PLAN = { reasonMax: 140, setupIdMax: 36, setupNameMax: 40 } as const;

/** Whether a number is a whole one of a range. */
export function isWithin(value: number, { min, max }: Range): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}
