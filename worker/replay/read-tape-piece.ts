import { minuteOf } from "../contract/tape/tape-minute.ts";
import type { TapeRecord } from "../contract/tape/tape-record.ts";
import { MINUTE_MS } from "../contract/time.ts";
import type { Bindings } from "../platform/env.ts";
import { PRICE_FEED_NAME } from "../prices/hub-shards.ts";
import { readableSegment, TAPE_PREFIX, type TapePage } from "../prices/tape/feed-tape.ts";

/** Segments that one answer reads at most, and the records after which it ends with a whole minute. */
export const PIECE = { minutes: 60, recordsMax: 60_000 } as const;
/** Minutes this young may still be with the feed, and not in the bucket. */
const UNSHIPPED_MS = 3 * MINUTE_MS;
/** Pages of the feed that are read at most: those of the youngest minutes. */
const PAGES_MAX = 40;

/** The records from a minute on. */
export type TapePiece = {
  records: TapeRecord[];
  /** Whether each record's number is that of the one before plus 1. */
  isWhole: boolean;
  /** Where the next piece begins, epoch ms: `untilMs` of the request, or an earlier minute. */
  nextMs: number;
};

/** Where the tape is read: its segments in the bucket, and the youngest minutes from the feed. */
export type PieceSource = {
  segment(minuteMs: number): Promise<TapeRecord[] | null>;
  after(seq: number): Promise<TapePage | null>;
};

export function pieceSource({ TAPE, PRICE_FEED }: Pick<Bindings, "TAPE" | "PRICE_FEED">): PieceSource {
  return {
    segment: (minuteMs) => readableSegment(TAPE, minuteMs),
    // The type of a call loses the lengths of tuples, which the records have.
    after: (seq) => PRICE_FEED.getByName(PRICE_FEED_NAME).tapeAfter(seq) as unknown as Promise<TapePage | null>,
  };
}

/**
 * Reads the records of a span of at most an hour.
 * @param span.fromMs a minute; `untilMs` without itself
 * @param span.afterSeq the record before those that are wanted, if the minutes of the span are still with the feed
 */
export async function readTapePiece(
  source: PieceSource,
  { fromMs, untilMs, afterSeq }: { fromMs: number; untilMs: number; afterSeq: number },
  nowMs: number,
): Promise<TapePiece> {
  const from = minuteOf(fromMs);
  const minutes = Array.from({ length: PIECE.minutes }, (_, i) => from + i * MINUTE_MS).filter((ms) => ms < untilMs);
  const segments = await Promise.all(minutes.map((minuteMs) => source.segment(minuteMs)));
  const records: TapeRecord[] = [];
  for (const [i, segment] of segments.entries()) {
    if (records.length > PIECE.recordsMax) return pieceOf(records, minutes[i] ?? untilMs);
    records.push(...(segment ?? []));
  }
  const endMs = Math.min(untilMs, from + PIECE.minutes * MINUTE_MS);
  if (endMs > nowMs - UNSHIPPED_MS) await addYoungest(source, records, { afterSeq, endMs });
  return pieceOf(records, endMs);
}

/** Adds what the feed has after the last record. */
async function addYoungest(
  source: PieceSource,
  records: TapeRecord[],
  { afterSeq, endMs }: { afterSeq: number; endMs: number },
): Promise<void> {
  let seq = Math.max(records.at(-1)?.seq ?? 0, afterSeq);
  // Without a place to begin the feed would give its oldest.
  if (seq === 0) return;
  for (let page = 0; page < PAGES_MAX; page++) {
    const next = await source.after(seq);
    if (!next || "lostUpTo" in next) return;
    const found = "records" in next ? next.records : await source.segment(next.segment.minuteMs);
    const newer = (found ?? []).filter((record) => record.seq > seq);
    const inSpan = newer.filter(({ heardAt }) => heardAt < endMs);
    records.push(...inSpan);
    const last = newer.at(-1);
    if (!last || inSpan.length < newer.length) return;
    seq = last.seq;
  }
}

function pieceOf(records: TapeRecord[], nextMs: number): TapePiece {
  const isWhole = records.every(({ seq }, i) => i === 0 || seq === (records[i - 1]?.seq ?? 0) + 1);
  return { records, isWhole, nextMs };
}

/** The first minute that the bucket has, epoch ms; null when it has none. */
export async function firstTapeMinute(bucket: Pick<R2Bucket, "list">): Promise<number | null> {
  const { objects } = await bucket.list({ prefix: TAPE_PREFIX, limit: 1 });
  const [, day, hour, minute] = /^tape\/(\d{4}-\d\d-\d\d)\/(\d\d)-(\d\d)$/.exec(objects[0]?.key ?? "") ?? [];
  return day === undefined ? null : Date.parse(`${day}T${hour}:${minute}:00Z`);
}
