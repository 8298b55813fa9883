import { readFile } from "./read-file.ts";
import { type FileFault, UnreadableFile } from "./source/row.ts";
import type { Answers, Statement } from "./statement/statement.ts";

/** What this script is sent: once. */
export type ReadRequest = { file: Blob; answers: Answers };
/** How far it is, from 0 to 1, and its answer. Another failure is an error of the thread. */
export type ReadMessage = { progress: number } | { statement: Statement } | { fault: FileFault; line: number | null };

/** The thread's own global, which TypeScript's library of documents does not have. */
const thread = globalThis as unknown as {
  onmessage: (event: MessageEvent<ReadRequest>) => void;
  postMessage: (message: ReadMessage) => void;
};

thread.onmessage = async ({ data: { file, answers } }) => {
  try {
    const onProgress = (progress: number) => thread.postMessage({ progress });
    thread.postMessage({ statement: readFile(new Uint8Array(await file.arrayBuffer()), answers, { onProgress }) });
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    thread.postMessage({ fault: error.fault, line: error.line });
  }
};
