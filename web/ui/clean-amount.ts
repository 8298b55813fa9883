/** More digits than any accepted amount has, so that a typing mistake stays visible instead of being dropped. */
const WHOLE_DIGITS_MAX = 7;

/**
 * Reduces typed or pasted text to an amount of dollars: digits, one point, two decimals. `$1,234.567` becomes
 * `1234.56`, and `10,5` becomes `10.5`.
 */
export function cleanAmount(typed: string): string {
  const [whole = "", ...rest] = withDecimalPoint(typed)
    .replace(/[^\d.]/g, "")
    .split(".");
  const digits = whole.replace(/^0+(?=\d)/, "").slice(0, WHOLE_DIGITS_MAX);
  return rest.length === 0 ? digits : `${digits || "0"}.${rest.join("").slice(0, 2)}`;
}

/**
 * Many keyboards type a comma instead of the point. A single comma counts as a decimal point, unless the digits before
 * it and the three digits after it show that it separates thousands: dropping it would turn `10,50` into 1050.
 */
export function withDecimalPoint(typed: string): string {
  const [before = "", after, ...more] = typed.split(",");
  if (after === undefined || more.length > 0 || typed.includes(".")) return typed;
  const separatesThousands = /[1-9]/.test(before) && /^\d{3}\D*$/.test(after);
  return separatesThousands ? typed : `${before}.${after}`;
}
