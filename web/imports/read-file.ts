import { demoRunLine } from "./demo-run.ts";
import { FORMATS } from "./formats.ts";
import { unmappedTable } from "./mapping/propose-mapping.ts";
import { type MappingPreview, previewMapping, readMapped } from "./mapping/read-mapped.ts";
import { tableOf } from "./mapping/source-table.ts";
import { UnmappedFile } from "./mapping/unmapped-file.ts";
import { csvRows } from "./source/csv-rows.ts";
import { decodeText, type Encoding } from "./source/decode-bytes.ts";
import { htmlRows } from "./source/html-rows.ts";
import { type OnPart, SOURCE_LIMITS, UnreadableFile } from "./source/row.ts";
import { sheetRows } from "./source/sheet-rows.ts";
import type { Answers, Source, Statement } from "./statement/statement.ts";

/** Of the time: about a half is spent on the tables, and the rest on what is in them. */
const SOURCE_PART = 0.5;

/**
 * Reads a file of trades of any known format; its name does not matter. Pure, and for a thread of its own: a large file takes seconds.
 * @param encoding   that a person chose for its text; found without it
 * @param onProgress called with the share that is done, from 0 to 1
 * @throws UnmappedFile for a table of no known format, which a mapping among the answers reads | UnreadableFile for a file that is damaged,
 *   too large, or of no known format
 */
export function readFile(
  bytes: Uint8Array,
  answers: Answers = {},
  { encoding, onProgress }: { encoding?: Encoding; onProgress?: (part: number) => void } = {},
): Statement {
  const source = sourceOf(bytes, encoding, (part) => onProgress?.(part * SOURCE_PART));
  onProgress?.(SOURCE_PART);
  const demoLine = demoRunLine(source);
  if (demoLine !== null) throw new UnreadableFile({ code: "demo_run" }, demoLine);
  const statement = statementOf(source, answers);
  onProgress?.(1);
  const isEmpty = statement.trades.length + statement.open.length + statement.faults.length === 0;
  if (isEmpty) throw new UnreadableFile({ code: "no_trades" });
  const currency = statement.currency ?? answers.currency ?? null;
  const questions = currency === null ? [{ ask: "currency" } as const, ...statement.questions] : statement.questions;
  return { ...statement, currency, questions };
}

/**
 * The first lines of a file as the mapping among the answers reads them.
 * @throws UnmappedFile without a mapping that fits | UnreadableFile
 */
export function previewFile(bytes: Uint8Array, answers: Answers, lines: number): MappingPreview {
  const source = sourceOf(bytes);
  const { mapping } = answers;
  if (!mapping) throw unknownFile(source);
  return previewMapping(source, { ...answers, mapping }, lines);
}

function unknownFile(source: Source): UnreadableFile {
  const table = tableOf(source);
  return table ? new UnmappedFile(unmappedTable(table)) : new UnreadableFile({ code: "unknown_format" });
}

function statementOf(source: Source, answers: Answers): Statement {
  const { mapping } = answers;
  if (mapping) return readMapped(source, { ...answers, mapping });
  const format = FORMATS.find((known) => known.detect(source));
  if (format) return format.read(source, answers);
  throw unknownFile(source);
}

/** The tables of a file, by its first bytes. @throws UnreadableFile */
export function sourceOf(bytes: Uint8Array, encoding?: Encoding, onPart?: OnPart): Source {
  if (bytes.length === 0) throw new UnreadableFile({ code: "empty" });
  if (bytes.length > SOURCE_LIMITS.bytes) throw new UnreadableFile({ code: "too_large" });
  if (startsWith(bytes, [0x50, 0x4b])) return { kind: "sheet", rows: sheetRows(bytes, onPart) };
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) throw new UnreadableFile({ code: "old_excel" });
  if (startsWith(bytes, [0x25, 0x50, 0x44, 0x46])) throw new UnreadableFile({ code: "pdf" });
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47]) || startsWith(bytes, [0xff, 0xd8, 0xff])) {
    throw new UnreadableFile({ code: "image" });
  }
  const { text } = decodeText(bytes, encoding);
  const start = text.slice(0, 2_000).trimStart();
  if (start === "") throw new UnreadableFile({ code: "empty" });
  if (!start.startsWith("<")) return { kind: "csv", rows: csvRows(text, onPart) };
  const isHtml = /<(?:!doctype html|html|table|body|head|tr)\b/i.test(start);
  return isHtml ? { kind: "html", ...htmlRows(text, onPart) } : { kind: "xml", text };
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, i) => bytes[i] === byte);
}
