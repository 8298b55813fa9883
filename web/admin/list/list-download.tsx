import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { ApiError, fetchFile } from "../../state/api.ts";
import { problemOf, useSubmit } from "../../state/use-submit.ts";
import { Button } from "../../ui/button.tsx";
import { Download as DownloadGlyph } from "../../ui/icon.tsx";
import { downloadBlob } from "../../ui/image/download-blob.ts";
import { Text } from "../../ui/layout.tsx";
import { LiveRegion } from "../../ui/live-region.tsx";
import { ADMIN_TEXT } from "../core/admin-text.ts";
import { actingUserHeader } from "../core/call-parts.ts";
import { hasRole } from "../core/roles.ts";
import { noteStepUpOver } from "../core/step-up.ts";
import { TextDialog } from "../core/text-dialog.tsx";

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
  | `ledger/accounts/${string}/entries`
  | `months/${string}`;

type ListDownloadProps = {
  list: ListPath;
  query: Record<string, string>;
  size?: "dense" | "normal";
};

/**
 * Downloads the list as CSV with its filter and order, after a dialog that takes the reason and the second factor; shows
 * progress, and why it failed.
 */
export function ListDownload(props: ListDownloadProps) {
  useSignals();
  // A file takes personal data out.
  return hasRole("operator", "owner") ? <Download {...props} /> : null;
}

function Download({ list, query, size = "dense" }: ListDownloadProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [rowCount, setRowCount] = useState(0);
  const [isDone, setIsDone] = useState(false);
  const {
    submit: download,
    isSending: isRunning,
    stop,
    problem,
    setProblem,
  } = useSubmit<{ reason: string }, void>({
    async send(body, _key, signal) {
      setRowCount(0);
      setIsDone(false);
      const reply = await fetchFile(`/api/admin/${list}/export?${new URLSearchParams(query)}`, signal, {
        method: "POST",
        headers: { "Content-Type": "application/json", ...actingUserHeader() },
        body: JSON.stringify(body),
      });
      setIsAsking(false);
      const file = await readCounting(reply, setRowCount);
      downloadBlob(file, nameOf(reply) ?? `tonle-${list}.csv`);
    },
    onDone: () => setIsDone(true),
    explain(error) {
      if (error instanceof ApiError && error.code === "step_up_required") noteStepUpOver();
      // The file's body may break off with any error of the network.
      return error instanceof ApiError
        ? problemOf(error, text.brokenOff)
        : { message: text.brokenOff, field: undefined };
    },
  });
  return (
    <>
      <Button
        variant={size === "dense" ? "plain" : "neutral"}
        size={size}
        icon={DownloadGlyph}
        aria-haspopup={isRunning ? undefined : "dialog"}
        onClick={() => {
          if (isRunning) return stop();
          setProblem(null);
          setIsAsking(true);
        }}
      >
        {isRunning ? text.stop(rowCount) : text.start}
      </Button>
      {isAsking && (
        <TextDialog
          title={text.title}
          lead={text.lead}
          submit={text.submit}
          needsStepUp
          isSending={isRunning}
          problem={problem}
          label={text.reason}
          hint={text.reasonHint}
          field="reason"
          missing={text.reasonMissing}
          onSubmit={(reason) => void download({ reason })}
          onClose={() => setIsAsking(false)}
        />
      )}
      {problem && !isAsking && (
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
