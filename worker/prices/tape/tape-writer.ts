import { minuteOf } from "../../contract/tape/tape-minute.ts";
import type {
  DisagreementRecord,
  GapRecord,
  QuoteRecord,
  SwitchRecord,
  TapeRecord,
} from "../../contract/tape/tape-record.ts";
import { MINUTE_MS } from "../../contract/time.ts";

/** The longest that records wait which arrive while a write is under way, before a further write begins, in ms. */
export const WAIT_MS_MAX = 50;

/** A record before it has its number and time. */
export type NewTapeRecord = QuoteRecord | GapRecord | SwitchRecord | DisagreementRecord;
/** A record to be written; `volume` is passed on with it and is not on the tape. */
export type NewTapeEntry = { record: NewTapeRecord; volume: number };
/** A record that is on the tape. */
export type TapeEntry = { record: TapeRecord; volume: number };
/** Records of one minute that are stored together. */
export type TapeBatch = { minuteMs: number; records: TapeRecord[] };

/** The environment of the writer. */
export type TapeWriterPorts = {
  /** Stores a batch; it is durable when the next `sync` resolves. */
  append(batch: TapeBatch): void;
  /** Resolves when all that was appended before is durable. */
  sync(): Promise<void>;
  /** Calls back after a time, in ms. @returns what cancels it */
  after(ms: number, call: () => void): () => void;
  /** Receives the entries that are durable, in their order. */
  passOn(entries: TapeEntry[]): void;
  /** The storage failed: what was not passed on is lost, and the writer must not be used again. */
  fail(error: unknown): void;
};

/**
 * Numbers records and stores them before it passes them on. A record is stored at once when no write is under way;
 * otherwise it waits for the end of that write, with all that arrive meanwhile, though not longer than
 * {@link WAIT_MS_MAX}.
 */
export class TapeWriter {
  readonly #ports: TapeWriterPorts;
  #lastSeq: number;
  #lastHeardMs: number;
  #waiting: TapeEntry[] = [];
  #cancelWait: (() => void) | null = null;
  #writes = 0;
  #passedOn: Promise<void> = Promise.resolve();

  /** @param last the last record on the tape; `seq` and `heardAt` are 0 when it is empty */
  constructor(last: { seq: number; heardAt: number }, ports: TapeWriterPorts) {
    this.#ports = ports;
    this.#lastSeq = last.seq;
    this.#lastHeardMs = last.heardAt;
  }

  /** When the last record arrived, epoch ms; 0 for an empty tape. */
  get lastHeardMs(): number {
    return this.#lastHeardMs;
  }

  /** Adds records that arrived at the same time. @param nowMs our clock; a clock that goes back is held */
  add(entries: readonly NewTapeEntry[], nowMs: number): void {
    if (entries.length === 0) return;
    this.#lastHeardMs = Math.max(this.#lastHeardMs, nowMs);
    for (const { record, volume } of entries) {
      this.#lastSeq += 1;
      this.#waiting.push({ record: { ...record, seq: this.#lastSeq, heardAt: this.#lastHeardMs }, volume });
    }
    if (this.#writes === 0) this.#write();
    else this.#cancelWait ??= this.#ports.after(WAIT_MS_MAX, () => this.#write());
  }

  /** The number of the last record. */
  get lastSeq(): number {
    return this.#lastSeq;
  }

  /**
   * Goes on after a record that is not on the tape, or that somebody else has put there. The numbers of a minute have no gap, so
   * what follows belongs to a minute without earlier records, which may not have begun yet.
   */
  continueAfter({ seq, heardAt }: { seq: number; heardAt: number }): void {
    const nextMinuteMs = minuteOf(this.#lastHeardMs) + MINUTE_MS;
    const isEmpty = this.#lastSeq === 0;
    this.#write();
    this.#lastSeq = seq;
    this.#lastHeardMs = Math.max(heardAt, isEmpty ? 0 : nextMinuteMs);
  }

  /** Stores what waits, and lets no later record belong to a time before this one. */
  closeBefore(timeMs: number): void {
    this.#write();
    this.#lastHeardMs = Math.max(this.#lastHeardMs, timeMs);
  }

  #write(): void {
    this.#cancelWait?.();
    this.#cancelWait = null;
    const entries = this.#waiting;
    if (entries.length === 0) return;
    this.#waiting = [];
    for (const batch of byMinute(entries)) this.#ports.append(batch);
    this.#writes += 1;
    const before = this.#passedOn;
    // After a failed write nothing more is passed on: each finish waits for the one before it.
    this.#passedOn = this.#finish(entries, Promise.all([this.#ports.sync(), before]));
    this.#passedOn.catch((error: unknown) => this.#ports.fail(error));
  }

  async #finish(entries: TapeEntry[], stored: Promise<unknown>): Promise<void> {
    await stored;
    this.#writes -= 1;
    this.#ports.passOn(entries);
    if (this.#writes === 0) this.#write();
  }
}

function byMinute(entries: readonly TapeEntry[]): TapeBatch[] {
  const batches: TapeBatch[] = [];
  for (const { record } of entries) {
    const minuteMs = minuteOf(record.heardAt);
    const last = batches.at(-1);
    if (last?.minuteMs === minuteMs) last.records.push(record);
    else batches.push({ minuteMs, records: [record] });
  }
  return batches;
}
