import { csvRows } from "../../worker/contract/files/csv-rows.ts";
import { decodeText, type Encoding } from "../../worker/contract/files/decode-bytes.ts";
import { type OnPart, SOURCE_LIMITS, UnreadableFile } from "../../worker/contract/files/row.ts";
import { demoRunLine } from "./demo-run.ts";
import { FORMATS } from "./formats.ts";
import { fitsTable } from "./mapping/mapped-fields.ts";
import { unmappedTable } from "./mapping/propose-mapping.ts";
import { type MappingPreview, previewMapping, readMapped } from "./mapping/read-mapped.ts";
import { tableOf } from "./mapping/source-table.ts";
import { UnmappedFile } from "./mapping/unmapped-file.ts";
import { htmlRows } from "./source/html-rows.ts";
import { sheetRows } from "./source/sheet-rows.ts";
import type { Mapping } from "./statement/mapping.ts";
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
  const sources = sourcesOf(bytes, encoding, (part) => onProgress?.(part * SOURCE_PART));
  const statement = statementOf(sources, answers, () => onProgress?.(SOURCE_PART));
  onProgress?.(1);
  // Fills may all close what is opened in an earlier file.
  const { trades, fills = trades, open, faults } = statement;
  const isEmpty = fills.length + open.length + faults.length === 0;
  if (isEmpty) throw new UnreadableFile({ code: "no_trades" });
  // A file of several currencies asks for one of them itself.
  const isAsked = statement.questions.some(({ ask }) => ask === "currency");
  const currency = statement.currency ?? (isAsked ? null : (answers.currency ?? null));
  const isUnknown = currency === null && !isAsked;
  const questions = isUnknown ? [{ ask: "currency" } as const, ...statement.questions] : statement.questions;
  return { ...statement, currency, questions };
}

/**
 * The first lines of a file as the mapping among the answers reads them.
 * @throws UnmappedFile without a mapping that fits | UnreadableFile
 */
export function previewFile(bytes: Uint8Array, answers: Answers, lines: number): MappingPreview {
  const { mapping } = answers;
  const sources = [...sourcesOf(bytes)];
  if (!mapping) throw unknownFile(sources);
  return previewMapping(sourceFor(mapping, sources), { ...answers, mapping }, lines);
}

function statementOf(sources: Iterable<Source>, answers: Answers, onSource: () => void): Statement {
  const { mapping } = answers;
  const looked: Source[] = [];
  for (const source of sources) {
    onSource();
    const demoLine = demoRunLine(source);
    if (demoLine !== null) throw new UnreadableFile({ code: "demo_run" }, demoLine);
    const format = mapping ? undefined : FORMATS.find((known) => known.detect(source));
    if (format) return format.read(source, answers);
    looked.push(source);
  }
  if (!mapping) throw unknownFile(looked);
  return readMapped(sourceFor(mapping, looked), { ...answers, mapping });
}

/** The sheet that a mapping was made for; the first where it fits none, which is then refused. */
function sourceFor(mapping: Mapping, sources: readonly Source[]): Source {
  const fitting = sources.find((source) => {
    const table = tableOf(source);
    return table !== null && fitsTable(mapping, table);
  });
  return fitting ?? sources[0] ?? { kind: "csv", rows: [] };
}

/** With the sheet whose heads name the most of what is needed. */
function unknownFile(sources: readonly Source[]): UnreadableFile {
  const tables = sources.flatMap((source) => tableOf(source) ?? []).map(unmappedTable);
  const [best] = tables.toSorted((a, b) => a.missing.length - b.missing.length);
  return best ? new UnmappedFile(best) : new UnreadableFile({ code: "unknown_format" });
}

/** The tables of a file, by its first bytes: one for each sheet of a spreadsheet, read when it is asked for. @throws UnreadableFile */
function* sourcesOf(bytes: Uint8Array, encoding?: Encoding, onPart?: OnPart): Generator<Source> {
  if (bytes.length === 0) throw new UnreadableFile({ code: "empty" });
  if (bytes.length > SOURCE_LIMITS.bytes) throw new UnreadableFile({ code: "too_large" });
  if (startsWith(bytes, [0x50, 0x4b])) {
    for (const rows of sheetRows(bytes, onPart)) yield { kind: "sheet", rows };
    return;
  }
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) throw new UnreadableFile({ code: "old_excel" });
  if (startsWith(bytes, [0x25, 0x50, 0x44, 0x46])) throw new UnreadableFile({ code: "pdf" });
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47]) || startsWith(bytes, [0xff, 0xd8, 0xff])) {
    throw new UnreadableFile({ code: "image" });
  }
  const { text } = decodeText(bytes, encoding);
  const start = text.slice(0, 2_000).trimStart();
  if (start === "") throw new UnreadableFile({ code: "empty" });
  if (!start.startsWith("<")) yield { kind: "csv", rows: csvRows(text, onPart) };
  else if (/<(?:!doctype html|html|table|body|head|tr)[\s>/]/i.test(start))
    yield { kind: "html", ...htmlRows(text, onPart) };
  else yield { kind: "xml", text };
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, i) => bytes[i] === byte);
}
