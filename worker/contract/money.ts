/**
 * Money is a whole number of US cents inside, and dollars with at most two decimals on the wire and on the screen.
 */

declare const centsBrand: unique symbol;
/** A whole number of US cents. Made by {@link cents} or {@link centsFromDollars} only. */
export type Cents = number & { readonly [centsBrand]: true };

/**
 * Marks a whole number as cents.
 * @throws Error when the number is not a safe integer: money that is not whole is a broken invariant, not bad input
 */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new Error(`not whole cents: ${value}`);
  // The check above is what makes the brand true.
  return value as Cents;
}

/**
 * Reads a JSON number of dollars.
 * @param dollars any finite number; more than two decimals is refused, judged on the parsed number
 * @returns cents, or null when the number is not money
 */
export function centsFromDollars(dollars: number): Cents | null {
  if (!Number.isFinite(dollars) || Math.abs(dollars) > 1e12) return null;
  const rounded = Math.round(dollars * 100);
  // A number with at most two decimals is the double nearest to its own cents, so the way back must give the same double.
  return rounded / 100 === dollars ? cents(rounded) : null;
}

/** Dollars for the wire: the JSON number nearest to these cents. */
export function dollarsFromCents(amountCents: number): number {
  return amountCents / 100;
}

/** Adds dollars as whole cents, so that many small sums add up exactly. */
export function addUsd(sums: readonly number[]): number {
  return dollarsFromCents(sums.reduce((amountCents, dollars) => amountCents + Math.round(dollars * 100), 0));
}

const usd = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** `$1,234.50`, with a true minus sign for a negative amount. */
export function formatUsd(amountCents: number): string {
  return usd.format(amountCents / 100).replace("-", "−");
}
