/** More than any sum that is accepted has, so that a slip is seen and corrected, not swallowed. */
const WHOLE_DIGITS_MAX = 7;

/**
 * Keeps of what was typed or pasted what an amount of dollars can have: digits, one point, two decimals.
 * `$1,234.567` becomes `1234.56`.
 */
export function cleanAmount(typed: string): string {
  const [whole = "", ...rest] = typed.replace(/[^\d.]/g, "").split(".");
  const digits = whole.replace(/^0+(?=\d)/, "").slice(0, WHOLE_DIGITS_MAX);
  return rest.length === 0 ? digits : `${digits || "0"}.${rest.join("").slice(0, 2)}`;
}
