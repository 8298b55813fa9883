/**
 * The result of a planned position at a price, and the way back: the amount for a risk, and the price for a sum of money.
 * Whole numbers as in the engine. Sums are after both commissions; the spread is in the prices, since a position opens at
 * one side of the market and is closed at the other. Overnight costs are not in them.
 */

import { partsPerCent } from "../../worker/contract/demo/demo-arithmetic.ts";
import { PRICE_STEPS, UNITS } from "../../worker/contract/demo/demo-bounds.ts";
import { commissionCentsOf } from "../../worker/contract/demo/demo-costs.ts";
import { resultParts } from "../../worker/contract/demo/demo-margin.ts";
import { SIGN } from "../../worker/contract/demo/demo-quotes.ts";
import type { DemoSide } from "../../worker/contract/demo/demo-types.ts";
import { type PlannedPosition, plannedResultCents } from "../../worker/contract/demo/result-at.ts";

/** A price at a distance from another one: on the winning side of it, or with a negative distance on the losing one. */
export function priceAway(side: DemoSide, from: number, distance: number): number {
  return from + SIGN[side] * distance;
}

/** How far a price is on the winning side of another one; negative on the losing side. */
export function distanceOf(side: DemoSide, from: number, price: number): number {
  return SIGN[side] * (price - from);
}

/**
 * The largest amount that loses at most a sum at a stop, rounded down to what people write.
 * @returns units; null where the stop is not on the losing side, or the smallest amount already loses more
 */
export function unitsForRisk(
  planned: Omit<PlannedPosition, "units">,
  stopPrice: number,
  riskCents: number,
): number | null {
  if (distanceOf(planned.side, planned.entryPrice, stopPrice) >= 0) return null;
  const isWithinRisk = (units: number) => -plannedResultCents({ ...planned, units }, stopPrice) <= riskCents;
  const units = roundUnitsDown(lastWhere(UNITS, isWithinRisk));
  return units === 0 ? null : units;
}

const HUNDREDTH = 10 ** 6;

/** Down to hundredths; below a tenth to two digits, so that little is lost of a small amount. */
export function roundUnitsDown(units: number): number {
  if (units >= 10 * HUNDREDTH) return units - (units % HUNDREDTH);
  const digits = String(units).length;
  const step = 10 ** Math.max(0, digits - 2);
  return units - (units % step);
}

/**
 * The price at which a planned position loses a sum: the furthest one at which it loses no more. Fractions of a cent
 * count, so that a round sum gives a round price.
 * @returns null where it loses more at the nearest price already, or cannot lose as much
 */
export function priceForLoss(planned: PlannedPosition, lossCents: number): number | null {
  const losesNoMore = (distance: number) => brings(planned, exitAt(planned, -distance), -lossCents);
  const { max } = distancesOf(planned, -1);
  const distance = lastWhere({ min: 1, max }, losesNoMore);
  return distance === 0 || distance >= max ? null : exitAt(planned, -distance);
}

/**
 * The nearest price at which a planned position brings at least a sum.
 * @returns null where no price does
 */
export function priceForGain(planned: PlannedPosition, gainCents: number): number | null {
  const bringsLess = (distance: number) => !brings(planned, exitAt(planned, distance), gainCents);
  const { max } = distancesOf(planned, 1);
  const distance = lastWhere({ min: 1, max }, bringsLess) + 1;
  return distance > max ? null : exitAt(planned, distance);
}

/** Whether a planned position brings at least a sum at a price, before its profit is rounded to cents. */
function brings(planned: PlannedPosition, exitPrice: number, sumCents: number): boolean {
  const { symbol, units, entryPrice, costsVersion } = planned;
  const commission = (price: number) => commissionCentsOf({ symbol, units, price }, costsVersion);
  const neededCents = sumCents + commission(entryPrice) + commission(exitPrice);
  return resultParts(planned, units, exitPrice) >= BigInt(neededCents) * partsPerCent(symbol);
}

function exitAt({ side, entryPrice }: PlannedPosition, distance: number): number {
  return priceAway(side, entryPrice, distance);
}

/** The distances at which a price can be: above the entry, or below it. */
function distancesOf({ side, entryPrice }: PlannedPosition, direction: 1 | -1): { max: number } {
  const isUp = SIGN[side] * direction > 0;
  return { max: isUp ? PRICE_STEPS.max - entryPrice : entryPrice - PRICE_STEPS.min };
}

/**
 * The last number of a range of which something holds, when it holds up to there and not behind; one less than the
 * range's first where it holds of none. Where it changes to and fro, one after which it does not hold.
 */
function lastWhere({ min, max }: { min: number; max: number }, holds: (value: number) => boolean): number {
  let known = min - 1;
  let unknownBelow = max + 1;
  while (unknownBelow - known > 1) {
    const middle = Math.floor((known + unknownBelow) / 2);
    if (holds(middle)) known = middle;
    else unknownBelow = middle;
  }
  return known;
}
