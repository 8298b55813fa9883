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
import { ApiError, isOutcomeUnknown } from "../state/api.ts";
import { pauseBeforeRetry } from "../state/network/connection.ts";

/** What is read by one request: the settings, or the drawings of a symbol. */
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

/** Below the 64 KiB that a request may have. */
const BATCH_CHARS_MAX = 40_000;

/**
 * Drawings and settings of the signed-in person: what the account has, and on top of it the changes of this page that were
 * not acknowledged yet. Both sides merge by the same rule, so that a change which lost on the server loses here.
 */
export class TerminalSync {
  readonly #options: SyncOptions;
  /** What the account has, by key, also deletions that this page has heard of. */
  readonly #records = new Map<string, TerminalRecord>();
  /** The page's changes without an answer, by key. */
  readonly #pending = new Map<string, TerminalChange>();
  /** Up to which number of the account each part is known. Parts that are read for the first time are at -1. */
  readonly #known = new Map<TerminalPart, number>();
  readonly #reading = new Set<TerminalPart>();
  #unread: readonly TerminalPart[] = [];
  #again = Promise.withResolvers<void>();
  #isSending = false;
  #sentAtMs = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Answers to what was asked for an earlier person count for nothing. */
  #person = 0;

  constructor(options: SyncOptions) {
    this.#options = options;
  }

