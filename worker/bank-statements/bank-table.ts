import { DISGUISING } from "../contract/displayable.ts";
import { AppError } from "../contract/errors.ts";
import { csvRows } from "../contract/files/csv-rows.ts";
import { decodeText } from "../contract/files/decode-bytes.ts";
import { numberWith, writtenNumber } from "../contract/files/number-marks.ts";
import { type Row, UnreadableFile } from "../contract/files/row.ts";
import { groupedNumber } from "../contract/grouped-number.ts";
import { wholeSteps } from "../contract/read-number.ts";
import type { Said } from "../contract/translated.ts";
import { BANK_STATEMENT_TEXT } from "./statement-answers.ts";
import { STATEMENT_LIMITS, type StatementProfile } from "./statement-profile.ts";

/** How the files of banks are read: rows, the table in them, and its cells. What a profile does not describe is refused with its line. */

/** @throws AppError `invalid_input` about the file */
export function refuse(said: Said): never {
  throw new AppError("invalid_input", said, { field: "file" });
}

const ENCODING_NAMES: Partial<Record<string, string>> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16",
  "windows-1252": "Windows-1252",
};

/** How a bank writes a file. */
export type FileForm = Pick<StatementProfile, "encoding" | "separator">;

/** The rows of a file. @throws AppError `invalid_input` of another encoding, and of one that is too large or no table */
export function rowsOf(bytes: Uint8Array, profile: FileForm): Row[] {
  const { bytes: bytesMax, lines: linesMax, columns: columnsMax } = STATEMENT_LIMITS;
  if (bytes.length === 0) refuse(BANK_STATEMENT_TEXT.empty);
  if (bytes.length > bytesMax) refuse(BANK_STATEMENT_TEXT.tooLarge(bytesMax / 1024 / 1024));
  // It begins with a line of text, and an encoding would be named that no table has.
  if (startsWith(bytes, "%PDF-")) refuse(BANK_STATEMENT_TEXT.notText);
  const rows = readRows(bytes, profile);
  const wide = rows.find(({ cells }) => cells.length > columnsMax);
  if (wide) refuse(BANK_STATEMENT_TEXT.tooWide(wide.line, columnsMax));
  if (rows.length > linesMax) refuse(BANK_STATEMENT_TEXT.tooManyLines(groupedNumber(linesMax, 0)));
  if (rows.length === 0) refuse(BANK_STATEMENT_TEXT.empty);
  return rows;
}

function startsWith(bytes: Uint8Array, ascii: string): boolean {
  return [...ascii].every((letter, at) => bytes[at] === letter.charCodeAt(0));
}

function readRows(bytes: Uint8Array, { encoding, separator }: FileForm): Row[] {
  try {
    const found = decodeText(bytes).encoding;
    // ASCII is the same in each of them but UTF-16.
    if (
      found !== encoding &&
      (found !== "utf-8" || encoding.startsWith("utf-16") || bytes.some((byte) => byte > 0x7f))
    ) {
      refuse(BANK_STATEMENT_TEXT.otherEncoding(nameOf(encoding), nameOf(found)));
    }
    return csvRows(decodeText(bytes, encoding).text, undefined, separator);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const { code } = error.fault;
    if (code === "quote_open" || code === "quote_inside") refuse(BANK_STATEMENT_TEXT.quotes(error.line ?? 1));
    if (code === "too_many_columns") refuse(BANK_STATEMENT_TEXT.tooWide(error.line ?? 1, STATEMENT_LIMITS.columns));
    if (code === "too_many_rows") refuse(BANK_STATEMENT_TEXT.tooManyLines(groupedNumber(STATEMENT_LIMITS.lines, 0)));
    refuse(BANK_STATEMENT_TEXT.notText);
  }
}

function nameOf(encoding: string): string {
  return ENCODING_NAMES[encoding] ?? encoding;
}

/** The place of each column by its name in the profile. */
export type Columns = ReadonlyMap<string, number>;
/** A table of a file. @property at the row that names its columns */
export type Table = { at: number; columns: Columns; rows: readonly Row[] };

/** A head stands within the first rows. */
const HEAD_WITHIN = 60;

/** The table below the row that names every column that a profile reads. @throws AppError `invalid_input` */
export function tableOf(rows: readonly Row[], names: readonly string[]): Table {
  let missing = names[0] ?? "";
  let most = -1;
  for (const [at, { cells }] of rows.slice(0, HEAD_WITHIN).entries()) {
    const heads = cells.map(folded);
    const lacking = names.filter((name) => !heads.includes(folded(name)));
    if (lacking[0] === undefined) {
      const twice = names.find((name) => heads.indexOf(folded(name)) !== heads.lastIndexOf(folded(name)));
      if (twice !== undefined) refuse(BANK_STATEMENT_TEXT.columnTwice(twice));
      const columns = new Map(names.map((name) => [name, heads.indexOf(folded(name))]));
      return { at, columns, rows: rows.slice(at + 1) };
    }
    if (names.length - lacking.length > most) [most, missing] = [names.length - lacking.length, lacking[0]];
  }
  refuse(BANK_STATEMENT_TEXT.noTable(missing));
}

/** Names of a file are compared without regard to case and to how accents are written. */
export function folded(text: string): string {
  return text.normalize("NFC").toLowerCase();
}

/** A sum in hundredths; null of a text that is none, has a third decimal, or says something else beside it. */
export function sumIn(text: string, mark: StatementProfile["decimalMark"]): number | null {
  const written = writtenNumber(text);
  // `100.00 DR` would be read without its meaning.
  if (
    written === null ||
    written.exponent !== "" ||
    (written.unit !== "" && !/^(?:USD|KHR|[$៛])$/i.test(written.unit)) ||
    /^[A-Z]{3,4} ?[-+]?\d/i.test(text)
  ) {
    return null;
  }
  const number = numberWith(text, mark);
  if (number === null) return null;
  const steps = wholeSteps(number.replace("-", ""), 2);
  if (steps === null || !Number.isSafeInteger(steps) || steps > SUM_MAX) return null;
  return number.startsWith("-") ? -steps : steps;
}

/** Above what no account has: ten thousand million in hundredths of a riel. */
const SUM_MAX = 1e15;

/** A text of a file in a message. */
export function shortened(text: string): string {
  const shown = text.replaceAll(new RegExp(DISGUISING, "gu"), "");
  return shown.length > 40 ? `${shown.slice(0, 39)}…` : shown;
}

/** The value beside a label above the table. */
export function valueBeside(rows: readonly Row[], label: string): { line: number; text: string } | null {
  const row = rows.find(({ cells }) => folded((cells[0] ?? "").replace(/ ?:$/, "")) === folded(label));
  const text = row?.cells.slice(1).find((cell) => cell !== "");
  return row && text !== undefined ? { line: row.line, text } : null;
}

/** The text of a cell; null of an empty one. @throws AppError `invalid_input` of one that is too long, or has characters that are not seen */
export function textIn(cell: string, { line, name, max }: { line: number; name: string; max: number }): string | null {
  // Khmer keyboards put spaces without a width between words, and banks pad their cells.
  const text = cell.replaceAll("\u2060", "").normalize("NFC").trim();
  if (text.length > max) refuse(BANK_STATEMENT_TEXT.longCell(line, name));
  if (DISGUISING.test(text)) refuse(BANK_STATEMENT_TEXT.hidden(line, name));
  return text === "" ? null : text;
}
