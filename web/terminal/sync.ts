import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import {
  type TerminalAnswer,
  type TerminalChangesAnswer,
  type TerminalRecord,
  type TerminalSocketMessage,
  terminalKey,
  winsOver,
} from "../../worker/contract/terminal/terminal-changes.ts";
import { TERMINAL } from "../../worker/contract/terminal/terminal-limits.ts";
import type { TerminalChange } from "../../worker/contract/terminal/terminal-schema.ts";
import type { ApiError } from "../state/api.ts";
import { pauseBeforeRetry } from "../state/network/connection.ts";
import { ChangeQueue } from "../state/sync/change-queue.ts";

/** The records of one request: the settings, or the drawings of a symbol. */
export type TerminalPart = "settings" | FeedSymbol;

/** A change whose version is not chosen yet. */
export type Unversioned<T = TerminalChange> = T extends TerminalChange ? Omit<T, "version"> : never;

type SyncOptions = {
  read: (part: TerminalPart) => Promise<TerminalAnswer>;
  send: (changes: TerminalChange[]) => Promise<TerminalChangesAnswer>;
  /** Entries of these parts are other ones than before, or whether the parts could be read. */
  onChange: (parts: ReadonlySet<TerminalPart>) => void;
  /** The account has refused a change; the entry is again what it was. */
  onRefused: (error: ApiError) => void;
  /** A change waits for its answer, and has it. */
  onWaiting: (change: TerminalChange) => void;
  onAnswered: (change: TerminalChange) => void;
  /** The shortest time between two requests with changes, ms. */
  sendEveryMs: number;
};

/**
 * Drawings and settings of the signed-in person. Both sides merge by the same rule, so that a change which lost on the server loses
 * here. They are read by parts, which the private socket keeps known.
 */
export class TerminalSync {
  readonly #options: SyncOptions;
  readonly #queue: ChangeQueue<TerminalChange, TerminalRecord>;
  /** Up to which number of the account each part is known. Parts that are read for the first time are at -1. */
  readonly #known = new Map<TerminalPart, number>();
  readonly #reading = new Set<TerminalPart>();
  #unread: readonly TerminalPart[] = [];
  #again = Promise.withResolvers<void>();

  constructor(options: SyncOptions) {
    this.#options = options;
    this.#queue = new ChangeQueue({
      ...options,
      keyOf: terminalKey,
      winsOver,
      changesMax: TERMINAL.changesMax,
      onChange: (changes) => options.onChange(new Set(changes.map(partOf))),
    });
  }

  /** Reads a part unless it is known, and keeps it known from now on. */
  require(part: TerminalPart): void {
    if (this.#known.has(part)) return;
    this.#known.set(part, -1);
    void this.#read(part);
    // Changes that could not be sent may be possible again.
    this.#queue.sendSoon();
  }

  /** Whether a part has been read. */
  isKnown(part: TerminalPart): boolean {
    return (this.#known.get(part) ?? -1) >= 0;
  }

  /** The parts that could not be read yet, and are tried again. The same array until it changes. */
  get unread(): readonly TerminalPart[] {
    return this.#unread;
  }

  /** Reads what could not be read now, instead of after a pause. */
  readAgain(): void {
    this.#again.resolve();
    this.#again = Promise.withResolvers();
  }

  /** Whether changes wait for the account's answer. */
  get isWaiting(): boolean {
    return this.#queue.isWaiting;
  }

  /** The entries of a part that are there, those changed last at the end. */
  entries(part: TerminalPart): TerminalChange[] {
    return this.#queue.entries().filter((entry) => entry.body !== null && partOf(entry) === part);
  }

  /** Makes changes at once on this page, and sends them. */
  change(changes: readonly Unversioned[]): void {
    // Every kind of change has a version, which the queue chooses; spreading a union loses which kind it is.
    this.#queue.change(changes.map((change) => ({ ...change, version: 1 }) as TerminalChange));
  }

  /** Sends changes that an earlier page has left without an answer. */
  resume(changes: readonly TerminalChange[]): void {
    this.#queue.resume(changes);
  }

  /** Takes a frame of the private socket. */
  hear({ number, records }: TerminalSocketMessage): void {
    this.#queue.take(records);
    for (const [part, known] of this.#known) {
      if (known >= number - records.length) this.#known.set(part, Math.max(known, number));
      else if (known >= 0) void this.#read(part);
    }
  }

  /** Sends what waits without a pause, before the page may be gone. */
  flush(): void {
    this.#queue.flush();
  }

  /** Forgets everything, after another person has signed in or nobody is. */
  forget(): void {
    const parts = new Set(this.#known.keys());
    this.#queue.forget();
    this.#known.clear();
    this.#reading.clear();
    this.#unread = [];
    this.#options.onChange(parts);
  }

  async #read(part: TerminalPart): Promise<void> {
    if (this.#reading.has(part)) return;
    this.#reading.add(part);
    const { person } = this.#queue;
    for (let tries = 0; ; tries += 1) {
      const answer = await this.#options.read(part).catch(() => null);
      if (person !== this.#queue.person) return;
      if (answer) {
        this.#reading.delete(part);
        this.#takeAnswer(part, answer);
        return;
      }
      // What is known stays, although it may be old.
      if (!this.isKnown(part) && !this.#unread.includes(part)) {
        this.#unread = [...this.#unread, part];
        this.#options.onChange(new Set([part]));
      }
      await Promise.race([pauseBeforeRetry(tries), this.#again.promise]);
      if (person !== this.#queue.person) return;
    }
  }

  #takeAnswer(part: TerminalPart, { number, records }: TerminalAnswer): void {
    const known = this.#queue.records;
    const there = new Set(records.map(terminalKey));
    for (const [key, record] of known) {
      const isGone = partOf(record) === part && record.number <= number && !there.has(key);
      // A deletion keeps its version, from which this page could undo it.
      if (isGone && record.body !== null) known.delete(key);
    }
    this.#known.set(part, Math.max(this.#known.get(part) ?? 0, number));
    if (this.#unread.includes(part)) this.#unread = this.#unread.filter((other) => other !== part);
    // What is gone, or that there is nothing, is news too.
    if (!this.#queue.take(records).some((record) => partOf(record) === part)) this.#options.onChange(new Set([part]));
  }
}

function partOf(change: TerminalChange): TerminalPart {
  return change.kind === "drawing" ? change.symbol : "settings";
}
