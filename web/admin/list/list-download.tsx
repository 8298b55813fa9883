import { styled } from "goober";
import { useEffect, useRef, useState } from "react";
import { ApiError, fetchFile } from "../../state/api.ts";
import { Button } from "../../ui/button.tsx";
import { downloadBlob } from "../../ui/download-blob.ts";
import { Download } from "../../ui/icon.tsx";
import { LiveRegion } from "../../ui/live-region.tsx";
import { type } from "../../ui/theme.ts";
import { ADMIN_TEXT } from "../core/admin-text.ts";

const Problem = styled("p")`
  ${type.dense}
  flex-basis: 100%;
  color: var(--down);
`;

type State = { phase: "idle" | "done" } | { phase: "running"; rows: number } | { phase: "failed"; message: string };

const text = ADMIN_TEXT.download;
const LINE_END = 13;

/** The path of a list in the API, below `/api/admin`. */
export type ListPath =
  | "withdrawals"
  | "exceptions"
  | "deposits"
  | "identities"
  | "imports"
  | "users"
  | "audit"
  | "ledger/transfers"
  | "ledger/accounts"
  | `ledger/accounts/${string}/entries`;

type ListDownloadProps = {
  list: ListPath;
  query: Record<string, string>;
  size?: "dense" | "normal";
};

/** Downloads the list as CSV with its filter and order; shows progress, and why it failed. */
export function ListDownload({ list, query, size = "dense" }: ListDownloadProps) {
  const [state, setState] = useState<State>({ phase: "idle" });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function download(): Promise<void> {
    const control = new AbortController();
    running.current = control;
    setState({ phase: "running", rows: 0 });
    try {
      const reply = await fetchFile(`/api/admin/${list}/export?${new URLSearchParams(query)}`, control.signal);
      const file = await readCounting(reply, (rows) => setState({ phase: "running", rows }));
      downloadBlob(file, nameOf(reply) ?? `tonle-${list}.csv`);
      setState({ phase: "done" });
    } catch (error) {
      if (control.signal.aborted) setState({ phase: "idle" });
      else setState({ phase: "failed", message: error instanceof ApiError ? error.message : text.brokenOff });
    }
  }

  const isRunning = state.phase === "running";
  return (
    <>
      <Button
        variant={size === "dense" ? "plain" : "neutral"}
        size={size}
        icon={Download}
        onClick={() => (isRunning ? running.current?.abort() : void download())}
      >
        {isRunning ? text.stop(state.rows) : text.start}
      </Button>
      {state.phase === "failed" && <Problem role="alert">{state.message}</Problem>}
      <LiveRegion>{isRunning ? text.running : state.phase === "done" ? text.done : ""}</LiveRegion>
    </>
  );
}

/** Reads a response to its end. @param onRows called with the number of rows so far, without the header */
async function readCounting(reply: Response, onRows: (rows: number) => void): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const reader = reply.body?.getReader();
  for (let lines = 0; reader; ) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(new Uint8Array(value));
    lines += value.reduce((sum, byte) => sum + (byte === LINE_END ? 1 : 0), 0);
    onRows(Math.max(0, lines - 1));
  }
  return new Blob(pieces, { type: "text/csv" });
}

function nameOf(reply: Response): string | undefined {
  return /filename="([^"]+)"/.exec(reply.headers.get("Content-Disposition") ?? "")?.[1];
}
