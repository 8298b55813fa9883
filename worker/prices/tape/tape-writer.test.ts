import { expect, test } from "bun:test";
import { fc } from "../../../web/test/property.ts";
import { MINUTE_MS } from "../../contract/time.ts";
import { type NewTapeRecord, type TapeBatch, type TapeEntry, TapeWriter, WAIT_MS_MAX } from "./tape-writer.ts";

const START_MS = Date.UTC(2026, 10, 23, 21, 53);

/** A writer with a clock that only moves when told, and a storage whose writes end when told. */
class Bench {
  nowMs = START_MS;
  readonly batches: TapeBatch[] = [];
  readonly passedOn: TapeEntry[] = [];
  readonly faults: unknown[] = [];
  readonly writer: TapeWriter;
  readonly #syncs: Array<PromiseWithResolvers<void> & { atMs: number }> = [];
  #timers: Array<{ atMs: number; call: () => void }> = [];

  constructor(last = { seq: 0, heardAt: 0 }) {
    this.writer = new TapeWriter(last, {
      append: (batch) => void this.batches.push(batch),
      sync: () => {
        const sync = { ...Promise.withResolvers<void>(), atMs: this.nowMs };
        this.#syncs.push(sync);
        return sync.promise;
      },
      after: (ms, call) => {
        const timer = { atMs: this.nowMs + ms, call };
        this.#timers.push(timer);
        return () => {
          this.#timers = this.#timers.filter((one) => one !== timer);
        };
      },
      passOn: (entries) => void this.passedOn.push(...entries),
      fail: (error) => void this.faults.push(error),
    });
  }

  get writesUnderWay(): number {
    return this.#syncs.length;
  }

  add(...bids: number[]): void {
    this.writer.add(
      bids.map((bid) => ({ record: quote(bid), volume: bid })),
      this.nowMs,
    );
  }

  tick(ms: number): void {
    this.nowMs += ms;
    const due = this.#timers.filter(({ atMs }) => atMs <= this.nowMs);
    this.#timers = this.#timers.filter(({ atMs }) => atMs > this.nowMs);
    for (const { call } of due) call();
  }

  /** Ends the oldest write, or one of them. */
  async end(index = 0, error?: Error): Promise<void> {
    const [sync] = this.#syncs.splice(index, 1);
    if (error) sync?.reject(error);
    else sync?.resolve();
    await settle();
  }

  seqs(): number[] {
    return this.passedOn.map(({ record }) => record.seq);
  }
}

/** Lets every promise that can resolve do so. */
async function settle(): Promise<void> {
  for (let i = 0; i < 10; i++) await Promise.resolve();
}

const quote = (bid: number): NewTapeRecord => ({
  type: "quote",
  symbol: "BTCUSDm",
  bid,
  ask: bid + 1,
  at: START_MS,
  source: "coinbase",
  kind: "quoted",
});

test("a record is stored at once, and passed on when it is durable", async () => {
  const bench = new Bench({ seq: 41, heardAt: START_MS - 1 });
  bench.add(7);
  expect(bench.batches).toEqual([
    { minuteMs: START_MS, records: [{ ...quote(7), seq: 42, heardAt: START_MS }] },
  ] as TapeBatch[]);
  await settle();
  expect(bench.passedOn).toEqual([]);
  await bench.end();
  expect(bench.passedOn).toEqual([{ record: { ...quote(7), seq: 42, heardAt: START_MS }, volume: 7 }] as TapeEntry[]);
});

test("what arrives during a write is one batch when the write ends", async () => {
  const bench = new Bench();
  bench.add(1);
  for (const bid of [2, 3, 4]) {
    bench.tick(10);
    bench.add(bid);
  }
  expect(bench.batches).toHaveLength(1);
  await bench.end();
  expect(bench.batches.map(({ records }) => records.length)).toEqual([1, 3]);
  expect(bench.seqs()).toEqual([1]);
  await bench.end();
  expect(bench.seqs()).toEqual([1, 2, 3, 4]);
});

test("after fifty milliseconds a further write begins, and the order stays when it ends first", async () => {
  const bench = new Bench();
  bench.add(1);
  bench.tick(5);
  bench.add(2);
  bench.tick(WAIT_MS_MAX - 1);
  expect(bench.writesUnderWay).toBe(1);
  bench.tick(1);
  expect(bench.writesUnderWay).toBe(2);
  await bench.end(1);
  expect(bench.seqs()).toEqual([]);
  await bench.end();
  expect(bench.seqs()).toEqual([1, 2]);
});

test("a batch has one minute, and a clock that goes back does not reopen a closed one", () => {
  const bench = new Bench();
  bench.add(1);
  bench.nowMs = START_MS + MINUTE_MS - 10;
  bench.add(2);
  bench.nowMs = START_MS + MINUTE_MS + 1;
  bench.add(3);
  bench.writer.closeBefore(START_MS + 2 * MINUTE_MS);
  bench.nowMs = START_MS;
  bench.add(4);
  bench.writer.closeBefore(0);
  const minutes = bench.batches.map(({ minuteMs, records }) => [(minuteMs - START_MS) / MINUTE_MS, records.length]);
  expect(minutes).toEqual([
    [0, 1],
    [0, 1],
    [1, 1],
    [2, 1],
  ]);
});

test("a failed write passes nothing on, nor do the writes after it", async () => {
  const bench = new Bench();
  bench.add(1);
  bench.tick(0);
  bench.add(2);
  bench.tick(WAIT_MS_MAX);
  await bench.end(0, new Error("disk full"));
  await bench.end();
  expect(bench.passedOn).toEqual([]);
  expect(bench.faults.length).toBeGreaterThan(0);
});

test("however records and ends of writes follow each other, each is stored once, in order, before it is passed on", async () => {
  const step = fc.oneof(
    fc.record({ type: fc.constant("add" as const), count: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ type: fc.constant("end" as const), index: fc.integer({ min: 0, max: 3 }) }),
    fc.record({ type: fc.constant("tick" as const), ms: fc.constantFrom(1, 20, 50, 200, 30_000) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const bench = new Bench();
      let added = 0;
      const addedAtMs: number[] = [];
      for (const one of steps) {
        if (one.type === "add") {
          bench.add(...Array.from({ length: one.count }, () => ++added));
          while (addedAtMs.length < added) addedAtMs.push(bench.nowMs);
        } else if (one.type === "end") {
          await bench.end(Math.min(one.index, Math.max(0, bench.writesUnderWay - 1)));
        } else {
          bench.tick(one.ms);
        }
        const stored = bench.batches.flatMap(({ records }) => records);
        expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, i) => i + 1));
        expect(bench.seqs()).toEqual(bench.passedOn.map((_, i) => i + 1));
        expect(bench.passedOn.length).toBeLessThanOrEqual(stored.length);
        const waitedMs = bench.nowMs - (addedAtMs[stored.length] ?? bench.nowMs);
        expect(waitedMs).toBeLessThan(WAIT_MS_MAX);
      }
      while (bench.writesUnderWay > 0) await bench.end();
      expect(bench.seqs()).toHaveLength(added);
    }),
  );
});
