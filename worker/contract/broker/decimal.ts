/**
 * Exact decimal numbers of any number of digits, as a file writes them: `0.00000073` stays what it is. A number has one text only:
 * no exponent, no zeros at either end, no sign of zero.
 */
export type Decimal = string & { readonly decimal: unique symbol };

/** Whole units of 10^-scale. */
type Scaled = { units: bigint; scale: number };

/** A number in its one form. */
const IN_FORM = /^(?:0|-?(?:0|[1-9]\d{0,39})\.\d{0,39}[1-9]|-?[1-9]\d{0,39})$/;
const PLAIN = /^(-?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i;
/** What a number may have before and after its point; longer ones come from no broker, and would cost time. */
const DIGITS_MAX = 40;

export const ZERO = decimal("0");
export const UNIT = decimal("1");

/**
 * Reads a number with a point for its decimals: `-3.15`, `.5`, `7.3e-07`.
 * @throws RangeError for a text that is none, or that has more than 40 digits before or after its point
 */
export function decimal(text: string): Decimal {
  const read = decimalIn(text);
  if (read === null) throw new RangeError(`not a decimal number: ${text}`);
  return read;
}

/** The same; null of a text that is no such number. */
export function decimalIn(text: string): Decimal | null {
  // Most numbers of a file are; the only other place that makes the type.
  if (IN_FORM.test(text)) return text as Decimal;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = PLAIN.exec(text) ?? [];
  if (whole + fraction === "") return null;
  const scale = fraction.length - Number(exponent);
  if (whole.length + Number(exponent) > DIGITS_MAX || scale > DIGITS_MAX) return null;
  const units = BigInt(whole + fraction) * (sign === "-" ? -1n : 1n);
  return scale < 0 ? textOf({ units: units * 10n ** BigInt(-scale), scale: 0 }) : textOf({ units, scale });
}

/** The sum of numbers. */
export function sum(...numbers: readonly Decimal[]): Decimal {
  const scale = Math.max(0, ...numbers.map((number) => scaleOf(number)));
  return textOf({ units: numbers.reduce((total, number) => total + unitsAt(number, scale), 0n), scale });
}

export function negative(number: Decimal): Decimal {
  return textOf({ units: -unitsAt(number, scaleOf(number)), scale: scaleOf(number) });
}

export function product(...numbers: readonly Decimal[]): Decimal {
  return textOf(
    numbers.reduce<Scaled>(
      ({ units, scale }, number) => ({
        units: units * unitsAt(number, scaleOf(number)),
        scale: scale + scaleOf(number),
      }),
      { units: 1n, scale: 0 },
    ),
  );
}

/**
 * `number` times `part` of `whole`, rounded half away from zero at so many decimals: what a part of a fill costs of its fee.
 * @param part 0 up to `whole`, which is not zero
 */
export function share(number: Decimal, part: Decimal, whole: Decimal, decimals: number): Decimal {
  const dividend = product(number, part);
  const scale = Math.max(scaleOf(dividend), scaleOf(whole));
  return textOf({
    units: divideRounded(unitsAt(dividend, scale) * 10n ** BigInt(decimals), unitsAt(whole, scale)),
    scale: decimals,
  });
}

/** Below zero, 0, or above it, as the first number is less than, equal to, or more than the second. */
export function compare(a: Decimal, b: Decimal): number {
  const scale = Math.max(scaleOf(a), scaleOf(b));
  const difference = unitsAt(a, scale) - unitsAt(b, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export function isZero(number: Decimal): boolean {
  return number === ZERO;
}

/** How many decimals a number has. */
export function scaleOf(number: Decimal): number {
  const point = number.indexOf(".");
  return point < 0 ? 0 : number.length - point - 1;
}

/** The number in units of 10^-scale. @param scale not less than its decimals */
function unitsAt(number: Decimal, scale: number): bigint {
  const [whole = "", fraction = ""] = number.split(".");
  return BigInt(whole + fraction.padEnd(scale, "0"));
}

function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const isNegative = dividend < 0n !== divisor < 0n;
  const [above, below] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor];
  const quotient = (2n * above + below) / (2n * below);
  return isNegative ? -quotient : quotient;
}

function textOf({ units, scale }: Scaled): Decimal {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, "0");
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, "");
  const text = fraction === "" ? whole : `${whole}.${fraction}`;
  // The text above is in its one form.
  return (units < 0n ? `-${text}` : text) as Decimal;
}
