import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CHAIN_START, entryHash } from "../../worker/journal/journal-chain.ts";
import { encodeSegment, HEAD_KEY, segmentKey } from "../../worker/journal/journal-segments.ts";
import { folderStore, type ObjectStore } from "./object-store.ts";
import { copyMissing } from "./places.ts";
import { readHead, readJournal } from "./read-journal.ts";

const dir = mkdtempSync(join(tmpdir(), "tonle-places-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
let folders = 0;
const newStore = () => folderStore(join(dir, String(folders++)));
const bytes = (text: string) => new TextEncoder().encode(text);

/** Ships an entry of three rows into a bucket, as the object does. @param position the entry's */
async function shipEntry(store: ObjectStore, position: number): Promise<void> {
  const previous = (await readHead(store))?.hash ?? CHAIN_START;
  const first = position * 3 - 2;
  const rows = [0, 1, 2].map((i) => ["deposits", `{"id":"${first + i}"}`]);
  const entry = { position, atMs: position, first, last: first + 2, rowsJson: JSON.stringify(rows) };
  const hash = entryHash(entry, previous);
  await store.put(segmentKey(position, position), bytes(encodeSegment([{ ...entry, hash }])));
  const head = { position, hash, completeUpTo: first + 2, shippedAtMs: position };
  await store.put(HEAD_KEY, bytes(JSON.stringify(head)));
}

test("a copy of a journal that is shipped meanwhile is whole", async () => {
  const [bucket, copy] = [newStore(), newStore()];
  await shipEntry(bucket, 1);
  await copyMissing(bucket, copy);
  await shipEntry(bucket, 2);
  // The Worker ships once more just after the objects were listed.
  const busy: ObjectStore = {
    ...bucket,
    list: async (prefix) => {
      const keys = await bucket.list(prefix);
      await shipEntry(bucket, 3);
      return keys;
    },
  };
  await copyMissing(busy, copy);
  const journal = await readJournal(copy);
  expect([journal.head?.position, journal.entries, journal.newest]).toEqual([2, 2, 6]);
  expect(await copyMissing(bucket, copy)).toBe(1);
  expect((await readJournal(copy)).head?.position).toBe(3);
});

test("objects that are put back leave a newer head of the journal", async () => {
  const [bucket, backup] = [newStore(), newStore()];
  await shipEntry(bucket, 1);
  await copyMissing(bucket, backup);
  await shipEntry(bucket, 2);
  await copyMissing(backup, bucket);
  expect((await readHead(bucket))?.position).toBe(2);
});

test("a file that a crash left half written is no object, and objects are their owner's alone", async () => {
  const [bucket, at] = [newStore(), join(dir, String(folders))];
  const backup = newStore();
  await bucket.put("ab/card", bytes("a whole card"));
  mkdirSync(join(at, "ab"), { recursive: true });
  writeFileSync(join(at, "ab/card.part"), "a wh");
  expect(await copyMissing(bucket, backup)).toBe(1);
  expect(new TextDecoder().decode((await backup.get("ab/card")) ?? undefined)).toBe("a whole card");
  expect([statSync(join(at, "ab/card")).mode & 0o777, existsSync(join(at, "ab/card.part"))]).toEqual([0o600, false]);
});

test("rows from a sequence on are read from the segments that have them, and a change of these since is found", async () => {
  const bucket = newStore();
  for (const position of [1, 2, 3]) await shipEntry(bucket, position);
  const read: string[] = [];
  const watched: ObjectStore = {
    ...bucket,
    get: (key) => {
      read.push(key);
      return bucket.get(key);
    },
  };
  const journal = await readJournal(watched);
  expect([journal.rows, journal.entries]).toEqual([9, 3]);
  read.length = 0;
  expect((await journal.rowsFrom(6)).map(({ sequence }) => sequence)).toEqual([6, 7, 8, 9]);
  expect(read).toEqual([segmentKey(2, 2), segmentKey(3, 3)]);
  await bucket.put(
    segmentKey(3, 3),
    bytes(new TextDecoder().decode((await bucket.get(segmentKey(3, 3))) ?? undefined).replace("id", "ix")),
  );
  await expect(journal.rowsFrom(8)).rejects.toThrow("entry 3 of the journal is changed");
});

test("a journal whose oldest segments are gone is read from what is kept, and one in the middle is missed", async () => {
  const bucket = join(dir, String(folders));
  const store = newStore();
  for (const position of [1, 2, 3]) await shipEntry(store, position);
  rmSync(join(bucket, segmentKey(1, 1)));
  expect((await readJournal(store)).rows).toBe(6);
  await shipEntry(store, 4);
  rmSync(join(bucket, segmentKey(3, 3)));
  await expect(readJournal(store)).rejects.toThrow("entry 3 of the journal is missing");
});
