import { trustedScriptAddress } from "../ui/trusted-types.ts";
import type { ReadMessage } from "./file-reader.ts";
import { UnreadableFile } from "./source/row.ts";
import type { Answers, Statement } from "./statement/statement.ts";

/** The address of `file-reader.ts` as a script of its own, which the build gives. Undefined where files are not built, as in tests. */
declare const FILE_READER_SCRIPT: string | undefined;

/**
 * Reads a file of trades beside the page's thread, so that the page answers meanwhile.
 * @param onProgress called with the share that is done, from 0 to 1
 * @param signal ends the reading, and the thread with it
 * @throws UnreadableFile | the signal's reason | Error where the browser ended the thread, as for want of memory
 */
export async function readInWorker(
  file: Blob,
  answers: Answers,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (part: number) => void } = {},
): Promise<Statement> {
  signal?.throwIfAborted();
  if (typeof FILE_READER_SCRIPT === "undefined") {
    const { readFile } = await import("./read-file.ts");
    return readFile(new Uint8Array(await file.arrayBuffer()), answers, onProgress ? { onProgress } : {});
  }
  const worker = new Worker(trustedScriptAddress(FILE_READER_SCRIPT));
  try {
    return await new Promise<Statement>((resolve, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
      worker.onerror = ({ message }) => reject(new Error(message || "the reader of files ended"));
      worker.onmessage = ({ data }: MessageEvent<ReadMessage>) => {
        if ("progress" in data) onProgress?.(data.progress);
        else if ("statement" in data) resolve(data.statement);
        else reject(new UnreadableFile(data.fault, data.line));
      };
      worker.postMessage({ file, answers });
    });
  } finally {
    worker.terminate();
  }
}
