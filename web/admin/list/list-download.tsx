import { useState } from "react";
import { ApiError, fetchFile } from "../../state/api.ts";
import { useSubmit } from "../../state/use-submit.ts";
import { Button } from "../../ui/button.tsx";
import { downloadBlob } from "../../ui/download-blob.ts";
import { Download } from "../../ui/icon.tsx";
import { Text } from "../../ui/layout.tsx";
import { LiveRegion } from "../../ui/live-region.tsx";
import { ADMIN_TEXT } from "../core/admin-text.ts";

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
  const [rowCount, setRowCount] = useState(0);
  const [isDone, setIsDone] = useState(false);
  const {
    submit: download,
    isSending: isRunning,
    stop,
    problem,
  } = useSubmit<void, void>({
    async send(_, _key, signal) {
      setRowCount(0);
      setIsDone(false);
      const reply = await fetchFile(`/api/admin/${list}/export?${new URLSearchParams(query)}`, signal);
      const file = await readCounting(reply, setRowCount);
      downloadBlob(file, nameOf(reply) ?? `tonle-${list}.csv`);
    },
    onDone: () => setIsDone(true),
    // The file's body may break off with any error of the network.
    explain: (error) => ({ message: error instanceof ApiError ? error.message : text.brokenOff, field: undefined }),
  });
  return (
    <>
      <Button
        variant={size === "dense" ? "plain" : "neutral"}
        size={size}
        icon={Download}
        onClick={() => (isRunning ? stop() : void download())}
      >
        {isRunning ? text.stop(rowCount) : text.start}
      </Button>
      {problem && (
        <Text role="alert" grow="1 0 100%" size="dense" tone="down">
          {problem.message}
        </Text>
      )}
      <LiveRegion>{isRunning ? text.running : isDone ? text.done : ""}</LiveRegion>
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
