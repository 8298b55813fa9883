import { dayAt, isoDate } from "../contract/trade-calendar.ts";

export type CsvField = string | number | null;
/** What a file has of each row: the column's head, and how its field is read. */
export type CsvColumns<Row> = readonly (readonly [head: string, field: (row: Row) => CsvField])[];

/** A line of a CSV file (RFC 4180). */
export function csvLine(fields: readonly CsvField[]): string {
  return `${fields.map(quoted).join(",")}\r\n`;
}

/**
 * What a spreadsheet takes for a formula begins so, in East Asian wide forms too, and behind space or quotes that it cuts
 * off. One that separates columns by `;` splits the line anew: there a cell also begins behind each `;`, tab and line break
 * within a field, and quotes in the middle of a cell mean nothing.
 */
const FORMULAS = /(^|[;\t\r\n])(?=(?:"|[^\S\t\r\n])*[=+\-@＝＋－＠])/g;
const CONTROL_FIRST = /^[\t\r\n]/;
/** A spreadsheet cuts leading zeros off and keeps 15 significant digits: what has other digits is no number but, say, an account's. */
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/;
const SIGNIFICANT_DIGITS_MAX = 15;
const DIGITS = /^-?\d+(\.\d+)?$/;

/**
 * A field that a spreadsheet would take for a formula, or for another number than it says, is made text; a number below zero is
 * no formula.
 */
function quoted(field: CsvField): string {
  if (field === null) return "";
  if (typeof field === "number") return String(field);
  const text = isNumber(field) ? field : DIGITS.test(field) ? `'${field}` : defused(field);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Whether a spreadsheet shows exactly this number. */
function isNumber(field: string): boolean {
  if (!NUMBER.test(field)) return false;
  const significant = field.replace(/^-?0?\.?0*/, "").replace(".", "");
  return significant.length <= SIGNIFICANT_DIGITS_MAX;
}

function defused(field: string): string {
  const text = field.replaceAll(FORMULAS, "$1'");
  return CONTROL_FIRST.test(text) ? `'${text}` : text;
}

/**
 * A CSV file, read page by page while it is sent: a million rows never stand in memory together. The first page is read
 * before the answer begins, so that a stranger gets a refusal and not half a file.
 *
 * @param readPage gives the rows after a place, null being the beginning, and the place where the next page begins: null on
 *                 the last
 * @throws what `readPage` throws for the first page; a later one that fails breaks the answer off
 */
export async function csvFile<Row, Place>(
  columns: CsvColumns<Row>,
  readPage: (after: Place | null) => Promise<{ rows: readonly Row[]; next: Place | null }>,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  let page = await readPage(null);
  let lines = csvLine(columns.map(([head]) => head));
  return new ReadableStream({
    async pull(controller) {
      for (const row of page.rows) lines += csvLine(columns.map(([, field]) => field(row)));
      controller.enqueue(encoder.encode(lines));
      lines = "";
      if (page.next === null) controller.close();
      else page = await readPage(page.next);
    },
  });
}

/** The headers of a CSV file that the browser saves. @param timeZone the zone whose day is part of its name */
export function csvHeaders(name: string, nowMs: number, timeZone: string): Record<string, string> {
  const day = isoDate(dayAt(nowMs, timeZone));
  return {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="tonle-${name}-${day}.csv"`,
  };
}
