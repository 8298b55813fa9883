/** More than any sum that is accepted has, so that a slip is seen and corrected, not swallowed. */
const WHOLE_DIGITS_MAX = 7;

/**
 * Keeps of what was typed or pasted what an amount of dollars can have: digits, one point, two decimals.
 * `$1,234.567` becomes `1234.56`, and `10,5` becomes `10.5`.
 */
export function cleanAmount(typed: string): string {
  const [whole = "", ...rest] = withDecimalPoint(typed)
    .replace(/[^\d.]/g, "")
    .split(".");
  const digits = whole.replace(/^0+(?=\d)/, "").slice(0, WHOLE_DIGITS_MAX);
  return rest.length === 0 ? digits : `${digits || "0"}.${rest.join("").slice(0, 2)}`;
}

/**
 * Many keyboards have a comma where the point is expected. A comma alone is taken for one, unless the number before it and
 * the three digits after it say that it parts thousands: dropping it would make a hundred times as much of `10,50`.
 */
export function withDecimalPoint(typed: string): string {
  const [before = "", after, ...more] = typed.split(",");
  if (after === undefined || more.length > 0 || typed.includes(".")) return typed;
  const partsThousands = /[1-9]/.test(before) && /^\d{3}\D*$/.test(after);
  return partsThousands ? typed : `${before}.${after}`;
}
