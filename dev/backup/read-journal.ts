import type { JournalRow } from "../../db/money-journal.ts";
import { CHAIN_START, checkChain, type JournalEntry } from "../../worker/journal/journal-chain.ts";
import {
  decodeSegment,
  HEAD_KEY,
  type JournalHead,
  journalHead,
  lastPositionOf,
  SEGMENTS,
} from "../../worker/journal/journal-segments.ts";
import type { ObjectStore } from "./object-store.ts";

/**
 * The journal of money as its bucket has it, with a chain that was checked. Its rows are read from the bucket when they are asked for, so
 * that a journal of months takes no more memory than the rows that a copy lacks.
 */
export type StoredJournal = {
  head: JournalHead | null;
  entries: number;
  rows: number;
  /** The newest sequence of its rows; 0 when it has none. */
  newest: number;
  /**
   * The rows from a sequence on, in order, each once.
   * @throws Error when a segment was changed since the chain was checked
   */
  rowsFrom(sequence: number): Promise<JournalRow[]>;
};

/** An entry's place and hash. */
type Place = Pick<JournalEntry, "position" | "hash">;
/** A segment that was checked. @property before the entry before its first one; null at the beginning of what is kept */
type Segment = { key: string; before: Place | null; newest: number };

/**
 * Reads the journal and checks its chain, one segment after the other.
 * @throws Error when an entry is missing or was changed, or when the bucket lacks what its head names
 */
export async function readJournal(store: ObjectStore): Promise<StoredJournal> {
  const head = await readHead(store);
  const segments: Segment[] = [];
  const total = { entries: 0, rows: 0 };
  let last: Place | null = null;
  let shippedHash: string | null = null;
  for (const key of await store.list(SEGMENTS)) {
    // A crash between two steps of shipping leaves an object whose entries are in a longer one too.
    if (lastPositionOf(key) <= (last?.position ?? 0)) continue;
    const before: Place | null = last;
    const entries = await readSegment(store, { key, before });
    const rows = entries.flatMap(rowsOf);
    segments.push({ key, before, newest: rows.reduce((newest, { sequence }) => Math.max(newest, sequence), 0) });
    total.entries += entries.length;
    total.rows += rows.length;
    last = entries.at(-1) ?? before;
    shippedHash = entries.find(({ position }) => position === head?.position)?.hash ?? shippedHash;
  }
  if (head && (last?.position ?? 0) < head.position) throw new Error(`the journal ends before entry ${head.position}`);
  if (head && shippedHash !== null && shippedHash !== head.hash) {
    throw new Error(`entry ${head.position} of the journal is not the one that was shipped`);
  }
  return {
    head,
    ...total,
    newest: segments.reduce((newest, segment) => Math.max(newest, segment.newest), 0),
    rowsFrom: (sequence) => readRowsFrom(store, segments, sequence),
  };
}

async function readRowsFrom(store: ObjectStore, segments: readonly Segment[], sequence: number): Promise<JournalRow[]> {
  const rows = new Map<number, JournalRow>();
  for (const segment of segments) {
    if (segment.newest < sequence) continue;
    for (const entry of await readSegment(store, segment)) {
      for (const row of rowsOf(entry)) if (row.sequence >= sequence) rows.set(row.sequence, row);
    }
  }
  return [...rows.values()].sort((a, b) => a.sequence - b.sequence);
}

/** The entries of a segment that follow the one before it. @throws Error when the chain is broken there */
async function readSegment(store: ObjectStore, { key, before }: Omit<Segment, "newest">): Promise<JournalEntry[]> {
  const bytes = await store.get(key);
  if (!bytes) throw new Error(`${key} is gone`);
  const entries = decodeSegment(new TextDecoder().decode(bytes)).filter(
    ({ position }) => position > (before?.position ?? 0),
  );
  const [first, ...later] = entries;
  if (!first) return [];
  // Segments that are older than they are kept are gone from the beginning, with the hash before the first one.
  const fault =
    before || first.position === 1
      ? checkChain(entries, before ?? { position: 0, hash: CHAIN_START })
      : checkChain(later, first);
  if (fault) throw new Error(`entry ${fault.position} of the journal is ${fault.fault}`);
  return entries;
}

function rowsOf({ first, rows }: JournalEntry): JournalRow[] {
  return (rows ?? []).map(([tableName, row], i) => ({ sequence: first + i, tableName, row }));
}

/** How far the journal was shipped; null before the first time. */
export async function readHead(store: ObjectStore): Promise<JournalHead | null> {
  const bytes = await store.get(HEAD_KEY);
  return bytes ? journalHead.parse(JSON.parse(new TextDecoder().decode(bytes))) : null;
}
