import { asciiOf } from "./ascii.ts";

/**
 * The one reader of numbers that are typed, pasted or in a file. A point separates the decimals, commas or spaces the
 * thousands; digits may be those of any script. Every other text is refused with the reason, since `1,5` and `1.500,00`
 * mean one number here and another one there.
 */

/** The form of numbers that a field or a column takes. */
export type NumberForm = {
  /** A sum or a price in US dollars, which may say so: `$50`, `50 USD`. */
  isDollars?: boolean;
  /** The most decimals that may be written; any number of them where it is left out. */
  decimalsMax?: number;
  isSigned?: boolean;
};

/** A sum in dollars. `1.500` has three decimals, so that its point is one of thousands. */
export const MONEY: NumberForm = { isDollars: true, decimalsMax: 2 };
/** A price or a distance in dollars. */
export const PRICE: NumberForm = { isDollars: true };
/** A number alone: the amount of an order, a setting, a percentage. */
export const PLAIN_NUMBER: NumberForm = {};
/** A number in a file. */
export const FILE_NUMBER: NumberForm = { isSigned: true };
/** A sum in a file. */
export const FILE_MONEY: NumberForm = { isSigned: true, decimalsMax: 2 };

/** Why a text is not understood. `empty`: it has no digit, and nothing else that would mean something. */
export type NumberFault =
  | { code: "empty" | "sign" | "points" | "comma_after_point" | "comma" | "space" }
  | { code: "currency" | "characters"; part: string }
  | { code: "decimals"; most: number };

/** A number as digits and at most one point, after a minus sign in a signed form, or why a text is none. */
export type NumberReading = { number: string } | { fault: NumberFault };

// The space bar of a Khmer keyboard types a zero-width one. A tab stands between two cells.
const SPACES = /[\p{Zs}\u200b]/gu;
const DOLLARS_BEFORE = /^(?:(?:US ?)?\$|USD) ?/i;
const DOLLARS_BEHIND = / ?(?:(?:US ?)?\$|USD)$/i;
/** Thousands are separated by commas or by spaces, all of them or none; a zero has none behind it. */
const WHOLE = /^(?:\d*|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{0,2}(?: \d{3})+)$/;

/** Reads a text as a number. */
export function readNumber(text: string, form: NumberForm): NumberReading {
  const plain = withAsciiMarks(text);
  if (!/[^.,$ ]/.test(plain)) return { fault: { code: "empty" } };

  const [, sign = "", unsigned = ""] = /^([+-]?) ?(.*)$/s.exec(plain) ?? [];
  const digits = form.isDollars ? unsigned.replace(DOLLARS_BEFORE, "").replace(DOLLARS_BEHIND, "") : unsigned;
  if (/^[+-]/.test(digits) || (sign !== "" && !form.isSigned)) return { fault: { code: "sign" } };

  const part = /[^\d., ]+/.exec(digits)?.[0];
  if (part !== undefined) return { fault: { code: isCurrency(part, form) ? "currency" : "characters", part } };
  if (!/\d/.test(digits)) return { fault: { code: "empty" } };

  const [whole = "", fraction = "", ...more] = digits.split(".");
  if (more.length > 0) return { fault: { code: "points" } };
  if (fraction.includes(",")) return { fault: { code: "comma_after_point" } };
  if (!WHOLE.test(whole)) return { fault: { code: whole.includes(",") ? "comma" : "space" } };
  if (fraction.includes(" ")) return { fault: { code: "space" } };
  const { decimalsMax = Number.POSITIVE_INFINITY } = form;
  if (fraction.length > decimalsMax) return { fault: { code: "decimals", most: decimalsMax } };

  const units = whole.replaceAll(/[, ]/g, "").replace(/^0+(?=\d)/, "") || "0";
  const number = fraction === "" ? units : `${units}.${fraction}`;
  return { number: sign === "-" && /[1-9]/.test(number) ? `-${number}` : number };
}

/** The number of a text as digits and at most one point; null where it is not one. */
export function numberIn(text: string, form: NumberForm): string | null {
  const reading = readNumber(text, form);
  return "number" in reading ? reading.number : null;
}

/** The fault of a text that is no number; null for a number, and for no text. */
export function faultOf(text: string, form: NumberForm): NumberFault | null {
  const reading = readNumber(text, form);
  return "fault" in reading && reading.fault.code !== "empty" ? reading.fault : null;
}

/** Whether more digits make a number of a text that is none, as of `10,0` on the way to `10,000`. */
export function isUnfinished(text: string, form: NumberForm): boolean {
  return ["0", "00", "000"].some((more) => numberIn(text + more, form) !== null);
}

/** The marks that a number shows for the others in its column of a file. */
export type MarkEvidence = "point" | "either" | null;

/**
 * Finds the marks that a number of a file uses: `either` if its one comma could separate thousands as well as three
 * decimals (`147,215`), `point` if it can only be read with a point before the decimals (`6,702.40`, `0.1`, `1,234,567`).
 * @returns null for one that shows neither, such as `1.500` or `12`, and for text that is no number
 */
export function markEvidence(text: string): MarkEvidence {
  const digits = withAsciiMarks(text).replace(/^[+-] ?/, "");
  if (/^[1-9]\d{0,2},\d{3}$/.test(digits)) return "either";
  if (numberIn(digits, {}) === null) return null;
  const [whole = "", fraction] = digits.split(".");
  const hasPoint = fraction !== undefined && (fraction.length !== 3 || /^0?$/.test(whole) || whole.includes(","));
  return hasPoint || whole.split(",").length > 2 ? "point" : null;
}

/**
 * A number without a sign in whole steps of its last decimal: dollars in cents with two decimals. From its digits, because
 * a product may not be exact.
 * @param number as {@link readNumber} gives it
 * @returns null for a number with more decimals, apart from zeros
 */
export function wholeSteps(number: string, decimals: number): number | null {
  const [whole = "", fraction = ""] = number.split(".");
  if (/[1-9]/.test(fraction.slice(decimals))) return null;
  return Number(whole + fraction.slice(0, decimals).padEnd(decimals, "0"));
}

/**
 * The inverse of {@link wholeSteps}: digits, and a point before the decimals.
 * @param leastDecimals zeros behind so many are left out
 */
export function decimalText(steps: number, decimals: number, leastDecimals = decimals): string {
  const digits = String(steps).padStart(decimals + 1, "0");
  const point = digits.length - decimals;
  const fraction = digits.slice(point).replace(/0+$/, "").padEnd(leastDecimals, "0");
  return digits.slice(0, point) + (fraction && `.${fraction}`);
}

/** A text with digits, points, commas, signs and spaces of one kind, and none around it. */
function withAsciiMarks(text: string): string {
  return asciiOf(text)
    .replaceAll(SPACES, " ")
    .replaceAll("\u2212", "-")
    .replaceAll("\u066b", ".")
    .replaceAll("\u066c", ",")
    .trim();
}

function isCurrency(part: string, { isDollars = false }: NumberForm): boolean {
  return isDollars && /\p{Sc}/u.test(part) && !part.includes("$");
}
