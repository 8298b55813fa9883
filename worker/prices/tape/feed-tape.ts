import { sealSegment } from "../../contract/tape/seal-segment.ts";
import { decodeRecords, encodeRecords } from "../../contract/tape/tape-codec.ts";
import { minuteOf } from "../../contract/tape/tape-minute.ts";
import { TapeFormatError, type TapeRecord } from "../../contract/tape/tape-record.ts";
import { NO_PREVIOUS_SEAL, type Seal } from "../../contract/tape/tape-seal.ts";
import { DAY_MS, MINUTE_MS } from "../../contract/time.ts";
import { logEvent } from "../../platform/log.ts";
import type { DaySeals } from "./seal-cache.ts";
import { TapeStore } from "./tape-store.ts";
import { type NewTapeEntry, type TapeEntry, TapeWriter } from "./tape-writer.ts";

/** The part of the object that keeps the tape which the tape calls. */
export type TapePorts = {
  storage: { sql: SqlStorage; sync(): Promise<void> };
  bucket: Pick<R2Bucket, "put" | "list" | "get">;
  /** Receives the entries that are durable, in their order. */
  passOn(entries: TapeEntry[]): void;
  /** Called before rows are freed, from which the newest quotes are otherwise rebuilt. */
  saveQuotes(): void;
  /** The storage failed. */
  fail(error: unknown): void;
};

/** The state of the tape. Times are epoch ms, null when there was none yet. */
export type TapeStatus = {
  lastHeardMs: number | null;
  /** The records since a given time. */
  records: number;
  lastSeal: Seal | null;
  /** The sealed minutes that are not yet in the bucket. */
  unshippedMinutes: number;
};

/**
 * Records of the tape that follow each other, or the segment in the bucket that has the next one: whoever wants many
 * reads them there, and not from the one object that also takes all prices. `lostUpTo`: those up to this one are lost.
 */
export type TapePage =
  | { records: TapeRecord[] }
  | { segment: Pick<Seal, "minuteMs" | "lastSeq"> }
  | { lostUpTo: number };

/** How many segments are put back at a start at most; what was lost beyond them is stated as lost. */
const SEGMENTS_PUT_BACK_MAX = 120;

/** The feed's tape: its writer, its seals and its way into the bucket. */
export class FeedTape {
  readonly #store: TapeStore;
  readonly #writer: TapeWriter;
  readonly #bucket: TapePorts["bucket"];
  readonly #saveQuotes: () => void;
  /** The last record before this object started; both are 0 for an empty tape. */
  readonly before: { seq: number; heardAt: number };
  #shipping: Promise<void> | null = null;

