import { z } from "zod";
import { JOURNAL_GENERATION_ROWS } from "../../db/money-journal.ts";
import type { JournalEntry, StoredEntry } from "./journal-chain.ts";

/** The journal in its bucket: entries as lines of JSON, in objects that are named by the positions in them. */

/** The prefix of the objects' keys. */
export const SEGMENTS = "segments/";
/** The object that says how far the journal was shipped, and when. */
export const HEAD_KEY = "head.json";

/** How far the journal was shipped. @property completeUpTo the sequence up to which it misses nothing */
export const journalHead = z.object({
  position: z.number().int(),
  hash: z.string(),
  completeUpTo: z.number().int(),
  shippedAtMs: z.number().int(),
});
export type JournalHead = z.infer<typeof journalHead>;

const entryLine = z.object({
  position: z.number().int(),
  atMs: z.number().int(),
  first: z.number().int(),
  last: z.number().int(),
  rows: z.array(z.tuple([z.string(), z.string()])).nullable(),
  hash: z.string(),
});

const padded = (position: number) => String(position).padStart(12, "0");

/** The key of the object with these entries. They sort by their first position. */
export function segmentKey(first: number, last: number): string {
  return `${SEGMENTS}${padded(first)}-${padded(last)}.ndjson`;
}

/** The last position in an object, by its key. */
export function lastPositionOf(key: string): number {
  return Number(/-(\d+)\.ndjson$/.exec(key)?.[1] ?? 0);
}

/** The content of an object. */
export function encodeSegment(entries: readonly StoredEntry[]): string {
  return entries
    .map(
      ({ position, atMs, first, last, rowsJson, hash }) =>
        `{"position":${position},"atMs":${atMs},"first":${first},"last":${last},"rows":${rowsJson},"hash":"${hash}"}\n`,
    )
    .join("");
}

/** The entries of an object. @throws Error for a line of another form */
export function decodeSegment(text: string): JournalEntry[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => entryLine.parse(JSON.parse(line)));
}

/** The generation of the database that wrote a sequence; a restored database begins the next one. */
export function generationOf(sequence: number): number {
  return Math.floor(sequence / JOURNAL_GENERATION_ROWS);
}
