/**
 * The arithmetic of price alerts, exact: an operand that may be no exact number is computed with BigInt.
 * Source: docs/alerts.md
 */

import type { AlertPoint } from "./price-alerts.ts";

/** The watched price of a quote: twice its middle, whole. */
export function price2Of({ bid, ask }: { bid: number; ask: number }): number {
  return bid + ask;
}

/** Twice a line's price at a time is `value2 + rise2 * (time - atMs) / runMs`. */
export type Line2 = { atMs: number; value2: number; rise2: number; runMs: number };

/** @param shift2 twice what the line is moved by */
export function line2Of({ a, b }: { a: AlertPoint; b: AlertPoint }, shift2 = 0): Line2 {
  return { atMs: a.atMs, value2: 2 * a.price + shift2, rise2: 2 * (b.price - a.price), runMs: b.atMs - a.atMs };
}

/**
 * Two products differ from their exact values by less than this part of both: below it, they are computed with BigInt. Each has two
 * factors below 2^53 that are differences of whole numbers, and is rounded once.
 */
const PRODUCT_ERROR = 2 ** -51;

/** Above zero when a watched price is above the line at a time, 0 when it is on it, else below zero. */
export function aboveLine(price2: number, { atMs, value2, rise2, runMs }: Line2, time: number): number {
  const one = (price2 - value2) * runMs;
  const other = rise2 * (time - atMs);
  const difference = one - other;
  if (Math.abs(difference) > (Math.abs(one) + Math.abs(other)) * PRODUCT_ERROR) return difference;
  return Number(BigInt(price2 - value2) * BigInt(runMs) - BigInt(rise2) * BigInt(time - atMs));
}

/** Twice the line's price at a time, to the nearest whole number, a half up; one that is no exact number is the nearest that is. */
export function roundedLine2({ atMs, value2, rise2, runMs }: Line2, time: number): number {
  const rounded = value2 + Number(roundedRatio(BigInt(rise2) * BigInt(time - atMs), BigInt(runMs)));
  return Math.min(Number.MAX_SAFE_INTEGER, Math.max(Number.MIN_SAFE_INTEGER, rounded));
}

/** Basis points in one. */
const ONE = 10_000;
/** Below it, the products of {@link hasMoved} are exact numbers. */
const EXACT_BELOW = Number.MAX_SAFE_INTEGER / ONE;

/**
 * Whether a signed price is above a signed extreme by so many basis points of it. A fall is a rise of the negative price above the negative
 * extreme.
 */
export function hasMoved(price: number, extreme: number, basisPoints: number): boolean {
  const size = Math.abs(extreme);
  if (price - extreme < EXACT_BELOW && size < EXACT_BELOW) return (price - extreme) * ONE >= size * basisPoints;
  return BigInt(price - extreme) * BigInt(ONE) >= BigInt(size) * BigInt(basisPoints);
}

/** The most basis points by which a signed price is above a signed extreme, whole. */
export function pointsMoved(price: number, extreme: number): number {
  return Number((BigInt(price - extreme) * BigInt(ONE)) / BigInt(Math.abs(extreme)));
}

/** The watched price at which a move is reached, to the nearest whole number, a half up. @param signedPoints below zero for a fall */
export function roundedMove2(extreme2: number, signedPoints: number): number {
  return Number(roundedRatio(BigInt(extreme2) * BigInt(ONE + signedPoints), BigInt(ONE)));
}

/** To the nearest whole number, a half up. */
function roundedRatio(top: bigint, bottom: bigint): bigint {
  const doubled = 2n * top + bottom;
  const whole = doubled / (2n * bottom);
  return doubled < 0n && whole * 2n * bottom !== doubled ? whole - 1n : whole;
}
