import { UnreadableFile } from "../../worker/contract/files/row.ts";
import { trustedScriptAddress } from "../ui/trusted-types.ts";
import type { ReadMessage, ReadRequest, StatementRows } from "./file-reader.ts";
import type { MappingPreview } from "./mapping/read-mapped.ts";
import { UnmappedFile } from "./mapping/unmapped-file.ts";
import type { Answers, Statement } from "./statement/statement.ts";

/** The address of `file-reader.ts` as a script of its own, which the build gives. Undefined where files are not built, as in tests. */
declare const FILE_READER_SCRIPT: string | undefined;

/** Loads the script that reads files, so that they can be read without a connection. What fails is loaded when a file is read. */
export function preloadReader(): void {
  if (typeof FILE_READER_SCRIPT !== "undefined") void fetch(FILE_READER_SCRIPT).catch(() => {});
}

type Options = { signal?: AbortSignal; onProgress?: (part: number) => void };
type Answer = Extract<ReadMessage, { statement: unknown } | { preview: unknown }>;

/**
 * Reads a file of trades beside the page's thread, so that the page answers meanwhile.
 * @param onProgress called with the share that is done, from 0 to 1
 * @param signal ends the reading, and the thread with it
 * @throws UnmappedFile for a table of no known format | UnreadableFile | the signal's reason | Error where the browser ended the thread, as for want
 *   of memory
 */
export async function readInWorker(file: Blob, answers: Answers, options: Options = {}): Promise<Statement> {
  const answer = await ask({ file, answers }, options);
  if ("statement" in answer) return answer.statement;
  throw new Error("the reader of files answered another request");
}

/** The first lines of a file as the mapping among the answers reads them. @throws as {@link readInWorker} */
export async function previewInWorker(
  file: Blob,
  answers: Answers,
  { lines, signal }: { lines: number; signal?: AbortSignal },
): Promise<MappingPreview> {
  const answer = await ask({ file, answers, previewLines: lines }, signal ? { signal } : {});
  if ("preview" in answer) return answer.preview;
  throw new Error("the reader of files answered another request");
}

async function ask(request: ReadRequest, { signal, onProgress }: Options): Promise<Answer> {
  signal?.throwIfAborted();
  if (typeof FILE_READER_SCRIPT === "undefined") {
    const { previewFile, readFile } = await import("./read-file.ts");
    const { file, answers, previewLines } = request;
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (previewLines !== undefined) return { preview: previewFile(bytes, answers, previewLines) };
    return { statement: readFile(bytes, answers, onProgress ? { onProgress } : {}) };
  }
  const worker = new Worker(trustedScriptAddress(FILE_READER_SCRIPT));
  try {
    return await new Promise<Answer>((resolve, reject) => {
      const all: StatementRows = { trades: [], open: [], leftOut: [], faults: [] };
      signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
      worker.onerror = ({ message }) => reject(new Error(message || "the reader of files ended"));
      worker.onmessage = ({ data }: MessageEvent<ReadMessage>) => {
        if ("progress" in data) onProgress?.(data.progress);
        else if ("rows" in data) addRows(all, data.rows);
        else if ("statement" in data) resolve({ statement: { ...data.statement, ...all } });
        else if ("table" in data) reject(new UnmappedFile(data.table));
        else if ("fault" in data) reject(new UnreadableFile(data.fault, data.line));
        else resolve(data);
      };
      worker.postMessage(request);
    });
  } finally {
    worker.terminate();
  }
}

function addRows(all: StatementRows, { trades, open, leftOut, faults }: StatementRows): void {
  all.trades.push(...trades);
  all.open.push(...open);
  all.leftOut.push(...leftOut);
  all.faults.push(...faults);
}
