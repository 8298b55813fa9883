import { expect, test } from "bun:test";
import { type ObjectSql, testSqlStorage } from "../../../dev/test/test-sql-storage.ts";
import { decodeRecords, encodeRecords } from "../../contract/tape/tape-codec.ts";
import { NO_PREVIOUS_SEAL } from "../../contract/tape/tape-seal.ts";
import { MINUTE_MS } from "../../contract/time.ts";
import { FeedTape, type TapePorts } from "./feed-tape.ts";
import type { NewTapeEntry, TapeEntry } from "./tape-writer.ts";

const START_MS = Date.UTC(2026, 10, 23, 21, 53);
const DAY_START_MS = Date.UTC(2026, 10, 23);

/** A tape over SQLite in memory and a bucket that can be down. */
class Place {
  readonly objects = new Map<string, Uint8Array>();
  readonly passedOn: TapeEntry[] = [];
  isBucketDown = false;
  /** The saved records, in order: the newest quotes must be before their rows are deleted. */
  readonly saves: number[] = [];
  readonly sql: ObjectSql = testSqlStorage();

  open(): FeedTape {
    const bucket = {
      put: async (key: string, bytes: Uint8Array) => {
        if (this.isBucketDown) throw new Error("the bucket is down");
        this.objects.set(key, bytes);
      },
      list: async ({ startAfter }: { startAfter: string }) => {
        const keys = [...this.objects.keys()].filter((key) => key > startAfter).toSorted();
        return { objects: keys.map((key) => ({ key })) };
      },
      get: async (key: string) => {
        const bytes = this.objects.get(key);
        return bytes ? { bytes: async () => bytes } : null;
      },
    };
    return new FeedTape({
      storage: { sql: this.sql, sync: async () => {} },
      // Only the calls and the fields that the tape uses.
      bucket: bucket as unknown as TapePorts["bucket"],
      passOn: (entries) => void this.passedOn.push(...entries),
      saveQuotes: () => void this.saves.push(this.passedOn.length),
      fail: (error) => {
        throw error;
      },
    });
  }
}

const entry = (bid: number): NewTapeEntry => ({
  record: { type: "quote", symbol: "BTCUSDm", bid, ask: bid + 1, at: START_MS, source: "coinbase", kind: "quoted" },
  volume: 0,
});

/** Adds two records in each of these minutes. */
async function record(tape: FeedTape, minutes: readonly number[]): Promise<void> {
  for (const minute of minutes) {
    for (const ms of [10, 20]) {
      tape.add([entry(1_000 + minute)], START_MS + minute * MINUTE_MS + ms);
      await settle();
    }
  }
}

/** Lets every promise that can resolve do so. */
async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}

test("minutes that are over are sealed in a chain, and a minute without records has no seal", async () => {
  const tape = new Place().open();
  await record(tape, [0, 1, 3]);
  tape.seal(START_MS + 3 * MINUTE_MS + 30);
  const { seals, isComplete } = tape.seals(DAY_START_MS, START_MS + 3 * MINUTE_MS + 30);
  expect(isComplete).toBe(false);
  expect(
    seals.map(({ minuteMs, firstSeq, lastSeq }) => [(minuteMs - START_MS) / MINUTE_MS, firstSeq, lastSeq]),
  ).toEqual([
    [0, 1, 2],
    [1, 3, 4],
  ]);
  expect(seals.map(({ previous }) => previous)).toEqual([NO_PREVIOUS_SEAL, seals[0]?.seal ?? ""]);
});

test("sealed minutes move into the bucket, after the newest quotes were saved, and those it refuses later", async () => {
  const place = new Place();
  const tape = place.open();
  await record(tape, [0, 1]);
  tape.seal(START_MS + 2 * MINUTE_MS);
  place.isBucketDown = true;
  await tape.ship();
  expect([tape.status(START_MS).unshippedMinutes, tape.hasUnfinished()]).toEqual([2, true]);
  place.isBucketDown = false;
  await tape.ship();
  expect([tape.status(START_MS).unshippedMinutes, tape.hasUnfinished()]).toEqual([0, false]);
  expect([...place.objects.keys()]).toEqual(["tape/2026-11-23/21-53", "tape/2026-11-23/21-54"]);
  expect(place.saves).toEqual([4, 4]);
  const stored = decodeRecords(place.objects.get("tape/2026-11-23/21-53") ?? new Uint8Array());
  expect(stored.map(({ seq }) => seq)).toEqual([1, 2]);
});