  constructor({ storage, bucket, passOn, saveQuotes, fail }: TapePorts) {
    this.#store = new TapeStore(storage.sql);
    this.#bucket = bucket;
    this.#saveQuotes = saveQuotes;
    const removed = this.#store.removeStray();
    if (removed > 0) logEvent("tape_rows_removed", { rows: removed });
    this.before = this.#store.last();
    this.#writer = new TapeWriter(this.before, {
      append: (batch) => this.#store.append(batch),
      sync: () => storage.sync(),
      after: (ms, call) => {
        const timer = setTimeout(call, ms);
        return () => clearTimeout(timer);
      },
      passOn,
      fail,
    });
    const sealed = this.#store.lastSeal();
    if (sealed) this.#writer.closeBefore(sealed.minuteMs + MINUTE_MS);
  }

  /** The stored records after a batch that ended with this number. */
  recordsAfter(seq: number): TapeRecord[] {
    return this.#store.recordsAfter(seq);
  }

  /** The records after a number, some hundred at a time, which may not be durable yet; null when there are none. */
  after(seq: number): TapePage | null {
    const records = this.#store.pageAfter(seq);
    if (records[0]?.seq === seq + 1) return { records };
    const seal = this.#store.sealOf(seq + 1);
    if (seal) return { segment: { minuteMs: seal.minuteMs, lastSeq: seal.lastSeq } };
    const next = this.#store.nextAfter(seq);
    return next === null ? null : { lostUpTo: next - 1 };
  }

  /**
   * Puts back records that this storage has lost and the bucket still has: the minutes after the last record here, as far as they
   * follow it. Their seals are computed anew, and are those that were published, since a seal follows from the records and the seal
   * before. To be called before any record is added.
   * @returns the records that were put back, in their order
   */
  async putBack(): Promise<TapeRecord[]> {
    const { seq, heardAt } = this.before;
    if (seq === 0) return [];
    const sealedMs = this.#store.lastSeal()?.minuteMs ?? -1;
    const startAfter = tapeKey(minuteOf(heardAt) - MINUTE_MS);
    const { objects } = await this.#bucket.list({ prefix: TAPE_PREFIX, startAfter, limit: SEGMENTS_PUT_BACK_MAX });
    const found: TapeRecord[] = [];
    for (const { key } of objects) {
      const minuteMs = minuteOfKey(key);
      if (Number.isNaN(minuteMs) || minuteMs <= sealedMs) continue;
      const stored = await readSegment(this.#bucket, minuteMs);
      const records = (stored ?? []).filter((record) => record.seq > (found.at(-1)?.seq ?? seq));
      if (records[0]?.seq !== (found.at(-1)?.seq ?? seq) + 1) break;
      this.#store.append({ minuteMs, records });
      found.push(...records);
    }
    const last = found.at(-1);
    // That minute is over.
    if (last) this.#writer.continueAfter({ seq: last.seq, heardAt: minuteOf(last.heardAt) + MINUTE_MS });
    return found;
  }

  /**
   * Goes on after a number that somebody has seen, if this storage has lost it: no number comes twice.
   * @returns what is lost, and since when, epoch ms; null when nothing is
   */
  continueAfter(seq: number): { lost: number; sinceMs: number } | null {
    const { lastSeq, lastHeardMs } = this.#writer;
    if (seq <= lastSeq) return null;
    this.#writer.continueAfter({ seq, heardAt: lastHeardMs });
    return { lost: seq - lastSeq, sinceMs: lastHeardMs };
  }

  /** Stores records that arrived at the same time, and passes them on when they are durable. */
  add(entries: readonly NewTapeEntry[], nowMs: number): void {
    this.#writer.add(entries, nowMs);
  }

  /** Seals the minutes that are over. */
  seal(nowMs: number): void {
    const minuteMs = minuteOf(nowMs);
    this.#writer.closeBefore(minuteMs);
    for (;;) {
      const records = this.#store.unsealedRecords(minuteMs);
      const last = records.at(-1);
      if (!last) return;
      this.#store.writeSeal(sealSegment(records, this.#store.lastSeal()?.seal ?? NO_PREVIOUS_SEAL), last.heardAt);
    }
  }

  /** Moves the sealed minutes into the bucket. What fails is tried again at the next call. */
  ship(): Promise<void> {
    this.#shipping ??= this.#shipAll().finally(() => {
      this.#shipping = null;
    });
    return this.#shipping;
  }

  /** Whether a minute must still be sealed or moved into the bucket. */
  hasUnfinished(): boolean {
    return this.#store.hasRows();
  }

  /**
   * The seals of a UTC day, oldest first.
   * @param dayMs the day's begin, epoch ms
   * @returns `isComplete` when no more will come
   */
  seals(dayMs: number, nowMs: number): DaySeals {
    this.seal(nowMs);
    return { seals: this.#store.sealsOfDay(dayMs), isComplete: nowMs >= dayMs + DAY_MS };
  }

  /** The seal of the minute with this record; null before the minute is in the bucket. */
  sealOf(seq: number): Seal | null {
    const seal = this.#store.sealOf(seq);
    return seal && this.#store.recordsOf(seal).length === 0 ? seal : null;
  }

  /**
   * The seals of minutes that are in the bucket, oldest first, and the seal before them, for the check of the tape.
   * @param fromMs the first minute
   */
  shippedSeals(fromMs: number, limit: number): { before: Seal | null; seals: Seal[] } {
    return { before: this.#store.sealBefore(fromMs), seals: this.#store.shippedSeals(fromMs, limit) };
  }

  /** @param sinceMs the start of a minute, from which on records are counted */
  status(sinceMs: number): TapeStatus {
    const last = this.#store.last();
    return {
      lastHeardMs: last.heardAt || null,
      records: last.seq - (this.#store.sealBefore(sinceMs)?.lastSeq ?? 0),
      lastSeal: this.#store.lastSeal(),
      unshippedMinutes: this.#store.unshipped().length,
    };
  }

  async #shipAll(): Promise<void> {
    for (const seal of this.#store.unshipped()) {
      const key = tapeKey(seal.minuteMs);
      try {
        await this.#bucket.put(key, encodeRecords(this.#store.recordsOf(seal)));
      } catch (error) {
        logEvent("tape_segment_not_stored", { key, name: error instanceof Error ? error.name : "" });
        return;
      }
      this.#saveQuotes();
      this.#store.freeRows(seal);
    }
  }
}

/** The records of a minute in the bucket; null when the bucket does not have it. @throws TapeFormatError for a damaged one */
export async function readSegment(bucket: Pick<R2Bucket, "get">, minuteMs: number): Promise<TapeRecord[] | null> {
  const stored = await bucket.get(tapeKey(minuteMs));
  return stored && decodeRecords(await stored.bytes());
}

/** The records of a minute in the bucket; null when the bucket does not have them, or they cannot be read. */
export async function readableSegment(bucket: Pick<R2Bucket, "get">, minuteMs: number): Promise<TapeRecord[] | null> {
  try {
    return await readSegment(bucket, minuteMs);
  } catch (error) {
    if (error instanceof TapeFormatError) return null;
    throw error;
  }
}

/** The prefix of the keys of all segments. */
export const TAPE_PREFIX = "tape/";

/** Where a minute of the tape is in the bucket, such as `tape/2026-11-23/21-53`. */
export function tapeKey(minuteMs: number): string {
  const iso = new Date(minuteMs).toISOString();
  return `${TAPE_PREFIX}${iso.slice(0, 10)}/${iso.slice(11, 16).replace(":", "-")}`;
}

/** The minute of a key; NaN for one that is not of a segment. */
function minuteOfKey(key: string): number {
  const [day = "", time = ""] = key.slice(TAPE_PREFIX.length).split("/");
  return Date.parse(`${day}T${time.replace("-", ":")}Z`);
}
