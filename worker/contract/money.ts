/**
 * Money is a whole number of US cents in the code, and dollars with at most two decimals in the API and on the screen.
 */
import { groupedNumber } from "./grouped-number.ts";

declare const centsBrand: unique symbol;
/** A whole number of US cents, created only by {@link cents} or {@link centsFromDollars}. */
export type Cents = number & { readonly [centsBrand]: true };

/**
 * Marks a whole number as cents.
 * @throws Error when the number is not a safe integer: an amount that is not whole is a broken invariant, not invalid
 * input
 */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new Error(`not whole cents: ${value}`);
  // The check above makes the brand true.
  return value as Cents;
}

/**
 * Converts a JSON number of dollars to cents.
 * @param dollars any number; more than two decimals are refused
 * @returns cents, or null when the number is not an amount of money
 */
export function centsFromDollars(dollars: number): Cents | null {
  if (!Number.isFinite(dollars) || Math.abs(dollars) > 1e12) return null;
  const rounded = Math.round(dollars * 100);
  // A number with at most two decimals is the double nearest to its cents, so converting back must give the same
  // double.
  return rounded / 100 === dollars ? cents(rounded) : null;
}

/** Dollars for the API: the JSON number nearest to these cents. */
export function dollarsFromCents(amountCents: number): number {
  return amountCents / 100;
}

/** A sum of hundredths in its currency: `$25.00`, `100,000 KHR`. */
export function formatHundredths(hundredths: number, currency: "USD" | "KHR"): string {
  if (currency === "USD") return formatUsd(hundredths);
  return `${hundredths < 0 ? "−" : ""}${groupedNumber(Math.abs(hundredths) / 100, 0, 2)} KHR`;
}

/** Adds amounts as whole units of `10 ** -decimals`, so that the sum is exact. */
export function addAmounts(sums: readonly number[], decimals: number): number {
  const scale = 10 ** decimals;
  return sums.reduce((units, amount) => units + Math.round(amount * scale), 0) / scale;
}

/** Adds dollar amounts as whole cents. */
export function addUsd(sums: readonly number[]): number {
  return addAmounts(sums, 2);
}

/** Formats an amount: `$1,234.50`, with a minus sign (U+2212) for a negative one. */
export function formatUsd(amountCents: number): string {
  return `${amountCents < 0 ? "−" : ""}$${groupedNumber(Math.abs(amountCents) / 100, 2)}`;
}
