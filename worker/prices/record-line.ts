import type { TapeRecord } from "../contract/tape/tape-record.ts";

/** Two minutes of a busy tape. */
export const WAITING_RECORDS_MAX = 5_000;

/**
 * The records that a receiver has not yet got, in their order. When too many wait, only the last one stays: its number
 * tells the receiver that it must read those before it from the tape.
 */
export class RecordLine {
  #waiting: TapeRecord[] = [];

  add(records: readonly TapeRecord[]): void {
    this.#waiting.push(...records);
    this.#limit();
  }

  /** Returns and removes all that wait; null when nothing does. */
  take(): TapeRecord[] | null {
    const taken = this.#waiting;
    if (taken.length === 0) return null;
    this.#waiting = [];
    return taken;
  }

  /** Puts records back that were taken and not received. */
  putBack(records: readonly TapeRecord[]): void {
    this.#waiting = [...records, ...this.#waiting];
    this.#limit();
  }

  #limit(): void {
    if (this.#waiting.length > WAITING_RECORDS_MAX) this.#waiting = this.#waiting.slice(-1);
  }
}
