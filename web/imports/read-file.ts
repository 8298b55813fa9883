import { demoRunLine } from "./demo-run.ts";
import { FORMATS } from "./formats.ts";
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
 * @throws UnreadableFile for a file that is of no known format, damaged or too large
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
  const format = FORMATS.find((known) => known.detect(source));
  if (!format) throw new UnreadableFile({ code: "unknown_format" });
  const statement = format.read(source, answers);
  onProgress?.(1);
  const isEmpty = statement.trades.length + statement.open.length + statement.faults.length === 0;
  if (isEmpty) throw new UnreadableFile({ code: "no_trades" });
  const currency = statement.currency ?? answers.currency ?? null;
  const questions = currency === null ? [{ ask: "currency" } as const, ...statement.questions] : statement.questions;
  return { ...statement, currency, questions };
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
