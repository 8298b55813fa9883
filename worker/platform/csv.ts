import { dayAt, isoDate } from "../contract/trade-calendar.ts";
import { offsetQuartersAt, QUARTER_MS, repeatedTimeText } from "../contract/zone-offset.ts";

/** The value of one field; null is an empty field. */
export type CsvField = string | number | null;
/**
 * The columns of a CSV file: the header of each, and a function that reads its field from a row. The field of a `time` is
 * ISO 8601 and is written on the clocks of the file's zone, which its header names.
 */
export type CsvColumns<Row> = readonly (
  | readonly [head: string, field: (row: Row) => CsvField]
  | readonly [head: string, instant: (row: Row) => string | null, kind: "time"]
)[];

/** Without a byte order mark spreadsheets read the file in the system's own encoding, which garbles Khmer. */
const BYTE_ORDER_MARK = "\uFEFF";

/** Returns the beginning of a CSV file: its mark as UTF-8, and the line with the headers. */
export function csvHead(heads: readonly string[]): string {
  return BYTE_ORDER_MARK + csvLine(heads);
}

/** Returns one line of a CSV file, with its line end. Source: RFC 4180. */
export function csvLine(fields: readonly CsvField[]): string {
  return `${fields.map(quoted).join(",")}\r\n`;
}

/**
 * Where a spreadsheet would start a formula: at `=`, `+`, `-` or `@`, also in their full-width forms, and after spaces
 * or quotes that it strips. A spreadsheet that separates columns by `;` starts a new cell after each `;`, tab and line
 * break within a field, and ignores quotes in the middle of a cell.
 */
const FORMULAS = /(^|[;\t\r\n])(?=(?:"|[^\S\t\r\n])*[=+\-@＝＋－＠])/g;
const CONTROL_FIRST = /^[\t\r\n]/;
/**
 * Spreadsheets drop leading zeros and keep 15 significant digits. A field of digits that would lose some is an
 * identifier (such as an account number), not a number.
 */
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/;
const SIGNIFICANT_DIGITS_MAX = 15;
const DIGITS = /^-?\d+(\.\d+)?$/;

/**
 * Escapes a field. Text that a spreadsheet would read as a formula, or as a different number, gets an apostrophe so
 * that it stays text. A negative number is not a formula.
 */
function quoted(field: CsvField): string {
  if (field === null) return "";
  if (typeof field === "number") return String(field);
  const text = isNumber(field) ? field : DIGITS.test(field) ? `'${field}` : escapeFormulas(field);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Returns one line of a file that a bank reads, with its line end: each field exactly as it is, as the bank would take an apostrophe for a part of
 * a name.
 * @throws Error of a field that a spreadsheet would run: the caller refuses those first
 */
export function exactCsvLine(fields: readonly string[], separator: "," | ";" | "\t"): string {
  const cells = fields.map((field) => {
    if (escapeFormulas(field) !== field) throw new Error("a field of a bank's file would be read as a formula");
    return /["\r\n]/.test(field) || field.includes(separator) ? `"${field.replaceAll('"', '""')}"` : field;
  });
  return `${cells.join(separator)}\r\n`;
}

/** Returns true if a spreadsheet shows exactly this number. */
function isNumber(field: string): boolean {
  if (!NUMBER.test(field)) return false;
  const significant = field.replace(/^-?0?\.?0*/, "").replace(".", "");
  return significant.length <= SIGNIFICANT_DIGITS_MAX;
}

function escapeFormulas(field: string): string {
  const text = field.replaceAll(FORMULAS, "$1'");
  return CONTROL_FIRST.test(text) ? `'${text}` : text;
}

/**
 * A time on the clocks of a zone, `2026-11-29 08:05:00`, which spreadsheets read as a date: so a day of the file is the day of
 * the screens. A time that the clocks show twice also has its offset.
 */
function clockTime(instant: string | null, timeZone: string): string | null {
  if (instant === null) return null;
  const atMs = Date.parse(instant);
  const shown = new Date(atMs + offsetQuartersAt(atMs, timeZone) * QUARTER_MS).toISOString();
  return shown.slice(0, 19).replace("T", " ") + repeatedTimeText(atMs, timeZone);
}

/**
 * Streams a CSV file page by page, so that the rows are never all in memory. The first page is read before the response
 * starts, so that a caller without access gets an error response and not half a file.
 *
 * @param readPage reads the rows after a cursor (null for the first page) and returns the cursor of the next page, null
 * on the last
 * @param timeZone of the columns of times
 * @throws what `readPage` throws for the first page; an error on a later page aborts the stream
 */
export async function csvFile<Row, Place>(
  columns: CsvColumns<Row>,
  readPage: (after: Place | null) => Promise<{ rows: readonly Row[]; next: Place | null }>,
  timeZone = "UTC",
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  let page = await readPage(null);
  let lines = csvHead(columns.map(([head, , kind]) => (kind === "time" ? `${head} (${timeZone})` : head)));
  return new ReadableStream({
    async pull(controller) {
      for (const row of page.rows) lines += csvLine(columns.map((column) => fieldOf(column, row, timeZone)));
      controller.enqueue(encoder.encode(lines));
      lines = "";
      if (page.next === null) controller.close();
      else page = await readPage(page.next);
    },
  });
}

function fieldOf<Row>(column: CsvColumns<Row>[number], row: Row, timeZone: string): CsvField {
  return column.length === 3 ? clockTime(column[1](row), timeZone) : column[1](row);
}

/** The headers of a CSV download. @param timeZone the zone whose current day is part of the file name */
export function csvHeaders(name: string, nowMs: number, timeZone: string): Record<string, string> {
  return csvFileHeaders(`${name}-${isoDate(dayAt(nowMs, timeZone))}`);
}

/** The headers of a CSV download whose name has its days already. */
export function csvFileHeaders(name: string): Record<string, string> {
  return {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="tonle-${name}.csv"`,
  };
}
