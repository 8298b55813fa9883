import type { AlertBook } from "./alert-book.ts";
import { ArmedWatches } from "./armed-watches.ts";
import type { AlertRecords, BookAlert } from "./book-alert.ts";
import { OutboxRecorder } from "./outbox-recorder.ts";

/** The part of the trigger book that the desk calls. */
type DeskPorts = {
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

/** Keeps the alerts of the trigger book and of the database in line. */
export class AlertDesk {
  readonly recorder: OutboxRecorder;
  readonly #ports: DeskPorts;
  /** The last change of each owner that has not ended: an older answer of the database must not replace a newer one. */
  readonly #turns = new Map<string, Promise<void>>();

  constructor(ports: DeskPorts) {
    this.#ports = ports;
    this.recorder = new OutboxRecorder({
      records: ports.records,
      rows: (limit) => ports.book.outbox(limit),
      acknowledge: (number) => ports.transact(() => ports.book.acknowledge(number)),
    });
  }

  /** Takes over an owner's alerts from the database, arms the new ones and records that. */
  changed(owner: string): Promise<void> {
    const turn = (this.#turns.get(owner) ?? Promise.resolve()).catch(() => {}).then(() => this.#takeOver(owner));
    this.#turns.set(owner, turn);
    return turn.finally(() => {
      if (this.#turns.get(owner) === turn) this.#turns.delete(owner);
    });
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
    const recorded = new Map(alerts.map(({ id, armedVersion }) => [id, armedVersion]));
    const changed = book.armedOf(owner).filter(({ id, version }) => recorded.get(id) !== version);
    if (changed.length > 0) await records().recordArmed(owner, changed);
  }
}