test("the check gets the seals of minutes that are in the bucket, with the seal before them", async () => {
  const place = new Place();
  const tape = place.open();
  const minutesOf = (fromMinute: number, limit: number) => {
    const { before, seals } = tape.shippedSeals(START_MS + fromMinute * MINUTE_MS, limit);
    return [before, ...seals].map((seal) => seal && (seal.minuteMs - START_MS) / MINUTE_MS);
  };
  await record(tape, [0, 1, 2]);
  tape.seal(START_MS + 2 * MINUTE_MS + 30);
  expect(minutesOf(0, 10)).toEqual([null]);
  await tape.ship();
  expect(minutesOf(0, 10)).toEqual([null, 0, 1]);
  expect(minutesOf(1, 10)).toEqual([0, 1]);
  expect(minutesOf(0, 1)).toEqual([null, 0]);
  tape.seal(START_MS + 3 * MINUTE_MS);
  expect(minutesOf(1, 10)).toEqual([0, 1]);
  await tape.ship();
  expect(minutesOf(1, 10)).toEqual([0, 1, 2]);
});

test("the records since a time are counted", async () => {
  const tape = new Place().open();
  await record(tape, [0, 1, 2]);
  tape.seal(START_MS + 2 * MINUTE_MS + 30);
  expect([0, 1, 2].map((minute) => tape.status(START_MS + minute * MINUTE_MS).records)).toEqual([6, 4, 2]);
});

test("a record has a seal when its minute is in the bucket", async () => {
  const place = new Place();
  const tape = place.open();
  await record(tape, [0]);
  expect(tape.sealOf(1)).toBeNull();
  tape.seal(START_MS + MINUTE_MS);
  expect(tape.sealOf(1)).toBeNull();
  await tape.ship();
  expect(tape.sealOf(1)).toEqual(tape.seals(DAY_START_MS, START_MS + MINUTE_MS).seals[0] ?? null);
  expect(tape.sealOf(2)?.lastSeq).toBe(2);
  expect(tape.sealOf(3)).toBeNull();
});

test("a tape that is opened again continues the numbers and the chain, from rows or after they were moved", async () => {
  const place = new Place();
  await record(place.open(), [0]);
  const second = place.open();
  expect(second.before).toEqual({ seq: 2, heardAt: START_MS + 20 });
  expect(second.recordsAfter(1).map(({ seq }) => seq)).toEqual([2]);
  second.seal(START_MS + MINUTE_MS);
  await second.ship();
  const third = place.open();
  expect(third.before).toEqual({ seq: 2, heardAt: START_MS + 20 });
  expect(third.recordsAfter(0)).toEqual([]);
  // The clock of this machine is behind, but that minute is closed.
  third.add([entry(7)], START_MS);
  await settle();
  expect(place.passedOn.at(-1)?.record).toMatchObject({ seq: 3, heardAt: START_MS + MINUTE_MS });
  third.seal(START_MS + 2 * MINUTE_MS);
  const { seals } = third.seals(DAY_START_MS, START_MS + 2 * MINUTE_MS);
  expect(seals.map(({ firstSeq, lastSeq }) => [firstSeq, lastSeq])).toEqual([
    [1, 2],
    [3, 3],
  ]);
});

