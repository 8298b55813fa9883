import { logFault } from "../../platform/log.ts";
import type { AlertBook } from "./alert-book.ts";
import { ArmedWatches } from "./armed-watches.ts";
import type { AlertRecords, BookAlert } from "./book-alert.ts";
import { OutboxRecorder } from "./outbox-recorder.ts";

/** The part of the trigger book that it calls. */
type SyncPorts = {
  book: AlertBook;
  records(): AlertRecords;
  /** Listens to the tape, and takes its records up to the newest, at least up to one. */
  catchUpTo(seq: number): Promise<void>;
  /** Gives watches the quotes that the book does not remember. */
  readForgotten(watches: ArmedWatches): Promise<void>;
  /** Replaces an owner's alerts in a transaction. @returns false when quotes are missing that are not remembered */
  change(owner: string, alerts: readonly BookAlert[], watches: ArmedWatches): boolean;
  transact(work: () => void): void;
};

/** Keeps the alerts of the trigger book as those of the database are. */
export class AlertSync {
  readonly recorder: OutboxRecorder;
  readonly #ports: SyncPorts;
  /** The last change of each owner that has not ended: an older answer of the database must not replace a newer one. */
  readonly #turns = new Map<string, Promise<void>>();
  /** The last record that was stored when the object started; null once what was lost is taken over. */
  #startSeq: number | null;

  get isRepaired(): boolean {
    return this.#startSeq === null;
  }

  constructor(ports: SyncPorts, startSeq: number) {
    this.#ports = ports;
    this.#startSeq = startSeq;
    this.recorder = new OutboxRecorder({
      records: ports.records,
      rows: (limit) => ports.book.outbox(limit),
      acknowledge: (number) => ports.transact(() => ports.book.acknowledge(number)),
    });
  }

  /** Takes over an owner's alerts from the database, arms the new ones and records that. @throws Error when it is not recorded yet */
  changed(owner: string): Promise<void> {
    const turn = (this.#turns.get(owner) ?? Promise.resolve()).catch(() => {}).then(() => this.#takeOver(owner));
    this.#turns.set(owner, turn);
    return turn.finally(() => {
      if (this.#turns.get(owner) === turn) this.#turns.delete(owner);
    });
  }

  /**
   * Takes over, once after a start, the alerts that the database says were armed after the last record that was stored: a storage that has lost its
   * end has them no longer. Any other has none, since arming stores the record. It never throws.
   */
  async repair(): Promise<void> {
    if (this.#startSeq === null) return;
    try {
      await this.#takeOverSince(this.#startSeq);
      this.#startSeq = null;
    } catch (error) {
      logFault(error);
    }
  }

  async #takeOverSince(seq: number): Promise<void> {
    for (let after = ""; ; ) {
      const owners = await this.#ports.records().ownersArmedAfter(seq, after);
      for (const owner of owners) await this.changed(owner);
      const last = owners.at(-1);
      if (last === undefined) return;
      after = last;
    }
  }

  async #takeOver(owner: string): Promise<void> {
    const { book, records, catchUpTo, readForgotten, change } = this.#ports;
    const alerts = await records().alertsOf(owner);
    if (alerts.length > 0) await catchUpTo(Math.max(...alerts.map(({ armedSeq }) => armedSeq ?? 0)));
    for (let isChanged = false; !isChanged; ) {
      const watches = new ArmedWatches(book.newAmong(owner, alerts));
      await readForgotten(watches);
      isChanged = change(owner, alerts, watches);
    }
    await this.recorder.record();
    if (book.isPending(owner)) throw new Error("the alerts are armed, which the database does not know yet");
  }
}
