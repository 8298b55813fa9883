import { asciiOf } from "./ascii.ts";

/**
 * Phone numbers in one form: E.164, a plus sign, the country's code and the number, without spaces. A number that begins
 * with 0 is one of Cambodia, where the product's traders are.
 */

/** The code of the country of numbers without one. */
const COUNTRY = "855";
/** Separators that people write between the digits; the space bar of a Khmer keyboard types a space without a width. */
const SEPARATORS = /[\s\u200B().\-\u2010-\u2015\u2212/]/g;
/** Cambodia's numbers have 8 or 9 digits after the 0. Source: ITU-T E.129, numbering plan of Cambodia (2019) */
const CAMBODIAN = /^[1-9]\d{7,8}$/;
/** A country's code has 1 to 3 digits, and together they are 15 at most. Source: ITU-T E.164 section 6.2 */
const INTERNATIONAL = /^[1-9]\d{6,14}$/;

/**
 * Reads a phone number in any common spelling: with spaces and dashes, with `+` or `00`, in Khmer or full-width digits.
 * @returns the number in E.164; null for a text that is no phone number
 */
export function readPhone(text: string): string | null {
  const { digits, isInternational } = digitsOf(text);
  if (isInternational) return inCountry(digits) ?? (isForeign(digits) ? `+${digits}` : null);
  return digits.startsWith("0") ? cambodian(digits.slice(1)) : inCountry(digits);
}

/**
 * How the numbers that begin with a text are stored, for a search; none for a text with anything but a phone number's
 * characters, or with fewer than three digits.
 */
export function phonePrefixes(text: string): string[] {
  const { digits, isInternational } = digitsOf(text);
  if (!/^\d{3,15}$/.test(digits)) return [];
  if (!isInternational && digits.startsWith("0")) return [`+${COUNTRY}${digits.slice(1)}`];
  const isOwn = digits.startsWith(COUNTRY);
  const asWritten = isOwn ? `+${COUNTRY}${digits.slice(COUNTRY.length).replace(/^0/, "")}` : `+${digits}`;
  return isInternational ? [asWritten] : [asWritten, `+${COUNTRY}${digits}`];
}

/** The digits of a text without separators; those after the sign of an international number, if it has one. */
function digitsOf(text: string): { digits: string; isInternational: boolean } {
  const plain = asciiOf(text)
    .trim()
    // Between the country's code and the number, the 0 that is dialled inside the country.
    .replace(/^((?:\+|00)[^(]*)\(0\)/, "$1")
    .replaceAll(SEPARATORS, "");
  const [sign = ""] = /^(?:\+|00)/.exec(plain) ?? [];
  return { digits: plain.slice(sign.length), isInternational: sign !== "" };
}

/** A number after the code of its country, if that is Cambodia's. */
function inCountry(digits: string): string | null {
  if (!digits.startsWith(COUNTRY)) return null;
  return cambodian(digits.slice(COUNTRY.length).replace(/^0/, ""));
}

function cambodian(number: string): string | null {
  return CAMBODIAN.test(number) ? `+${COUNTRY}${number}` : null;
}

function isForeign(digits: string): boolean {
  return INTERNATIONAL.test(digits) && !digits.startsWith(COUNTRY);
}
