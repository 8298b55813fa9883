import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { ApiError, NetworkError } from "../state/api.ts";
import { invalidate } from "../state/query.ts";
import {
  BROKER_ACCOUNTS,
  type BrokerAccount,
  type BrokerPreview,
  type ChangedRows,
  type SentRows,
} from "./broker-calls.ts";
import { ImportJob, type ImportOrder } from "./import-job.ts";

/** State of an import on its way. */
export type JobState =
  | { at: "idle" }
  | { at: "sending"; sent: number; total: number }
  /** The trader decides about tickets that the account has with other figures. */
  | { at: "changed"; preview: BrokerPreview }
  | { at: "saving" }
  /** No answer came, or the API refused. @property message of the API @property isGone the account was deleted elsewhere, or the file cancelled */
  | { at: "stopped"; sent: number; total: number; message: string | null; isCommitUnknown: boolean; isGone: boolean }
  /** The account has all of it. */
  | { at: "same"; preview: BrokerPreview };

/** What an import did. */
export type ImportOutcome = {
  account: BrokerAccount;
  importId: string;
  preview: BrokerPreview;
  kind: SentRows["kind"];
  changed: ChangedRows;
};

/** Sends a file into its account, and commits it unless the trader has something to decide first. */
export function useImportJob(onDone: (outcome: ImportOutcome) => void) {
  const [state, setState] = useState<JobState>({ at: "idle" });
  const job = useRef<ImportJob | null>(null);
  const preview = useRef<BrokerPreview | null>(null);
  const running = useRef<AbortController | null>(null);
  // It is called long after the render that started the import.
  const tellDone = useEffectEvent(onDone);
  // Leaving the page gives up what is not committed.
  useEffect(() => () => drop(job, running), []);

  async function run(work: (current: ImportJob, signal: AbortSignal) => Promise<void>): Promise<void> {
    const current = job.current;
    if (!current) return;
    running.current?.abort();
    running.current = new AbortController();
    const { signal } = running.current;
    try {
      await work(current, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ApiError || error instanceof NetworkError)) throw error;
      const message = error instanceof ApiError ? error.message : null;
      const { sent, total, isCommitUnknown } = current;
      const isGone = error instanceof ApiError && error.code === "not_found";
      setState({ at: "stopped", sent, total, message, isCommitUnknown, isGone });
    }
  }

  async function stage(current: ImportJob, signal: AbortSignal): Promise<void> {
    const { total } = current;
    setState({ at: "sending", sent: current.sent, total });
    const found = await current.stage((sent) => !signal.aborted && setState({ at: "sending", sent, total }), signal);
    if (signal.aborted) return;
    preview.current = found;
    if (found.changedCount > 0) setState({ at: "changed", preview: found });
    else if (found.added === 0 && !current.hasOpen) {
      setState({ at: "same", preview: found });
      job.current = null;
      await current.discard();
    } else await commit(current, "keep", signal);
  }

  async function commit(current: ImportJob, changed: ChangedRows, signal: AbortSignal): Promise<void> {
    setState({ at: "saving" });
    const found = preview.current;
    if (!found) throw new Error("a commit before its preview");
    const account = await current.commit(changed, found.version);
    job.current = null;
    const importId = current.id;
    if (!signal.aborted && importId !== null)
      tellDone({ account, importId, preview: found, kind: current.kind, changed });
  }

  return {
    state,
    start(order: ImportOrder) {
      drop(job, running);
      job.current = new ImportJob(order);
      void run(stage);
    },
    /** Goes on where it stopped: a commit whose answer is not known is asked for again. */
    resume() {
      void run((current, signal) =>
        current.isCommitUnknown ? commit(current, current.changed, signal) : stage(current, signal),
      );
    },
    decide(changed: ChangedRows) {
      void run((current, signal) => commit(current, changed, signal));
    },
    cancel() {
      drop(job, running);
      setState({ at: "idle" });
    },
  };
}

/** Gives up what is not committed. What may be committed stays as it is. */
function drop(job: RefObject<ImportJob | null>, running: RefObject<AbortController | null>): void {
  running.current?.abort();
  const left = job.current;
  job.current = null;
  // What stopped it may be that its account was deleted elsewhere.
  if (left && !left.isCommitting) void left.discard().then(() => invalidate(BROKER_ACCOUNTS));
}
