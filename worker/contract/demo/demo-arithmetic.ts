/**
 * Amounts of money of the demo engine: products of any size, rounded once.
 * Source: docs/demo-engine.md, "Numbers"
 */

import { FEED_SYMBOLS, TRADED_SYMBOL_LIST, TRADED_SYMBOLS, type TradedSymbol } from "../symbols.ts";

/** Units of a traded symbol in one of it. */
const UNITS_PER_ONE = 10n ** 8n;
const PARTS_PER_MILLION = 10n ** 6n;
/** The days of a year of interest. */
const DAYS_PER_YEAR = 360n;

/** The nearest whole number; half is rounded away from zero. The denominator is above zero. */
export function roundedQuotient(numerator: bigint, denominator: bigint): bigint {
  const size = numerator < 0n ? -numerator : numerator;
  const rounded = (size * 2n + denominator) / (denominator * 2n);
  return numerator < 0n ? -rounded : rounded;
}

/** How many products of a step and a unit of this symbol are one cent. */
export function partsPerCent(symbol: TradedSymbol): bigint {
  return PARTS_PER_CENT[symbol];
}

// Object.fromEntries forgets the keys' type: they are those of the list.
const PARTS_PER_CENT = Object.fromEntries(
  TRADED_SYMBOL_LIST.map((symbol) => {
    const { pricedFrom, divisor } = TRADED_SYMBOLS[symbol];
    const stepsPerDollar = 10n ** BigInt(FEED_SYMBOLS[pricedFrom].decimals);
    return [symbol, (BigInt(divisor) * stepsPerDollar * UNITS_PER_ONE) / 100n];
  }),
) as Record<TradedSymbol, bigint>;

/** Parts of a cent, rounded to cents. */
export function centsOfParts(symbol: TradedSymbol, parts: bigint): number {
  return Number(roundedQuotient(parts, partsPerCent(symbol)));
}

/** An amount of a symbol at a price. */
export type Valued = { symbol: TradedSymbol; units: number; price: number };

/** The value at the price, in parts of a cent. The price may be a difference of two, also below zero. */
export function valueParts(units: number, price: number): bigint {
  return BigInt(units) * BigInt(price);
}

/** The notional: the value in cents. */
export function notionalCents({ symbol, units, price }: Valued): number {
  return centsOfParts(symbol, valueParts(units, price));
}

/**
 * A share of the value, in cents.
 * @param rate parts per million
 */
export function shareCents({ symbol, units, price }: Valued, rate: number): number {
  const share = valueParts(units, price) * BigInt(rate);
  return Number(roundedQuotient(share, partsPerCent(symbol) * PARTS_PER_MILLION));
}

/**
 * A day's part of a yearly share of the value, in cents.
 * @param yearlyRate parts per million
 */
export function dailyShareCents({ symbol, units, price }: Valued, yearlyRate: number): number {
  const share = valueParts(units, price) * BigInt(yearlyRate);
  return Number(roundedQuotient(share, partsPerCent(symbol) * PARTS_PER_MILLION * DAYS_PER_YEAR));
}

/** The margin of an amount: its notional, divided by the leverage and rounded up where there is one. */
export function marginCentsOf(valued: Valued, leverage: number | null): number {
  const notional = notionalCents(valued);
  return leverage === null ? notional : Math.ceil(notional / leverage);
}

/** The part of an amount of cents that falls on `units` of `remaining` ones. */
export function proportionCents(cents: number, { units, remaining }: { units: number; remaining: number }): number {
  return Number(roundedQuotient(BigInt(cents) * BigInt(units), BigInt(remaining)));
}
