/**
 * Numbers as they are written in every language of the product: `1,234.50`. The first use of `Intl.NumberFormat` loads the
 * runtime's data of languages, which on a slow phone takes longer than anything else before the first figure of a page.
 */

/**
 * Rounds half up from the digits of a number, as `Intl.NumberFormat` does: `toFixed` rounds the binary value, by which 1.005 is
 * below a half.
 * @param value not negative
 * @param maxDecimals zeros behind `minDecimals` are left out
 */
export function groupedNumber(value: number, minDecimals: number, maxDecimals = minDecimals): string {
  const [, whole, fraction = ""] = /^(\d+)(?:\.(\d+))?$/.exec(String(value)) ?? [];
  if (whole === undefined) return otherNumber(value, minDecimals, maxDecimals);
  const kept = whole + fraction.slice(0, maxDecimals).padEnd(maxDecimals, "0");
  const isUp = (fraction[maxDecimals] ?? "0") >= "5";
  const digits = isUp ? String(BigInt(kept) + 1n).padStart(kept.length, "0") : kept;
  const point = digits.length - maxDecimals;
  const decimals = digits.slice(point).replace(/0+$/, "").padEnd(minDecimals, "0");
  return digits.slice(0, point).replaceAll(/\B(?=(?:\d{3})+$)/g, ",") + (decimals && `.${decimals}`);
}

/** Numbers that JavaScript writes with an exponent, and those that are none. */
function otherNumber(value: number, minimumFractionDigits: number, maximumFractionDigits: number): string {
  return new Intl.NumberFormat("en-US", { minimumFractionDigits, maximumFractionDigits }).format(value);
}
