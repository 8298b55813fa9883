import type { StudiedTrades } from "../../worker/contract/studied-trades.ts";
import { trustedScriptAddress } from "../ui/trusted-types.ts";
import type { Findings } from "./findings/find-differences.ts";
import type { StudyAnswer } from "./findings-thread.ts";

/** The address of `findings-thread.ts` as a script of its own, which the build gives. Undefined where files are not built, as in tests. */
declare const FINDINGS_SCRIPT: string | undefined;

/**
 * Looks for findings beside the page's thread, so that the page answers meanwhile.
 * @param signal ends it, and the thread with it
 * @throws the signal's reason | Error where the browser ended the thread
 */
export async function studyInThread(trades: StudiedTrades, signal: AbortSignal | null): Promise<Findings> {
  signal?.throwIfAborted();
  if (typeof FINDINGS_SCRIPT === "undefined") return (await import("./study-trades.ts")).studyTrades(trades);
  const thread = new Worker(trustedScriptAddress(FINDINGS_SCRIPT));
  try {
    return await new Promise<Findings>((resolve, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
      thread.onerror = ({ message }) => reject(new Error(message || "the thread that looks for findings ended"));
      thread.onmessage = ({ data }: MessageEvent<StudyAnswer>) => resolve(data);
      thread.postMessage(trades);
    });
  } finally {
    thread.terminate();
  }
}
