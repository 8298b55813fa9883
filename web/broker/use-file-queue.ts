import { useEffect, useEffectEvent, useRef, useState } from "react";
import { BROKER } from "../../worker/contract/broker/broker-limits.ts";
import { isDemoTicket } from "../../worker/contract/demo/demo-mark.ts";
import { type FileFault, UnreadableFile } from "../../worker/contract/files/row.ts";
import { fitsTable } from "../imports/mapping/mapped-fields.ts";
import { UnmappedFile, type UnmappedTable } from "../imports/mapping/unmapped-file.ts";
import { preloadReader, readInWorker } from "../imports/read-in-worker.ts";
import type { Mapping } from "../imports/statement/mapping.ts";
import type { Answers, Statement } from "../imports/statement/statement.ts";
import { startStopwatch } from "../state/timing/stopwatch.ts";
import { quoteLine } from "./quote-line.ts";

/** A file that was read. @property answers with which */
export type OpenFile = { file: File; answers: Answers; statement: Statement; readMs: number };

/** A file that cannot be read. @property fault `crashed`: the browser ended the reading; `too_many`: more rows than an import may have */
export type RefusedFile = {
  name: string;
  fault: FileFault | { code: "crashed" } | { code: "too_many" };
  line: number | null;
  /** What the line says, where the file is text. */
  quote: string | null;
};

/** What the page shows of the first file of the queue. */
export type QueueState =
  | { at: "file" }
  | { at: "reading"; name: string; percent: number }
  | { at: "refused"; refused: RefusedFile }
  | { at: "columns"; file: File; table: UnmappedTable; answers: Answers }
  | { at: "questions"; open: OpenFile }
  | { at: "check"; open: OpenFile };

/**
 * Files that are read one after the other, each as far as it can be without a person.
 * @param mappings those of the trader's accounts, one of which may fit a table of an unknown form
 */
export function useFileQueue(mappings: readonly Mapping[]) {
  const [state, setState] = useState<QueueState>({ at: "file" });
  const [waiting, setWaiting] = useState<readonly File[]>([]);
  const running = useRef<AbortController | null>(null);
  useEffect(() => {
    preloadReader();
    return () => running.current?.abort();
  }, []);

  const fitting = useEffectEvent((table: UnmappedTable) => mappings.find((mapping) => fitsTable(mapping, table)));

  async function read(file: File, answers: Answers): Promise<void> {
    running.current?.abort();
    running.current = new AbortController();
    const { signal } = running.current;
    const { name } = file;
    setState({ at: "reading", name, percent: 0 });
    let shown = 0;
    const onProgress = (part: number) => {
      const percent = Math.floor(part * 100);
      if (percent !== shown && !signal.aborted) setState({ at: "reading", name, percent });
      shown = percent;
    };
    const elapsed = startStopwatch();
    try {
      const statement = await readInWorker(file, answers, { signal, onProgress });
      if (signal.aborted) return;
      setState(readState({ file, answers, statement, readMs: elapsed() }));
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof UnmappedFile) {
        const mapping = answers.mapping ? undefined : fitting(error.table);
        if (mapping) return await read(file, { ...answers, mapping });
        setState({ at: "columns", file, table: error.table, answers });
        return;
      }
      const refused = await refusedFile(file, error);
      if (!signal.aborted) setState({ at: "refused", refused });
    }
  }

  function next(rest: readonly File[]): void {
    const [first, ...others] = rest;
    setWaiting(others);
    if (first) void read(first, {});
    else {
      running.current?.abort();
      setState({ at: "file" });
    }
  }

  return {
    state,
    /** How many files come after this one. */
    waiting: waiting.length,
    /** Adds files behind those that wait; without a file under way the first of them is read. */
    add(files: readonly File[]) {
      if (state.at === "file" || state.at === "refused") next([...waiting, ...files]);
      else setWaiting([...waiting, ...files]);
    },
    /** Reads other files instead of this one. */
    replace: (files: readonly File[]) => next([...files, ...waiting]),
    /** Reads the file anew with more answers. */
    readAgain(file: File, answers: Answers) {
      void read(file, answers);
    },
    /** Says the columns of a table anew that was read by a mapping. */
    sayColumns({ file, answers: { mapping: _, ...answers } }: OpenFile) {
      running.current?.abort();
      void readInWorker(file, answers).catch((error: unknown) => {
        if (!(error instanceof UnmappedFile)) throw error;
        setState({ at: "columns", file, table: error.table, answers });
      });
    },
    /** Leaves this file, and goes on with the next one. */
    next: () => next(waiting),
    /** Leaves all files. */
    clear: () => next([]),
  };
}

function readState(open: OpenFile): QueueState {
  const { statement, file } = open;
  const demo = statement.trades.find(({ ticket }) => isDemoTicket(ticket));
  if (demo) {
    const refused = { name: file.name, fault: { code: "demo_run" } as const, line: demo.line, quote: null };
    return { at: "refused", refused };
  }
  if (statement.trades.length > BROKER.rowsMax) {
    const line = statement.trades[BROKER.rowsMax]?.line ?? null;
    return { at: "refused", refused: { name: file.name, fault: { code: "too_many" }, line, quote: null } };
  }
  return statement.questions.length > 0 ? { at: "questions", open } : { at: "check", open };
}

async function refusedFile(file: File, error: unknown): Promise<RefusedFile> {
  const { name } = file;
  // The browser ends a thread for want of memory, or cannot read a file that has been moved.
  if (!(error instanceof UnreadableFile)) return { name, fault: { code: "crashed" }, line: null, quote: null };
  const { fault, line } = error;
  const quote = line === null ? null : await quoteLine(file, line).catch(() => null);
  return { name, fault, line, quote };
}