test("the records after a number come from the rows, and those in the bucket are named by their segment", async () => {
  const place = new Place();
  const tape = place.open();
  await record(tape, [0, 1]);
  const seqs = (seq: number) => {
    const page = tape.after(seq);
    if (page && "lostUpTo" in page) return page.lostUpTo;
    return page && ("records" in page ? page.records.map((one) => one.seq) : page.segment);
  };
  expect([0, 1, 3, 4].map(seqs)).toEqual([[1, 2, 3, 4], [2, 3, 4], [4], null]);
  tape.seal(START_MS + MINUTE_MS);
  expect(seqs(0)).toEqual([1, 2, 3, 4]);
  await tape.ship();
  const segment = { minuteMs: START_MS, lastSeq: 2 };
  expect([0, 1, 2].map(seqs)).toEqual([segment, segment, [3, 4]]);
  // Rows of the segment are overwritten.
  await record(tape, [1]);
  expect([1, 2, 5].map(seqs)).toEqual([segment, [3, 4, 5, 6], [6]]);
});

test("rows of a second process that wrote the same storage do not keep the minute from being sealed", async () => {
  const place = new Place();
  await record(place.open(), [0, 0]);
  const [, second, third] = place.passedOn.map((one) => one.record);
  if (!second || !third) throw new Error("no records");
  const bytes = encodeRecords([second, third]);
  place.sql.exec("UPDATE tape_rows SET last_seq = 3, bytes = ? WHERE first_seq = 2", bytes.slice().buffer);
  place.sql.exec("INSERT INTO tape_rows SELECT 9, 9, minute_ms, bytes FROM tape_rows WHERE first_seq = 4");
  const tape = place.open();
  tape.seal(START_MS + MINUTE_MS);
  expect(
    tape.seals(DAY_START_MS, START_MS + MINUTE_MS).seals.map(({ firstSeq, lastSeq }) => [firstSeq, lastSeq]),
  ).toEqual([[1, 4]]);
});

test("a tape that has lost its end puts back what the bucket has, with the seals that were published", async () => {
  const place = new Place();
  const first = place.open();
  await record(first, [0]);
  const kept = place.sql.exec("SELECT * FROM tape_rows").toArray();
  await record(first, [0, 1, 3]);
  first.seal(START_MS + 4 * MINUTE_MS);
  await first.ship();
  const published = first.seals(DAY_START_MS, START_MS + 4 * MINUTE_MS).seals;
  const stored = new Map(place.objects);
  for (const table of ["tape_rows", "tape_seals", "tape_shipped"]) place.sql.exec(`DELETE FROM ${table}`);
  place.sql.exec("INSERT INTO tape_shipped VALUES (1, 0)");
  for (const row of kept) place.sql.exec("INSERT INTO tape_rows VALUES (?, ?, ?, ?)", ...Object.values(row));

  const tape = place.open();
  expect((await tape.putBack()).map(({ seq }) => seq)).toEqual([3, 4, 5, 6, 7, 8]);
  await record(tape, [5]);
  const { seals } = tape.seals(DAY_START_MS, START_MS + 6 * MINUTE_MS);
  expect(seals.slice(0, 3)).toEqual(published);
  expect(seals[3]).toMatchObject({ firstSeq: 9, lastSeq: 10, previous: published[2]?.seal ?? "" });
  await tape.ship();
  for (const [key, bytes] of stored) expect(place.objects.get(key)).toEqual(bytes);
});

test("numbers that somebody has seen do not come twice, and those that are lost are named", async () => {
  const place = new Place();
  const tape = place.open();
  await record(tape, [0]);
  expect(tape.continueAfter(2)).toBeNull();
  expect(tape.continueAfter(7)).toEqual({ lost: 5, sinceMs: START_MS + 20 });
  // The rest of the minute has no room for other numbers.
  tape.add([entry(1_500)], START_MS + 30);
  await settle();
  expect(place.passedOn.at(-1)?.record).toMatchObject({ seq: 8, heardAt: START_MS + MINUTE_MS });
  expect(tape.after(2)).toEqual({ lostUpTo: 7 });
  tape.seal(START_MS + 2 * MINUTE_MS);
  const { seals } = tape.seals(DAY_START_MS, START_MS + 2 * MINUTE_MS);
  expect(seals.map(({ firstSeq, lastSeq }) => [firstSeq, lastSeq])).toEqual([
    [1, 2],
    [8, 8],
  ]);
  await tape.ship();
  expect(tape.after(2)).toEqual({ lostUpTo: 7 });
});
