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

/** The journal of money as its bucket has it. @property rows in order of their sequence, each once */
export type StoredJournal = { head: JournalHead | null; entries: number; rows: JournalRow[] };

/**
 * Reads the journal and checks its chain.
 * @throws Error when an entry is missing or was changed, or when the bucket lacks what its head names
 */
export async function readJournal(store: ObjectStore): Promise<StoredJournal> {
  const head = await readHead(store);
  const entries: JournalEntry[] = [];
  for (const key of await store.list(SEGMENTS)) {
    // A crash between two steps of shipping leaves an object whose entries are in a longer one too.
    if (lastPositionOf(key) <= (entries.at(-1)?.position ?? 0)) continue;
    const bytes = await store.get(key);
    if (!bytes) throw new Error(`${key} is gone`);
    const known = entries.at(-1)?.position ?? 0;
    entries.push(...decodeSegment(new TextDecoder().decode(bytes)).filter(({ position }) => position > known));
  }
  const [first, ...later] = entries;
  if (first) {
    // Segments that are older than they are kept are gone from the beginning, with the hash before the first one.
    const fault =
      first.position === 1
        ? checkChain(entries, { position: 0, hash: CHAIN_START })
        : checkChain(later, { position: first.position, hash: first.hash });
    if (fault) throw new Error(`entry ${fault.position} of the journal is ${fault.fault}`);
  }
  const last = entries.at(-1);
  if (head && (last?.position ?? 0) < head.position) throw new Error(`the journal ends before entry ${head.position}`);
  if (head && entries.some(({ position, hash }) => position === head.position && hash !== head.hash)) {
    throw new Error(`entry ${head.position} of the journal is not the one that was shipped`);
  }
  const rows = new Map<number, JournalRow>();
  for (const entry of entries) {
    for (const [i, [tableName, row]] of (entry.rows ?? []).entries()) {
      rows.set(entry.first + i, { sequence: entry.first + i, tableName, row });
    }
  }
  return {
    head,
    entries: entries.length,
    rows: [...rows.values()].sort((a, b) => a.sequence - b.sequence),
  };
}

/** How far the journal was shipped; null before the first time. */
export async function readHead(store: ObjectStore): Promise<JournalHead | null> {
  const bytes = await store.get(HEAD_KEY);
  return bytes ? journalHead.parse(JSON.parse(new TextDecoder().decode(bytes))) : null;
}
