import { type FileFault, UnreadableFile } from "../../worker/contract/files/row.ts";
import type { MappingPreview } from "./mapping/read-mapped.ts";
import { UnmappedFile, type UnmappedTable } from "./mapping/unmapped-file.ts";
import { previewFile, readFile } from "./read-file.ts";
import type { Answers, Statement } from "./statement/statement.ts";

/** What this script is sent: once. @property previewLines of a mapping, instead of the statement */
export type ReadRequest = { file: Blob; answers: Answers; previewLines?: number };
/** What a statement has many of. */
export type StatementRows = Pick<Statement, "trades" | "open" | "leftOut" | "faults">;
/**
 * How far it is, from 0 to 1, and its answer. Rows come in pieces before their statement: a page that receives all at once is busy for longer than a
 * person should notice. Another failure is an error of the thread.
 */
export type ReadMessage =
  | { progress: number }
  | { rows: StatementRows }
  | { statement: Statement }
  | { preview: MappingPreview }
  | { table: UnmappedTable }
  | { fault: FileFault; line: number | null };

/** The thread's own global, which TypeScript's library of documents does not have. */
const thread = globalThis as unknown as {
  onmessage: (event: MessageEvent<ReadRequest>) => void;
  postMessage: (message: ReadMessage) => void;
};

thread.onmessage = async ({ data: { file, answers, previewLines } }) => {
  try {
    const onProgress = (progress: number) => thread.postMessage({ progress });
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (previewLines === undefined) postStatement(readFile(bytes, answers, { onProgress }));
    else thread.postMessage({ preview: previewFile(bytes, answers, previewLines) });
  } catch (error) {
    if (error instanceof UnmappedFile) thread.postMessage({ table: error.table });
    else if (!(error instanceof UnreadableFile)) throw error;
    else thread.postMessage({ fault: error.fault, line: error.line });
  }
};

const PIECE = 1_000;

function postStatement(statement: Statement): void {
  const { trades, open, leftOut, faults } = statement;
  const longest = Math.max(trades.length, open.length, leftOut.length, faults.length);
  for (let at = 0; at < longest; at += PIECE) {
    const [from, to] = [at, at + PIECE];
    const lists = { trades: trades.slice(from, to), open: open.slice(from, to) };
    thread.postMessage({ rows: { ...lists, leftOut: leftOut.slice(from, to), faults: faults.slice(from, to) } });
  }
  thread.postMessage({ statement: { ...statement, ...noRows() } });
}

function noRows(): StatementRows {
  return { trades: [], open: [], leftOut: [], faults: [] };
}
