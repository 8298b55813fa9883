import { expect, test } from "bun:test";
import type { TapeRecord } from "../contract/tape/tape-record.ts";
import { MINUTE_MS } from "../contract/time.ts";
import { type PieceSource, readTapePiece } from "./read-tape-piece.ts";

const FROM = Date.UTC(2026, 10, 24, 12);
/** Two records in each minute from `FROM` on, numbered from 1. */
const record = (seq: number): TapeRecord => {
  const heardAt = FROM + Math.floor((seq - 1) / 2) * MINUTE_MS + ((seq - 1) % 2) * 1_000;
  return { seq, heardAt, type: "gap", symbols: ["BTCUSDm"], fromMs: heardAt, reason: "idle" };
};
const minuteOf = (index: number) => [record(2 * index + 1), record(2 * index + 2)];

/** A bucket with some minutes, and a feed that has what comes after them. */
function sourceOf(
  inBucket: readonly number[],
  withFeed: readonly TapeRecord[] = [],
): PieceSource & { asked: number[] } {
  const asked: number[] = [];
  return {
    asked,
    segment: async (ms) => (inBucket.includes((ms - FROM) / MINUTE_MS) ? minuteOf((ms - FROM) / MINUTE_MS) : null),
    after: async (seq) => {
      asked.push(seq);
      const next = withFeed.find((one) => one.seq > seq);
      return next ? { records: [next] } : null;
    },
  };
}
const seqs = (records: readonly TapeRecord[]) => records.map(({ seq }) => seq);

test("a span in the bucket is read from there alone, up to an hour of it", async () => {
  const source = sourceOf([0, 1, 2]);
  const piece = await readTapePiece(source, { fromMs: FROM + 5, untilMs: FROM + 2 * 3_600_000, afterSeq: 0 }, FROM * 2);
  expect(seqs(piece.records)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(piece).toMatchObject({ isWhole: true, nextMs: FROM + 3_600_000 });
  expect(source.asked).toEqual([]);
});

test("a minute that is missing between others is said", async () => {
  const piece = await readTapePiece(sourceOf([0, 2]), { fromMs: FROM, untilMs: FROM + 180_000, afterSeq: 0 }, FROM * 2);
  expect(piece.isWhole).toBe(false);
});

test("the youngest minutes come from the feed, up to the end of the span", async () => {
  const source = sourceOf([0], [3, 4, 5, 6].map(record));
  const untilMs = FROM + 2 * MINUTE_MS + 500;
  const piece = await readTapePiece(source, { fromMs: FROM, untilMs, afterSeq: 0 }, untilMs);
  expect(seqs(piece.records)).toEqual([1, 2, 3, 4, 5]);
  expect(piece).toMatchObject({ isWhole: true, nextMs: untilMs });
});

test("where the bucket has nothing yet, the feed is asked from a record on, and never for its oldest", async () => {
  const source = sourceOf([], [3, 4].map(record));
  const span = { fromMs: FROM + MINUTE_MS, untilMs: FROM + 2 * MINUTE_MS };
  expect(seqs((await readTapePiece(source, { ...span, afterSeq: 2 }, span.untilMs)).records)).toEqual([3, 4]);
  const before = source.asked.length;
  expect((await readTapePiece(source, { ...span, afterSeq: 0 }, span.untilMs)).records).toEqual([]);
  expect(source.asked.length).toBe(before);
});
