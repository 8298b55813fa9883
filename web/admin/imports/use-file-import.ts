import { useEffect, useRef, useState } from "react";
import { UnreadableFile } from "../../../worker/contract/files/row.ts";
import { IMPORT } from "../../../worker/contract/limits.ts";
import { fileFaultMessage } from "../../imports/fault-messages.ts";
import { readInWorker } from "../../imports/read-in-worker.ts";
import type { FormatId } from "../../imports/statement/statement.ts";
import { ApiError } from "../../state/api.ts";
import { Attempt } from "../../state/attempt.ts";
import type { OpenBody, TradeImport } from "./import-calls.ts";
import { openImport, sendTrades } from "./import-calls.ts";
import { DemoFile, type LedgerTrades, ledgerTrades, RefusedFile, type RowFault } from "./ledger-trades.ts";

/** Small enough for a moving progress bar, and a lost request costs little. */
const ROWS_AT_ONCE = 2_000;

/** The trades and faults of a file, and its format. A table that is read by a person's mapping is no source for the ledger. */
export type ParsedFile = LedgerTrades & { format: Exclude<FormatId, "mapped"> };

/** State of a file import. */
export type FileImport =
  | { phase: "idle" }
  | { phase: "reading"; name: string; percent: number }
  | { phase: "unreadable"; name: string; message: string; line: number | null }
  | { phase: "demo"; name: string; message: string; line: number | null }
  | { phase: "faulty"; name: string; parsed: ParsedFile }
  | { phase: "sending"; name: string; sent: number; total: number }
  /** No response came, or the API refused: staged rows stay, and sending can resume. */
  | { phase: "stopped"; name: string; sent: number; total: number; message: string | null };

/** An import whose rows are all staged. @property notes from parsing the rows */
export type StagedImport = { id: string; notes: readonly RowFault[] };

/** A file that is being sent. @property id of its import, once the API has assigned one */
type Job = {
  name: string;
  parsed: ParsedFile;
  opening: Attempt<OpenBody, TradeImport>;
  id: string | null;
  sent: number;
};

/**
 * Parses a file in the browser, and stages its rows through the API once all of them are valid.
 * @param onStaged called once all rows are staged
 */
export function useFileImport(onStaged: (staged: StagedImport) => void) {
  const [state, setState] = useState<FileImport>({ phase: "idle" });
  const job = useRef<Job | null>(null);
  const running = useRef<AbortController | null>(null);
  // Leaving the page aborts the import.
  useEffect(() => () => running.current?.abort(), []);

  /** @param timeZone of the file's times */
  async function start(file: File, { userId, timeZone }: { userId: string; timeZone: string }): Promise<void> {
    const { signal } = begin();
    const { name } = file;
    setState({ phase: "reading", name, percent: 0 });
    let shown = 0;
    const onProgress = (part: number) => {
      const percent = Math.floor(part * 100);
      if (percent !== shown) setState({ phase: "reading", name, percent });
      shown = percent;
    };
    try {
      const parsed = await readLedgerTrades(file, { timeZone, nowMs: Date.now(), signal, onProgress });
      if (parsed.faults.length > 0) setState({ phase: "faulty", name, parsed });
      else {
        const { format, trades } = parsed;
        const head = { userId, fileName: name, format, currency: IMPORT.currency, timeZone, rowCount: trades.length };
        const opening = Attempt.of<OpenBody, TradeImport>(null, undefined, () => head);
        await send({ name, parsed, opening, id: null, sent: 0 }, signal);
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof RefusedFile)) throw error;
      const phase = error instanceof DemoFile ? "demo" : "unreadable";
      setState({ phase, name, message: error.message, line: error.line });
    }
  }

  async function send(next: Job, signal: AbortSignal): Promise<void> {
    job.current = next;
    const { name, parsed } = next;
    const total = parsed.trades.length;
    let id: string;
    try {
      id = await sendRest(next, signal, (sent) => setState({ phase: "sending", name, sent, total }));
    } catch (error) {
      if (signal.aborted) return;
      const message = error instanceof ApiError ? error.message : null;
      setState({ phase: "stopped", name, sent: next.sent, total, message });
      return;
    }
    if (signal.aborted) return;
    stop();
    onStaged({ id, notes: parsed.notes });
  }

  function begin(): AbortController {
    running.current?.abort();
    running.current = new AbortController();
    return running.current;
  }

  function stop(): void {
    running.current?.abort();
    job.current = null;
    setState({ phase: "idle" });
  }

  return {
    state,
    start,
    /** Resumes where sending stopped. */
    resume() {
      if (job.current) void send(job.current, begin().signal);
    },
    stop,
  };
}

type ReadOptions = Parameters<typeof ledgerTrades>[1] & NonNullable<Parameters<typeof readInWorker>[2]>;

/**
 * Reads a file of closed trades for the ledger; its name is ignored. The page stays responsive meanwhile.
 * @param options.timeZone   the zone of the file's times, an IANA name
 * @param options.onProgress called with the share that is read, from 0 to 1
 * @throws RefusedFile for a file that cannot be read or imported; the signal's abort reason
 */
export async function readLedgerTrades(file: Blob, options: ReadOptions): Promise<ParsedFile> {
  try {
    const statement = await readInWorker(file, {}, options);
    const { format } = statement;
    if (format === "mapped") throw new UnreadableFile({ code: "unknown_format" });
    return { format, ...ledgerTrades(statement, options) };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    if (error.fault.code === "demo_run") throw new DemoFile(error.line);
    throw new RefusedFile(fileFaultMessage(error.fault), error.line);
  }
}

/**
 * Opens the import unless it is open, and sends the rows that have not been sent; an abort ends it before the next ones.
 * @param onPiece called before each request with the number of rows that have arrived
 * @returns the id of the import
 */
async function sendRest(job: Job, signal: AbortSignal, onPiece: (sent: number) => void): Promise<string> {
  const { trades } = job.parsed;
  const id = job.id ?? (await job.opening.send(openImport))._id;
  job.id = id;
  while (job.sent < trades.length && !signal.aborted) {
    onPiece(job.sent);
    const piece = trades.slice(job.sent, job.sent + ROWS_AT_ONCE);
    await sendTrades(id, job.sent + 1, piece);
    job.sent += piece.length;
  }
  return id;
}
