import { type ReadonlySignal, signal } from "@preact/signals-react";
import { forEachOwner } from "../state/owner.ts";
import type { ChangedRows } from "./broker-calls.ts";

/** A file whose trades have just come into an account. */
export type DoneImport = {
  /** Of the account. */
  number: number;
  importId: string;
  fileName: string;
  /** Trades that are new. */
  added: number;
  /** Trades that the account had before. */
  same: number;
  /** How many it had with other figures, and whether they have those of the file now. */
  changedCount: number;
  changed: ChangedRows;
  /** Whether the file states its total, and it is that of the trades. */
  isEqual: boolean;
};

const done = signal<DoneImport | null>(null);
/** The last one, until its message is closed or another page load. */
export const doneImport: ReadonlySignal<DoneImport | null> = done;

export function showDoneImport(next: DoneImport | null): void {
  done.value = next;
}

forEachOwner(() => showDoneImport(null));
