import { beforeEach, expect, type Mock, setDefaultTimeout, spyOn, test } from "bun:test";
import { jobRuns, tapeFaults, tapeMarks } from "../../../db/schema/index.ts";
import { sealAll } from "../../../dev/test/sealed-tape.ts";
import { setUpDatabase } from "../../../dev/test/test-database.ts";
import { encodeRecords } from "../../contract/tape/tape-codec.ts";
import type { TapeRecord } from "../../contract/tape/tape-record.ts";
import { type Seal, sealHash } from "../../contract/tape/tape-seal.ts";
import { DAY_MS, MINUTE_MS } from "../../contract/time.ts";
import { tapeKey } from "./feed-tape.ts";
import { type TapeWatch, watchTape } from "./watch-tape.ts";

setDefaultTimeout(600_000);

const database = setUpDatabase();
const START_MS = Date.UTC(2026, 10, 23, 21, 0);

/** A tape in memory, of which the bucket's calls are counted. */
class Tape {
  nowMs = START_MS + DAY_MS;
  keepDays = 90;
  seals: Seal[] = [];
  readonly objects = new Map<string, Uint8Array>();
  reads: string[] = [];

  constructor(minutes: readonly number[]) {
    const segments = minutes.map((minute, i) => [quote(2 * i + 1, minute), quote(2 * i + 2, minute)]);
    this.seals = sealAll(segments);
    for (const [i, records] of segments.entries()) {
      this.objects.set(tapeKey(this.at(i).minuteMs), encodeRecords(records));
    }
  }

  at(place: number): Seal {
    const seal = this.seals[place];
    if (!seal) throw new Error(`no seal at ${place}`);
    return seal;
  }

  /** Runs the check five minutes later. */
  async watch() {
    this.nowMs += 5 * MINUTE_MS;
    this.reads = [];
    return watchTape({
      db: database.db,
      settings: { TAPE_KEEP_DAYS: this.keepDays },
      now: () => this.nowMs,
      feed: {
        shippedSeals: async (fromMs, limit) => ({
          before: this.seals.findLast(({ minuteMs }) => minuteMs < fromMs) ?? null,
          seals: this.seals.filter(({ minuteMs }) => minuteMs >= fromMs).slice(0, limit),
        }),
      },
      bucket: this.#bucket(),
    });
  }

  #bucket(): TapeWatch["bucket"] {
    const bucket = {
      get: async (key: string) => {
        this.reads.push(key);
        const bytes = this.objects.get(key);
        return bytes ? { bytes: async () => bytes } : null;
      },
      list: async ({ limit = 0 }) => {
        const keys = [...this.objects.keys()].toSorted().slice(0, limit);
        return { objects: keys.map((key) => ({ key })) };
      },
      delete: async (keys: string[]) => {
        for (const key of keys) this.objects.delete(key);
      },
    };
    // Only the calls and the fields that the check uses.
    return bucket as unknown as TapeWatch["bucket"];
  }
}

function quote(seq: number, minute: number): TapeRecord {
  const heardAt = START_MS + minute * MINUTE_MS + seq;
  const origin = { source: "coinbase", kind: "quoted" } as const;
  return {
    seq,
    heardAt,
    type: "quote",
    symbol: "BTCUSDm",
    bid: 7_000_000 + seq,
    ask: 7_001_000,
    at: heardAt,
    ...origin,
  };
}

const minutes = (count: number) => Array.from({ length: count }, (_, i) => i);

async function foundFaults(): Promise<string[]> {
  const [rows] = await database.db.read([database.db.query.select().from(tapeFaults).orderBy(tapeFaults.minuteMs)]);
  return rows.map(({ minuteMs, fault }) => `${(minuteMs - START_MS) / MINUTE_MS} ${fault}`);
}

let log: Mock<typeof console.info>;
const alerts = () => log.mock.calls.map(([line]) => JSON.parse(line)).filter(({ alert }) => alert);

beforeEach(async () => {
  log = spyOn(console, "info").mockImplementation(() => {});
  const { query, write } = database.db;
  await write([query.delete(tapeMarks), query.delete(tapeFaults), query.delete(jobRuns)]);
});

test("new minutes are checked first, then older ones in turn, and overlapping runs check once", async () => {
  const tape = new Tape(minutes(10));
  const whole = tape.seals;
  tape.seals = whole.slice(0, 4);
  expect(await tape.watch()).toEqual({ checked: 4, faults: 0, removed: 0 });
  tape.seals = whole;
  expect(await tape.watch()).toEqual({ checked: 10, faults: 0, removed: 0 });
  expect(tape.reads.slice(0, 6)).toEqual(whole.slice(4).map(({ minuteMs }) => tapeKey(minuteMs)));
  expect(tape.reads.slice(6)).toEqual(whole.slice(0, 4).map(({ minuteMs }) => tapeKey(minuteMs)));
  tape.nowMs -= 4 * MINUTE_MS;
  expect(await tape.watch()).toEqual({});
});

