import { ApiError, isOutcomeUnknown } from "../api.ts";
import { pauseBeforeRetry } from "../network/connection.ts";

/** A change of an entry, under the version that its device chose. */
export type Versioned = { version: number };

/** Options of a {@link ChangeQueue}. */
export type QueueOptions<Change extends Versioned, Kept extends Change & { number: number }> = {
  /** Identifies an entry among all of an account. */
  keyOf: (change: Change) => string;
  /** Whether a change wins over another one of its entry; both sides have the same rule. */
  winsOver: (change: Change, other: Change) => boolean;
  send: (changes: Change[]) => Promise<{ records: readonly Kept[] }>;
  /** These entries are other ones than before. */
  onChange: (changes: readonly Change[]) => void;
  /** The account has refused a change; the entry is again what it was. */
  onRefused: (error: ApiError, change: Change) => void;
  /** A change waits for its answer, and has it. */
  onWaiting: (change: Change) => void;
  onAnswered: (change: Change) => void;
  /** The most changes of one request. */
  changesMax: number;
  /** The shortest time between two requests with changes, ms. */
  sendEveryMs: number;
};

/** Below the 64 KiB that a request may have. */
const BATCH_BYTES_MAX = 40_000;

const encoder = new TextEncoder();

/**
 * What the signed-in person keeps in their account: what the account has, and on top of it the changes of this page that were not
 * acknowledged yet, which are sent until they are.
 */
export class ChangeQueue<Change extends Versioned, Kept extends Change & { number: number }> {
  protected readonly options: QueueOptions<Change, Kept>;
  /** The records of the account by key, also deletions that this page has heard of. */
  readonly records = new Map<string, Kept>();
  /** The page's changes without an answer, by key. */
  protected readonly pending = new Map<string, Change>();
  #isSending = false;
  #sentAtMs = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Answers to what was asked for an earlier person count for nothing. */
  #person = 0;

  constructor(options: QueueOptions<Change, Kept>) {
    this.options = options;
  }

  /** Whether changes wait for the account's answer. */
  get isWaiting(): boolean {
    return this.pending.size > 0;
  }

  /** Whether a change of an entry waits for the answer. */
  isWaitingFor(key: string): boolean {
    return this.pending.has(key);
  }

  /** The person for whom the queue works, as a number. */
  get person(): number {
    return this.#person;
  }

  /** All entries, those changed last at the end. */
  entries(): Change[] {
    const accounts = [...this.records.entries()].sort(([, a], [, b]) => a.number - b.number);
    const all = new Map<string, Change>(accounts);
    for (const [key, change] of this.pending) {
      if (!this.#isWinning(key, change)) continue;
      all.delete(key);
      all.set(key, change);
    }
    return [...all.values()];
  }

  /** An entry as this page has it; undefined when nothing is known of it. */
  entry(key: string): Change | undefined {
    const change = this.pending.get(key);
    return change && this.#isWinning(key, change) ? change : this.records.get(key);
  }

  /** Makes changes at once on this page, and sends them. Their versions are chosen here. */
  change(unversioned: readonly Change[]): void {
    const changes = unversioned.map((one) => {
      const key = this.options.keyOf(one);
      const change = { ...one, version: this.nextVersion(this.records.get(key), this.pending.get(key)) };
      this.wait(key, change);
      return change;
    });
    this.options.onChange(changes);
    this.sendSoon();
  }

  /** Sends changes that an earlier page has left without an answer. */
  resume(changes: readonly Change[]): void {
    for (const change of changes) this.pending.set(this.options.keyOf(change), change);
    this.options.onChange(changes);
    this.sendSoon();
  }

  /** Takes what the account has. @returns those that are news */
  take(records: readonly Kept[]): Kept[] {
    const news = records.filter((record) => {
      const key = this.options.keyOf(record);
      if (record.number <= (this.records.get(key)?.number ?? 0)) return false;
      this.records.set(key, record);
      this.heard(key, record);
      return true;
    });
    if (news.length > 0) this.options.onChange(news);
    return news;
  }

  /** Sends what waits without a pause, before the page may be gone. */
  flush(): void {
    for (const batch of this.#batches()) this.options.send(batch).catch(() => {});
  }

  /** Forgets everything, after another person has signed in or nobody is. */
  forget(): void {
    this.#person += 1;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.records.clear();
    this.pending.clear();
    this.#isSending = false;
  }

  /** Sends what waits, unless a request is under way or comes soon. */
  sendSoon(): void {
    if (this.#isSending || this.#timer !== undefined || this.pending.size === 0) return;
    const waitMs = Math.max(0, this.#sentAtMs + this.options.sendEveryMs - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#sendAll();
    }, waitMs);
  }

  /** The version of a change after what the account has and what waits: above both. */
  protected nextVersion(record: Kept | undefined, waiting: Change | undefined): number {
    return Math.max(record?.version ?? 0, waiting?.version ?? 0) + 1;
  }

  /** Has a change wait for its answer, anew at the end, so that the order of the changes is kept. */
  protected wait(key: string, change: Change): void {
    this.pending.delete(key);
    this.pending.set(key, change);
    this.options.onWaiting(change);
  }

  /** The account's record of an entry is another one than before. */
  protected heard(_key: string, _record: Kept): void {}

  /** These changes are being sent. */
  protected sending(_batch: readonly Change[]): void {}

  #isWinning(key: string, change: Change): boolean {
    const record = this.records.get(key);
    return !record || this.options.winsOver(change, record);
  }

  async #sendAll(): Promise<void> {
    const person = this.#person;
    this.#isSending = true;
    this.#sentAtMs = performance.now();
    const [batch = []] = this.#batches();
    const isOver = await this.#sendBatch(batch, person);
    if (person !== this.#person) return;
    this.#isSending = false;
    if (!isOver) this.sendSoon();
  }

  /** @returns whether nothing more can be sent now, because the session has ended */
  async #sendBatch(batch: Change[], person: number): Promise<boolean> {
    for (let tries = 0; ; tries += 1) {
      try {
        this.sending(batch);
        const { records } = await this.options.send(batch);
        if (person !== this.#person) return true;
        this.take(records);
        this.#drop(batch);
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
  async #onRefused(batch: Change[], error: ApiError, person: number): Promise<boolean> {
    const [change] = batch;
    if (change === undefined || batch.length > 1) {
      const half = Math.ceil(batch.length / 2);
      return (
        (await this.#sendBatch(batch.slice(0, half), person)) || (await this.#sendBatch(batch.slice(half), person))
      );
    }
    this.#drop(batch);
    this.options.onChange(batch);
    this.options.onRefused(error, change);
    return false;
  }

  /** These were answered. Those that were changed again meanwhile wait for their own answer. */
  #drop(batch: readonly Change[]): void {
    for (const change of batch) {
      const key = this.options.keyOf(change);
      if (this.pending.get(key) === change) this.pending.delete(key);
      this.options.onAnswered(change);
    }
  }

  /** The waiting changes, in requests that are not too large. */
  #batches(): Change[][] {
    const batches: Change[][] = [];
    let bytes = Number.POSITIVE_INFINITY;
    for (const change of this.pending.values()) {
      const size = encoder.encode(JSON.stringify(change)).length;
      const last = batches.at(-1);
      if (last && last.length < this.options.changesMax && bytes + size <= BATCH_BYTES_MAX) last.push(change);
      else {
        batches.push([change]);
        bytes = 0;
      }
      bytes += size;
    }
    return batches;
  }
}
