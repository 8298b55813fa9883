const SPACES = /[\u00A0\u2007\u2009\u202F]/g;
/** Thousands are separated by spaces or by commas, all of them or none. */
const NUMBER = /^[+-]? ?(?:\d+|\d{1,3}(?: \d{3})+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/;

/**
 * Parses a number as trading terminals and spreadsheets write it in English: `4 106.170`, `1,234.50`, `- 2.50`.
 * @returns null for everything else, including a decimal comma
 */
export function readNumber(text: string): number | null {
  const plain = text.replace(SPACES, " ").replace("\u2212", "-").trim();
  return NUMBER.test(plain) ? Number(plain.replaceAll(/[ ,]/g, "")) : null;
}