  /** Reads a part unless it is known, and keeps it known from now on. */
  require(part: TerminalPart): void {
    if (this.#known.has(part)) return;
    this.#known.set(part, -1);
    void this.#read(part);
    // Changes that could not be sent may be possible again.
    this.#sendSoon();
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
    return this.#pending.size > 0;
  }

  /** The entries of a part that are there, those changed last at the end. */
  entries(part: TerminalPart): TerminalChange[] {
    const accounts = [...this.#records.values()].sort((a, b) => a.number - b.number);
    const all = new Map<string, TerminalChange>(accounts.map((record) => [terminalKey(record), record]));
    for (const [key, change] of this.#pending) {
      if (!this.#isWinning(key, change)) continue;
      all.delete(key);
      all.set(key, change);
    }
    return [...all.values()].filter((entry) => entry.body !== null && partOf(entry) === part);
  }

  /** Makes changes at once on this page, and sends them. */
  change(changes: readonly Unversioned[]): void {
    const parts = new Set<TerminalPart>();
    for (const unversioned of changes) {
      // Every kind of change has a version; spreading a union loses which kind it is.
      const unkeyed = { ...unversioned, version: 1 } as TerminalChange;
      const key = terminalKey(unkeyed);
      const last = Math.max(this.#records.get(key)?.version ?? 0, this.#pending.get(key)?.version ?? 0);
      const change = { ...unkeyed, version: last + 1 };
      // Anew at the end, so that the order of the changes is kept.
      this.#pending.delete(key);
      this.#pending.set(key, change);
      this.#options.onWaiting(change);
      parts.add(partOf(change));
    }
    this.#options.onChange(parts);
    this.#sendSoon();
  }

  /** Sends changes that an earlier page has left without an answer. */
  resume(changes: readonly TerminalChange[]): void {
    for (const change of changes) this.#pending.set(terminalKey(change), change);
    this.#options.onChange(new Set(changes.map(partOf)));
    this.#sendSoon();
  }

  /** Takes a frame of the private socket. */
  hear({ number, records }: TerminalSocketMessage): void {
    this.#take(records);
    for (const [part, known] of this.#known) {
      if (known >= number - records.length) this.#known.set(part, Math.max(known, number));
      else if (known >= 0) void this.#read(part);
    }
  }

  /** Sends what waits without a pause, before the page may be gone. */
  flush(): void {
    for (const batch of this.#batches()) this.#options.send(batch).catch(() => {});
  }

  /** Forgets everything, after another person has signed in or nobody is. */
  forget(): void {
    this.#person += 1;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const parts = new Set(this.#known.keys());
    this.#records.clear();
    this.#pending.clear();
    this.#known.clear();
    this.#reading.clear();
    this.#unread = [];
    this.#isSending = false;
    this.#options.onChange(parts);
  }

  async #read(part: TerminalPart): Promise<void> {
    if (this.#reading.has(part)) return;
    this.#reading.add(part);
    const person = this.#person;
    for (let tries = 0; ; tries += 1) {
      const answer = await this.#options.read(part).catch(() => null);
      if (person !== this.#person) return;
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
      if (person !== this.#person) return;
    }
  }

  #takeAnswer(part: TerminalPart, { number, records }: TerminalAnswer): void {
    const there = new Set(records.map(terminalKey));
    for (const [key, record] of this.#records) {
      const isGone = partOf(record) === part && record.number <= number && !there.has(key);
      // A deletion keeps its version, from which this page could undo it.
      if (isGone && record.body !== null) this.#records.delete(key);
    }
    this.#known.set(part, Math.max(this.#known.get(part) ?? 0, number));
    if (this.#unread.includes(part)) this.#unread = this.#unread.filter((other) => other !== part);
    this.#take(records, part);
  }

  #take(records: readonly TerminalRecord[], read?: TerminalPart): void {
    const parts = new Set<TerminalPart>(read === undefined ? [] : [read]);
    for (const record of records) {
      const key = terminalKey(record);
      if (record.number <= (this.#records.get(key)?.number ?? 0)) continue;
      this.#records.set(key, record);
      parts.add(partOf(record));
    }
    if (parts.size > 0) this.#options.onChange(parts);
  }

  #isWinning(key: string, change: TerminalChange): boolean {
    const record = this.#records.get(key);
    return !record || winsOver(change, record);
  }

  #sendSoon(): void {
    if (this.#isSending || this.#timer !== undefined || this.#pending.size === 0) return;
    const waitMs = Math.max(0, this.#sentAtMs + this.#options.sendEveryMs - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#sendAll();
    }, waitMs);
  }

  async #sendAll(): Promise<void> {
    const person = this.#person;
    this.#isSending = true;
    this.#sentAtMs = performance.now();
    const [batch = []] = this.#batches();
    const isOver = await this.#sendBatch(batch, person);
    if (person !== this.#person) return;
    this.#isSending = false;
    if (!isOver) this.#sendSoon();
  }

  /** @returns whether nothing more can be sent now, because the session has ended */
  async #sendBatch(batch: TerminalChange[], person: number): Promise<boolean> {
    for (let tries = 0; ; tries += 1) {
      try {
        const { records } = await this.#options.send(batch);
        if (person !== this.#person) return true;
        this.#drop(batch);
        this.#take(records);
        return false;
      } catch (error) {
        if (person !== this.#person) return true;
        if (error instanceof ApiError && error.status === 401) return true;
        if (isOutcomeUnknown(error) || (error instanceof ApiError && error.code === "too_many_requests")) {
          await pauseBeforeRetry(tries);
          if (person !== this.#person) return true;
          continue;
        }
        // Others than ApiError are of unknown outcome.
        return this.#onRefused(batch, error as ApiError, person);
      }
    }
  }

  /** One change has had all of a request refused: its halves are sent apart, until that change is alone. */
  async #onRefused(batch: TerminalChange[], error: ApiError, person: number): Promise<boolean> {
    if (batch.length > 1) {
      const half = Math.ceil(batch.length / 2);
      return (
        (await this.#sendBatch(batch.slice(0, half), person)) || (await this.#sendBatch(batch.slice(half), person))
      );
    }
    this.#drop(batch);
    this.#options.onChange(new Set(batch.map(partOf)));
    this.#options.onRefused(error);
    return false;
  }

  /** These were answered. Those that were changed again meanwhile wait for their own answer. */
  #drop(batch: readonly TerminalChange[]): void {
    for (const change of batch) {
      const key = terminalKey(change);
      if (this.#pending.get(key) === change) this.#pending.delete(key);
      this.#options.onAnswered(change);
    }
  }

  /** What waits, in requests that are not too large. */
  #batches(): TerminalChange[][] {
    const batches: TerminalChange[][] = [];
    let chars = Number.POSITIVE_INFINITY;
    for (const change of this.#pending.values()) {
      const size = JSON.stringify(change).length;
      const last = batches.at(-1);
      if (last && last.length < TERMINAL.changesMax && chars + size <= BATCH_CHARS_MAX) last.push(change);
      else {
        batches.push([change]);
        chars = 0;
      }
      chars += size;
    }
    return batches;
  }
}

function partOf(change: TerminalChange): TerminalPart {
  return change.kind === "drawing" ? change.symbol : "settings";
}
