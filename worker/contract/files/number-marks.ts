import { asciiOf } from "../ascii.ts";
import { type Decimal, decimalIn } from "../broker/decimal.ts";

/** The mark before the decimals of a file's numbers. The other one, spaces and apostrophes separate thousands. */
export type DecimalMark = "." | ",";

/**
 * What one number says of its mark. `unclear`: `147,215` is 147.215 here and a thousand times that there.
 */
export type MarkEvidence = DecimalMark | "unclear" | "none";

/**
 * A number as written, without what is glued to it: a currency's sign or code before or after it, a unit behind it.
 * Spaces and apostrophes between thousands are left out, and a minus sign may stand apart: `- 3.15`, `(3.15)`.
 */
const WRITTEN =
  /^([-(]?)\s*(?:[A-Z]{0,4}[$€£¥]|[A-Z]{3,4})?\s*([-+]?)\s*(\d[\d.,]*|[.,]\d+)(e[+-]?\d{1,3})?\)?\s*([^\d.,\s][^\d]*)?$/i;
const THOUSANDS_GAP = /(?<=\d)['’\s](?=\d{3}(?!\d))/g;
const ASCII = /^[\x20-\x7e]*$/;
/** The most usual form, for which nothing has to be taken apart. */
const SIMPLE = /^-?\d{1,40}(?:\.\d{1,40})?$/;
/** A longer text is no number, and would cost time. */
const LENGTH_MAX = 120;
const OTHER_MINUS = /[−‒–—]/g;

/** A number's parts as text: `unit` is what stands behind it, such as `Lots` or `SOL`. */
export type WrittenNumber = { isNegative: boolean; digits: string; exponent: string; unit: string };

/** The parts of a text that is a number in some form; null of any other. */
export function writtenNumber(text: string): WrittenNumber | null {
  if (text.length > LENGTH_MAX) return null;
  const ascii = ASCII.test(text) ? text : asciiOf(text).replaceAll(OTHER_MINUS, "-");
  const plain = ascii.trim().replaceAll(THOUSANDS_GAP, "");
  const [, before = "", sign = "", digits, exponent = "", unit = ""] = WRITTEN.exec(plain) ?? [];
  if (digits === undefined) return null;
  return { isNegative: before !== "" || sign === "-", digits, exponent, unit: unit.trim() };
}

/** What a number says of the mark of its column. */
export function markEvidence(text: string): MarkEvidence {
  if (!text.includes(".") && !text.includes(",")) return "none";
  const written = writtenNumber(text);
  if (!written) return "none";
  const { digits, exponent } = written;
  const marks = digits.replaceAll(/\d/g, "");
  const last = marks.at(-1);
  if (last !== "." && last !== ",") return "none";
  if (exponent !== "") return last;
  const other = last === "." ? "," : ".";
  if (marks.includes(other)) return last;
  // A mark that stands twice separates thousands.
  if (marks.length > 1) return other;
  const [whole = "", fraction = ""] = digits.split(last);
  return fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole) ? "unclear" : last;
}

/**
 * Reads a number whose mark is known.
 * @returns null of a text that is no number in this form, as its thousands stand wrong or it has another mark
 */
export function numberWith(text: string, mark: DecimalMark): Decimal | null {
  if (mark === "." && SIMPLE.test(text)) return decimalIn(text);
  const written = writtenNumber(text);
  if (!written) return null;
  const [whole = "", fraction = "", ...more] = written.digits.split(mark);
  const thousands = mark === "." ? "," : ".";
  if (more.length > 0 || fraction.includes(thousands)) return null;
  if (whole.includes(thousands) && !new RegExp(`^[1-9]\\d{0,2}(?:\\${thousands}\\d{3})+$`).test(whole)) return null;
  const units = whole.replaceAll(thousands, "");
  return decimalIn(`${written.isNegative ? "-" : ""}${units}.${fraction}${written.exponent}`);
}

/** What the numbers of a column say together. `mixed`: both marks are used for decimals. */
export type ColumnMark = DecimalMark | "unclear" | "none" | "mixed";

/** The mark of a column, by all of its cells. */
export function markOf(cells: Iterable<string>): ColumnMark {
  const seen = new Set<MarkEvidence>();
  for (const cell of cells) seen.add(markEvidence(cell));
  if (seen.has(".") && seen.has(",")) return "mixed";
  return seen.has(",") ? "," : seen.has(".") ? "." : seen.has("unclear") ? "unclear" : "none";
}

/**
 * The mark of a file by the marks of its columns: one spreadsheet writes all of its numbers alike, so a column that does not say it follows those
 * that do. Where none does, a point is one of decimals, and a comma is a question.
 * @param columns each with its cells
 * @returns the mark, or `unclear` where a person must say it, or `mixed`
 */
export function fileMark(columns: readonly (readonly string[])[]): DecimalMark | "unclear" | "mixed" {
  const marks = new Set(columns.map((cells) => markOf(cells)));
  if (marks.has("mixed") || (marks.has(".") && marks.has(","))) return "mixed";
  if (marks.has(",")) return ",";
  if (marks.has(".") || !marks.has("unclear")) return ".";
  return columns.flat().some((cell) => markEvidence(cell) === "unclear" && cell.includes(",")) ? "unclear" : ".";
}
