import { type Decimal, decimal, share, UNIT } from "./decimal.ts";

/**
 * A sum as whole units of 10^-decimals, rounded half away from zero; null for more units than are exact.
 * @property isRounded whether digits were lost
 */
export function unitsOf(sum: Decimal, decimals: number): { units: number; isRounded: boolean } | null {
  const kept = share(sum, UNIT, UNIT, decimals);
  const [whole = "", fraction = ""] = kept.split(".");
  const units = Number(whole + fraction.padEnd(decimals, "0"));
  // A sum that rounds to nothing below zero would be minus zero.
  return Number.isSafeInteger(units) ? { units: units || 0, isRounded: kept !== sum } : null;
}

/** A sum of whole units with all of its digits. */
export function decimalOfUnits(units: number, decimals: number): Decimal {
  return decimal(`${units}e-${decimals}`);
}

/** A sum of whole units as a number of its currency. */
export function numberOfUnits(units: number, decimals: number): number {
  return units / 10 ** decimals;
}