test("a run reads a hundred segments at most, and the next ones go on", async () => {
  const tape = new Tape(minutes(250));
  const read: string[] = [];
  for (const count of [100, 100, 100]) {
    expect((await tape.watch()).checked).toBe(count);
    read.push(...tape.reads);
  }
  expect(new Set(read).size).toBe(250);
  // Of the older ones the last run began with the first.
  expect(tape.reads[50]).toBe(tapeKey(START_MS));
  await tape.watch();
  expect(tape.reads[0]).toBe(tapeKey(START_MS + 50 * MINUTE_MS));
});

const damage: [string, (tape: Tape) => void, string[]][] = [
  [
    "a flipped byte",
    (tape) => {
      const bytes = tape.objects.get(tapeKey(tape.at(1).minuteMs));
      if (bytes) bytes[bytes.length - 3] = (bytes[bytes.length - 3] ?? 0) ^ 2;
    },
    ["1 changed_records"],
  ],
  ["a missing segment", (tape) => void tape.objects.delete(tapeKey(tape.at(2).minuteMs)), ["2 missing_segment"]],
  [
    "two segments in each other's place",
    (tape) => {
      const [a, b] = [tapeKey(tape.at(1).minuteMs), tapeKey(tape.at(2).minuteMs)];
      const [bytesA, bytesB] = [tape.objects.get(a), tape.objects.get(b)];
      if (bytesA && bytesB) tape.objects.set(a, bytesB).set(b, bytesA);
    },
    ["1 wrong_segment", "2 wrong_segment"],
  ],
  [
    "a changed seal",
    (tape) => {
      tape.seals[1] = { ...tape.at(1), seal: "0".repeat(64) };
    },
    ["1 changed_seal", "2 broken_chain"],
  ],
  ["a missing seal", (tape) => void tape.seals.splice(1, 1), ["2 missing_seal"]],
];

test.each(damage)("%s is found among new minutes and among old ones", async (_, harm, faults) => {
  for (const isOld of [false, true]) {
    await database.db.write([database.db.query.delete(tapeMarks), database.db.query.delete(tapeFaults)]);
    const tape = new Tape(minutes(4));
    if (isOld) expect(await tape.watch()).toMatchObject({ faults: 0 });
    harm(tape);
    expect(await tape.watch()).toMatchObject({ faults: faults.length });
    expect(await foundFaults()).toEqual(faults);
    await tape.watch();
    expect(await foundFaults()).toEqual(faults);
    await database.db.write([database.db.query.delete(jobRuns)]);
  }
  expect(alerts()[0]).toMatchObject({ event: "tape_differs", faults: faults.length });
});

test("a segment that was stored again as it was is no fault any more, and a fault of a seal stays", async () => {
  const tape = new Tape(minutes(4));
  const key = tapeKey(tape.at(1).minuteMs);
  const bytes = tape.objects.get(key);
  tape.objects.delete(key);
  const seal = tape.at(3);
  tape.seals[3] = { ...seal, seal: "0".repeat(64) };
  await tape.watch();
  expect(await foundFaults()).toEqual(["1 missing_segment", "3 changed_seal"]);
  if (bytes) tape.objects.set(key, bytes);
  tape.seals[3] = seal;
  expect(await tape.watch()).toMatchObject({ checked: 4, faults: 0 });
  expect(await foundFaults()).toEqual(["3 changed_seal"]);
});

test("a whole tape that was made anew does not follow the copy of the last seal", async () => {
  const tape = new Tape(minutes(5));
  const last = tape.seals.pop();
  await tape.watch();
  const forged = new Tape(minutes(5));
  const changed = { ...forged.at(3), root: "1".repeat(64) };
  const third = { ...changed, seal: sealHash(changed) };
  const next = { ...forged.at(4), previous: third.seal };
  tape.seals = [...forged.seals.slice(0, 3), third, { ...next, seal: sealHash(next) }];
  expect(last?.minuteMs).toBe(next.minuteMs);
  await tape.watch();
  expect(await foundFaults()).toContain("4 broken_chain");
});

test("segments older than they are kept are removed, and are no fault, also after more days are kept again", async () => {
  // One minute a day, for five days.
  const tape = new Tape(minutes(5).map((day) => (day * DAY_MS) / MINUTE_MS));
  tape.nowMs = START_MS + 4 * DAY_MS + 10 * MINUTE_MS;
  tape.keepDays = 2;
  expect(await tape.watch()).toEqual({ checked: 5, faults: 0, removed: 2 });
  expect([...tape.objects.keys()]).toEqual(tape.seals.slice(2).map(({ minuteMs }) => tapeKey(minuteMs)));
  tape.keepDays = 90;
  expect(await tape.watch()).toEqual({ checked: 3, faults: 0, removed: 0 });
  await tape.watch();
  expect(await foundFaults()).toEqual([]);
});

test("a bucket that does not answer is no fault of the tape", async () => {
  const tape = new Tape(minutes(2));
  tape.objects.get = () => {
    throw new Error("the bucket is down");
  };
  await expect(tape.watch()).rejects.toThrow("the bucket is down");
  expect(await foundFaults()).toEqual([]);
});
