import { Database } from "bun:sqlite";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { FoundFault } from "../../worker/contract/tape/check-seal.ts";
import { checkTape } from "../../worker/contract/tape/check-tape.ts";
import { decodeRecords, encodeRecords } from "../../worker/contract/tape/tape-codec.ts";
import type { TapeRecord } from "../../worker/contract/tape/tape-record.ts";
import type { Seal } from "../../worker/contract/tape/tape-seal.ts";
import { tapeKey } from "../../worker/prices/tape/feed-tape.ts";
import type { Stack } from "../stack.ts";

/** A tape as it is stored: its seals, the bytes of its segments by their keys, and the rows that are not in any. */
export type StoredTape = {
  seals: Seal[];
  segments: Map<string, Uint8Array>;
  /** The records in rows, in their order. */
  rows: TapeRecord[];
};

/**
 * Reads the tape of a stack that runs on workerd alone from its files: full segments are private, so no route has them.
 */
export function readStoredTape(stack: Pick<Stack, "dataDir">): StoredTape {
  const segments = readSegments(join(stack.dataDir, "wrangler/v3/r2"));
  const files = filesIn(join(stack.dataDir, "workerd/objects/PriceFeed"), ".sqlite");
  for (const file of files) {
    const tape = readTable(file, "tape_rows", (database) => ({
      seals: readSeals(database),
      rows: readRows(database, lastSeqIn(segments)),
    }));
    if (tape) return { ...tape, segments };
  }
  // Nobody has asked for a price yet.
  return { seals: [], segments, rows: [] };
}

/** All records of a tape, in their order: those in segments, then those in rows. */
export function recordsOf({ seals, segments, rows }: StoredTape): TapeRecord[] {
  const records = [...inOrder(segments).flatMap(decodeRecords), ...rows];
  const sealed = seals.at(-1)?.lastSeq ?? 0;
  if (sealed > (records.at(-1)?.seq ?? 0)) throw new Error("a sealed record is nowhere");
  return records;
}

/**
 * Checks every seal and its segment, which may still be in rows.
 * @returns the faults, none for a clean tape
 */
export async function checkStoredTape({ seals, segments, rows }: StoredTape): Promise<FoundFault[]> {
  const faults: FoundFault[] = [];
  const segmentOf = async ({ minuteMs, firstSeq, lastSeq }: Seal) => {
    const inRows = rows.filter(({ seq }) => seq >= firstSeq && seq <= lastSeq);
    return segments.get(tapeKey(minuteMs)) ?? (inRows.length > 0 ? encodeRecords(inRows) : null);
  };
  for await (const { faults: found } of checkTape({ seals, segmentOf, before: null })) faults.push(...found);
  return faults;
}

function readSeals(database: Database): Seal[] {
  const columns =
    "minute_ms AS minuteMs, first_seq AS firstSeq, last_seq AS lastSeq, root, previous, seal FROM tape_seals";
  return database.query<Seal, []>(`SELECT ${columns} ORDER BY minute_ms`).all();
}

/** The segments' bytes, the oldest first. */
function inOrder(segments: StoredTape["segments"]): Uint8Array[] {
  const entries = [...segments.entries()].toSorted(([a], [b]) => a.localeCompare(b));
  return entries.map(([, bytes]) => bytes);
}

function lastSeqIn(segments: StoredTape["segments"]): number {
  const newest = inOrder(segments).at(-1);
  return newest ? (decodeRecords(newest).at(-1)?.seq ?? 0) : 0;
}

/** @param shippedSeq the last record in a segment: its row, and those before, wait to be overwritten */
function readRows(database: Database, shippedSeq: number): TapeRecord[] {
  const rows = database.query<{ bytes: Uint8Array }, []>("SELECT bytes FROM tape_rows ORDER BY first_seq").all();
  return rows.flatMap(({ bytes }) => decodeRecords(bytes)).filter(({ seq }) => seq > shippedSeq);
}

/** The objects of the bucket simulator. Source: miniflare's R2 bucket, which stores them in files and lists them in SQLite. */
function readSegments(dir: string): Map<string, Uint8Array> {
  const segments = new Map<string, Uint8Array>();
  for (const file of filesIn(join(dir, "miniflare-R2BucketObject"), ".sqlite")) {
    const objects = readTable(file, "_mf_objects", (database) =>
      database
        .query<{ key: string; blob_id: string }, []>(
          "SELECT key, blob_id FROM _mf_objects WHERE key LIKE 'tape/%' AND blob_id IS NOT NULL",
        )
        .all(),
    );
    for (const { key, blob_id } of objects ?? []) {
      segments.set(key, new Uint8Array(Bun.mmap(join(dir, "tonle-tape/blobs", blob_id))));
    }
  }
  return segments;
}

/** Reads from an object's file; null before it has made its table, which comes a moment after the file. */
function readTable<T>(file: string, table: string, read: (database: Database) => T): T | null {
  const database = new Database(file, { readonly: true });
  try {
    // workerd locks the file for moments, for example while it resets its log.
    database.run("PRAGMA busy_timeout = 5000");
    const isMade = database.query("SELECT 1 FROM sqlite_master WHERE name = ?").get(table) !== null;
    return isMade ? read(database) : null;
  } finally {
    database.close();
  }
}

function filesIn(dir: string, ending: string): string[] {
  return existsSync(dir)
    ? readdirSync(dir)
        // The runtime's own file about the alarms of the objects.
        .filter((name) => name.endsWith(ending) && name !== "metadata.sqlite")
        .map((name) => join(dir, name))
    : [];
}
