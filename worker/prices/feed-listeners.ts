import type { TapeRecord } from "../contract/tape/tape-record.ts";
import type { Bindings } from "../platform/env.ts";
import { CoalescedQuotes } from "./coalesce-ticks.ts";
import type { FeedQuotes } from "./feed-quote.ts";
import type { QuoteStore } from "./quote-store.ts";
import { RecordLine } from "./record-line.ts";

/** A hub renews twice in this time, so that one lost renewal does not end its lease. */
const LEASE_MS = 75_000;
/** When the trigger book did not receive records, they are sent again after this time. */
const BOOK_RETRY_MS = 1_000;

/** The unsent quotes of a hub; `isSending` while a batch is being sent. */
type HubLine = { quotes: CoalescedQuotes; isSending: boolean };
/** The records that the trigger book has not yet received. */
type BookLine = { bookId: string; records: RecordLine; isSending: boolean };

type Options = {
  store: QuoteStore;
  env: Pick<Bindings, "PRICE_HUB" | "TRIGGER_BOOK">;
  waitUntil: (work: Promise<unknown>) => void;
};

/** Who listens to the feed, until they leave or their lease ends, and what each has yet to receive. */
export class FeedListeners {
  readonly #store: QuoteStore;
  readonly #env: Options["env"];
  readonly #waitUntil: Options["waitUntil"];
  readonly #hubs = new Map<string, HubLine>();
  /** Null while the trigger book does not listen. */
  #book: BookLine | null = null;

  constructor({ store, env, waitUntil }: Options) {
    this.#store = store;
    this.#env = env;
    this.#waitUntil = waitUntil;
    for (const hubId of store.readListeners()) this.#openHub(hubId);
    const bookId = store.readBook(Date.now());
    if (bookId !== null) this.#openBook(bookId);
  }

  get isEmpty(): boolean {
    return this.#hubs.size === 0 && this.#book === null;
  }

  get hasHubs(): boolean {
    return this.#hubs.size > 0;
  }

  addHub(hubId: string): void {
    this.#store.writeListener(hubId, Date.now() + LEASE_MS);
    this.#openHub(hubId);
  }

  removeHub(hubId: string): void {
    this.#store.removeListener(hubId);
    this.#hubs.delete(hubId);
  }

  addBook(bookId: string): void {
    this.#store.writeBook(bookId, Date.now() + LEASE_MS);
    this.#openBook(bookId);
  }

  removeBook(): void {
    this.#store.removeBook();
    this.#book = null;
  }

  /** Forgets those whose lease has ended. */
  removeExpired(nowMs: number): void {
    this.#store.removeExpired(nowMs);
    const listening = new Set(this.#store.readListeners());
    for (const hubId of this.#hubs.keys()) if (!listening.has(hubId)) this.#hubs.delete(hubId);
    if (this.#store.readBook(nowMs) === null) this.#book = null;
  }

  /** Sends changed quotes to every hub. */
  publish(changed: FeedQuotes): void {
    for (const [hubId, line] of this.#hubs) {
      line.quotes.add(changed);
      if (!line.isSending) this.#waitUntil(this.#drainHub(hubId, line));
    }
  }

  /** Sends records of the tape to the trigger book. */
  record(records: readonly TapeRecord[]): void {
    if (!this.#book) return;
    this.#book.records.add(records);
    if (!this.#book.isSending) this.#waitUntil(this.#drainBook(this.#book));
  }

  #openHub(hubId: string): void {
    if (!this.#hubs.has(hubId)) this.#hubs.set(hubId, { quotes: new CoalescedQuotes(), isSending: false });
  }

  #openBook(bookId: string): void {
    if (this.#book?.bookId !== bookId) this.#book = { bookId, records: new RecordLine(), isSending: false };
  }

  /**
   * Sends one batch at a time: the hub answers when it is ready for the next, and meanwhile newer prices replace older
   * ones.
   */
  async #drainHub(hubId: string, line: HubLine): Promise<void> {
    line.isSending = true;
    try {
      for (let batch = line.quotes.take(); batch; batch = line.quotes.take()) {
        try {
          await this.#env.PRICE_HUB.get(this.#env.PRICE_HUB.idFromString(hubId)).publish(batch);
        } catch {
          // The hub restarted: the next batch includes the quotes of this one.
          line.quotes.putBack(batch);
          return;
        }
      }
    } finally {
      line.isSending = false;
    }
  }

  /** Sends one batch at a time: the trigger book answers when it has acted on it. */
  async #drainBook(line: BookLine): Promise<void> {
    line.isSending = true;
    try {
      for (let records = line.records.take(); records && this.#book === line; records = line.records.take()) {
        try {
          await this.#env.TRIGGER_BOOK.get(this.#env.TRIGGER_BOOK.idFromString(line.bookId)).take(records);
        } catch {
          line.records.putBack(records);
          await scheduler.wait(BOOK_RETRY_MS);
        }
      }
    } finally {
      line.isSending = false;
    }
  }
}
