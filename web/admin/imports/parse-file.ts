import { IMPORT } from "../../../worker/contract/limits.ts";
import type { Cents } from "../../../worker/contract/money.ts";
import { brokerClock } from "./broker-clock.ts";
import { type CollectedTrades, collectTrades } from "./collect-trades.ts";
import { FILE_FAULT_TEXT } from "./fault-text.ts";
import { bytesOf, textOf } from "./file-text.ts";
import { CSV_COLUMNS, parseCsv } from "./parse-csv.ts";
import { parseMt5Html } from "./parse-mt5-html.ts";
import { MT5_COLUMNS } from "./read-mt5-rows.ts";
import { UnreadableFile } from "./source-row.ts";

export type FileFormat = "csv" | "mt5_html" | "mt5_xlsx";

/**
 * The trades and faults of a file, and its format.
 * @property currency of its sums: a report says it, a CSV file may; a file in another one is not read
 */
export type ParsedFile = CollectedTrades & { format: FileFormat; currency: typeof IMPORT.currency };

type ParseOptions = {
  timeZone: string;
  nowMs: number;
  onProgress: (part: number) => void;
  signal?: AbortSignal;
};

/** A larger file would have more trades than an import accepts. */
const BYTES_MAX = 256 * 1024 * 1024;

/**
 * Parses a file of closed trades: CSV, or MetaTrader 5's Trade History Report as HTML or as a spreadsheet; the file
 * name is ignored. The page stays responsive meanwhile.
 *
 * @param timeZone   the zone of the file's times, an IANA name
 * @param onProgress called with the share that is read, from 0 to 1
 * @param signal     aborts parsing
 * @throws UnreadableFile for another format or an incomplete file; the signal's abort reason
 */
export async function parseFile(
  file: Blob,
  { timeZone, nowMs, onProgress, signal }: ParseOptions,
): Promise<ParsedFile> {
  if (file.size === 0) throw new UnreadableFile(FILE_FAULT_TEXT.empty, 1);
  if (file.size > BYTES_MAX) throw new UnreadableFile(FILE_FAULT_TEXT.tooLarge);
  const format = await formatOf(file);
  const parsed: ParsedFile = { format, currency: IMPORT.currency, trades: [], faults: [], notes: [] };
  const columns = format === "csv" ? CSV_COLUMNS : MT5_COLUMNS;
  const { take: onTrade, end } = collectTrades(parsed, { clock: brokerClock(timeZone), nowMs, columns });
  const read = () =>
    yieldBetween(
      bytesOf(file, (bytes) => onProgress(bytes / file.size)),
      signal,
    );
  if (format === "csv") await parseCsv(textOf(read()), onTrade);
  else if (format === "mt5_html") await parseMt5Html(textOf(read()), onTrade);
  else {
    // Spreadsheets are rare: their parser is loaded only for them.
    const { parseMt5Xlsx } = await import("./parse-mt5-xlsx.ts");
    await parseMt5Xlsx(read, onTrade);
  }
  end();
  if (parsed.trades.length === 0 && parsed.faults.length === 0) {
    throw new UnreadableFile(FILE_FAULT_TEXT.noTrade);
  }
  parsed.faults.sort((a, b) => a.line - b.line);
  return parsed;
}

/** Detects the format by the first bytes. @throws UnreadableFile for similar formats that are not supported */
async function formatOf(file: Blob): Promise<FileFormat> {
  const bytes = new Uint8Array(await file.slice(0, 256).arrayBuffer());
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) return "mt5_xlsx";
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) {
    throw new UnreadableFile(FILE_FAULT_TEXT.oldExcel);
  }
  // The first characters in UTF-8 or UTF-16, without the zero bytes.
  const beginning = String.fromCharCode(...bytes.filter((byte) => byte > 0x20 && byte < 0x7f)).toLowerCase();
  if (beginning.startsWith("<?xml")) {
    throw new UnreadableFile(FILE_FAULT_TEXT.xml, 1);
  }
  return beginning.startsWith("<") ? "mt5_html" : "csv";
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, i) => bytes[i] === byte);
}

/** The total result of the trades, in cents. */
export function profitOf(trades: readonly { profitCents: Cents }[]): number {
  return trades.reduce((sum, { profitCents }) => sum + profitCents, 0);
}

/** Less than a frame, so that input is handled before the next one. */
const WORK_MS = 8;

/**
 * Passes the pieces on, and yields to the page's other tasks whenever the time slice is used up.
 * @throws the signal's abort reason
 */
async function* yieldBetween<T>(pieces: AsyncIterable<T>, signal?: AbortSignal): AsyncGenerator<T, void> {
  let since = performance.now();
  for await (const piece of pieces) {
    signal?.throwIfAborted();
    if (performance.now() - since > WORK_MS) {
      await nextTask();
      since = performance.now();
    }
    yield piece;
  }
}

/** Uses a message, as timers are throttled in background tabs. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
