import { cellText, collectRows, type OnPart, type Row, UnreadableFile } from "./row.ts";

export const SEPARATORS = [",", ";", "\t"] as const;
export type Separator = (typeof SEPARATORS)[number];
/** What spreadsheets write as the first line: `sep=;`. */
const SEPARATOR_LINE = /^"?sep=(.)"?\r?(?:\n|$)/i;
const ROWS_A_PART = 1_000;
/** Rows that decide the separator. */
const LOOKED_AT = 20;

/**
 * The rows of a text file with separated values (RFC 4180): commas, semicolons or tabs, by a first line `sep=;` or by what
 * splits its first rows alike. A quoted cell may have separators, line ends and doubled quotes. Empty rows are left out.
 * @param known the separator, where something else than the file says it
 * @throws UnreadableFile `quote_open`, `quote_inside`, `too_many_rows`, `too_many_columns`
 */
export function csvRows(text: string, onPart?: OnPart, known?: Separator): Row[] {
  const said = SEPARATOR_LINE.exec(text);
  if (said) return split(text.slice(said[0].length), { separator: said[1] ?? ",", firstLine: 2, onPart });
  return split(text, { separator: known ?? separatorOf(text), firstLine: 1, onPart });
}

/** The separator that gives the first rows the same number of cells, and most of them. */
function separatorOf(text: string): string {
  const start = text
    .split("\n", LOOKED_AT + 1)
    .slice(0, LOOKED_AT)
    .join("\n");
  const counts = SEPARATORS.map((separator) => {
    const sizes = sizesOf(start, separator);
    const most = Math.max(1, ...sizes);
    return { separator, score: sizes.filter((size) => size === most).length * (most - 1) };
  });
  return counts.reduce((best, other) => (other.score > best.score ? other : best)).separator;
}

function sizesOf(start: string, separator: string): number[] {
  try {
    return split(start, { separator, firstLine: 1 }).map(({ cells }) => cells.length);
  } catch {
    // The cut may be inside a quoted cell.
    return [];
  }
}

type Split = { separator: string; firstLine: number; onPart?: OnPart | undefined };

function split(text: string, { separator, firstLine, onPart }: Split): Row[] {
  const { rows, take, assertWidth } = collectRows();
  let [line, at] = [firstLine, 0];
  while (at < text.length) {
    const row: Row = { line, cells: [] };
    for (;;) {
      const cell = readCell(text, at, separator, line);
      row.cells.push(cell.text);
      assertWidth(row);
      line += cell.lineEnds;
      at = cell.end + 1;
      if (text[cell.end] !== separator) break;
    }
    line += 1;
    if (row.cells.some((cell) => cell !== "")) take(row);
    if (rows.length % ROWS_A_PART === 0) onPart?.(at / text.length);
  }
  return rows;
}

type Cell = { text: string; end: number; lineEnds: number };

/** @returns the cell with the index of what ends it: a separator, a line's end, or the text's */
function readCell(text: string, from: number, separator: string, line: number): Cell {
  let at = from;
  while (text[at] === " ") at += 1;
  if (text[at] !== '"') {
    const end = endOfCell(text, from, separator);
    const content = text.slice(from, end);
    if (content.includes('"')) throw new UnreadableFile({ code: "quote_inside" }, line);
    return { text: cellText(content), end, lineEnds: 0 };
  }
  let content = "";
  for (;;) {
    const close = text.indexOf('"', at + 1);
    if (close < 0) throw new UnreadableFile({ code: "quote_open" }, line);
    content += text.slice(at + 1, close);
    at = close + 1;
    if (text[at] !== '"') break;
    content += '"';
  }
  const end = endOfCell(text, at, separator);
  if (text.slice(at, end).trim() !== "") throw new UnreadableFile({ code: "quote_inside" }, line);
  return { text: cellText(content), end, lineEnds: content.split("\n").length - 1 };
}

function endOfCell(text: string, from: number, separator: string): number {
  let end = from;
  while (end < text.length && text[end] !== separator && text[end] !== "\n") end += 1;
  return end;
}
