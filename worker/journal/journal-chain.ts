import { createHash } from "node:crypto";
import type { JournalRow } from "../../db/money-journal.ts";

/**
 * The journal of money as a chain of entries. An entry is a run of consecutive rows as one call appended them; its hash
 * covers the hash before it, so that an entry which is changed, moved or left out is detected.
 */

/** A row in an entry: its table and its content, JSON. Its sequence is the entry's first one plus its place. */
export type EntryRow = readonly [tableName: string, row: string];

export type JournalEntry = {
  /** Its place in the chain, from 1. */
  position: number;
  /** When it was appended, epoch ms. */
  atMs: number;
  first: number;
  last: number;
  /** Null where the database says that it has no such rows: nothing can be appended there any more. */
  rows: readonly EntryRow[] | null;
  /** SHA-256, lower-case hex. */
  hash: string;
};

/** An entry with its rows as the JSON that is hashed, stored and shipped: none of these parses or writes it again. */
export type StoredEntry = Omit<JournalEntry, "rows"> & { rowsJson: string };

/** The hash before the first entry. */
export const CHAIN_START = "0".repeat(64);

/** The hash of an entry after the one with the given hash. */
export function entryHash(
  { position, atMs, first, last, rowsJson }: Omit<StoredEntry, "hash">,
  previous: string,
): string {
  const text = `tonle money journal 1\n${position}\n${atMs}\n${first}\n${last}\n${rowsJson}\n${previous}\n`;
  return createHash("sha256").update(text).digest("hex");
}

/** The runs of consecutive sequences among rows in order, each of about the given number of characters at most. */
export function runsOf(rows: readonly JournalRow[], charactersMax: number): JournalRow[][] {
  const runs: JournalRow[][] = [];
  let characters = 0;
  for (const row of rows) {
    const run = runs.at(-1);
    characters += row.row.length;
    if (run && run.at(-1)?.sequence === row.sequence - 1 && characters <= charactersMax) {
      run.push(row);
    } else {
      runs.push([row]);
      characters = row.row.length;
    }
  }
  return runs;
}

/** A fault of a chain, and its place. */
export type ChainFault = { position: number; fault: "missing" | "changed" };

/**
 * Checks entries in order of their position.
 * @param previous the hash before the first of them
 * @returns the first fault; null for a whole chain
 */
export function checkChain(
  entries: readonly JournalEntry[],
  { position, hash }: { position: number; hash: string },
): ChainFault | null {
  let [expected, previous] = [position + 1, hash];
  for (const entry of entries) {
    if (entry.position !== expected) return { position: expected, fault: "missing" };
    const rowsJson = JSON.stringify(entry.rows);
    if (entryHash({ ...entry, rowsJson }, previous) !== entry.hash) return { position: expected, fault: "changed" };
    expected += 1;
    previous = entry.hash;
  }
  return null;
}
