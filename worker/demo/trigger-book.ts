import { DurableObject } from "cloudflare:workers";
import { openDatabase } from "../../db/client.ts";
import { alertRecords } from "../alerts/alert-records.ts";
import { AlertSync } from "../alerts/book/alert-sync.ts";
import { backOffMs } from "../contract/back-off.ts";
import { QUOTE_AGE_MAX_MS } from "../contract/demo/demo-quotes.ts";
import type { DemoLevel, MarketQuote } from "../contract/demo/demo-types.ts";
import { type MarketSnapshot, MarketState, NO_MARKET } from "../contract/demo/market-state.ts";
import { sessionOf } from "../contract/market-sessions.ts";
import type { FeedSymbol } from "../contract/symbols.ts";
import type { TapeRecord } from "../contract/tape/tape-record.ts";
import { accountTeller } from "../platform/account-teller.ts";
import { type Bindings, databaseOptions, readSettings } from "../platform/env.ts";
import { logEvent, logFault } from "../platform/log.ts";
import { withTimeLimit } from "../platform/time-limit.ts";
import { PRICE_FEED_NAME } from "../prices/hub-shards.ts";
import { readableSegment, type TapePage, tapeKey } from "../prices/tape/feed-tape.ts";
import { Arming } from "./arming.ts";
import { LevelBook } from "./level-book.ts";
import type { BookDue, BookMarket, DeliveryReceiver } from "./trigger-book-types.ts";

declare module "../platform/env.ts" {
  interface Bindings {
    TRIGGER_BOOK: DurableObjectNamespace<TriggerBook>;
  }
}

/** The traders' accounts, by their user ids. */
type Accounts = { DEMO_ACCOUNT: { getByName(owner: string): DeliveryReceiver } };

/** The functions of the feed that the book calls. */
type Feed = {
  listenToTape(bookId: string, seq: number): Promise<MarketSnapshot>;
  leaveTape(): Promise<void>;
  tapeAfter(seq: number): Promise<TapePage | null>;
};

/** How often the lease at the feed is renewed, and what is in memory stored: a restart takes these quotes again. */
const CARE_EVERY_MS = 30_000;
/** How long the book listens after an account asked for the market, while it watches nothing. */
const PAGE_LEASE_MS = 120_000;
/** How long an account is sent what moves its trailing levels, after it asked for it. */
const EXTREMES_LEASE_MS = 120_000;
/** How often at most. A page shows it as a line, and is closed by the level itself at every quote. */
const EXTREMES_EVERY_MS = 500;
/** How long the first answer waits for fresh prices, when the feed was not connected before. */
const FIRST_PRICES_MS = 1_500;
const FIRST_PRICES_STEP_MS = 50;
/** While it watches nothing, records further back than this are not read: nothing can fire at them. */
const RECORDS_READ_MAX = 5_000;

/** How many accounts one event calls: the platform bounds the calls of an event. The next event goes on at once. */
const OWNERS_PER_RUN = 500;
/** How many accounts are called at the same time. */
const CALLS_AT_ONCE = 50;
const DELIVERIES_PER_CALL = 100;
const CALL_MS_MAX = 20_000;
const RETRY_MS = { minMs: 500, maxMs: 60_000 };

/** How long after an alert's end the book removes it without a record that says so: quotes of before may still be on their way. */
const EXPIRES_AFTER_MS = 30_000;

/**
 * Keeps the levels of all demo accounts and the price alerts of all traders, takes every record of the tape in order, and delivers the quotes that reach
 * a level: at least once, and with effect once since an account acts on each quote once. What fires leaves the levels and
 * becomes a delivery in one transaction, with the number of the last record, and a delivery stays until its account has
 * acknowledged it. What happens to an alert is recorded in the database in the same way. One object, so that levels and the order of the quotes are in one place.
 * Source: docs/decisions/066
 */
export class TriggerBook extends DurableObject<Bindings & Accounts> {
  readonly #book = new LevelBook(this.ctx.storage.sql);
  readonly #alerts = new AlertSync(
    {
      book: this.#book.alerts,
      records: () => {
        const tellOf = accountTeller(this.env, (work) => this.ctx.waitUntil(work));
        return alertRecords(openDatabase({ ...databaseOptions(readSettings(this.env)), tellOf }));
      },
      catchUpTo: async (seq) => {
        await this.#join();
        await this.#inTurn(() => this.#catchUpTo(seq));
      },
      readForgotten: (watches) => this.#readForgotten(watches),
      change: (owner, alerts, watches) => this.#transact(() => this.#book.changeAlerts(owner, alerts, watches)),
      transact: (work) => this.#transact(work),
    },
    this.#book.seq,
  );
  /** The work that takes records: one piece after the other. */
  #turn: Promise<unknown> = Promise.resolve();
  #joined: Promise<void> | null = null;
  #listeningSinceMs: number | null = null;
  #pagesUntilMs = 0;
  /** The owners whose accounts are sent what moves their trailing levels, and the quotes that they were sent. */
  readonly #followers = new Map<string, { untilMs: number; sent: string }>();
  #isSendingExtremes = false;
  /** The owners whose accounts are being called. */
  readonly #called = new Set<string>();
  /** The owners whose accounts failed, and when they are called again. */
  readonly #failed = new Map<string, { failures: number; retryAtMs: number }>();

  constructor(ctx: DurableObjectState, env: Bindings & Accounts) {
    super(ctx, env);
    ctx.waitUntil(ctx.storage.setAlarm(Date.now()));
  }

  /** The last record that the book has taken. The feed asks for it: a tape that ends before it has lost its end. */
  seq(): number {
    return this.#book.seq;
  }

  /** The version of an owner's levels; null when the book has none. */
  versionOf(owner: string): number | null {
    return this.#book.versionOf(owner);
  }

  /**
   * The market for an account's next command. From now on the book listens to the feed, for a while or as long as levels
   * rest.
   * @param symbols those that matter to the command
   * @param seq the newest record that the account has seen: the market is not older
   */
  async market(owner: string, symbols: readonly FeedSymbol[], seq = 0): Promise<BookMarket> {
    this.#pagesUntilMs = Date.now() + PAGE_LEASE_MS;
    await this.#join();
    if (seq > this.#book.seq) await this.#inTurn(() => this.#catchUpTo(seq));
    await this.#firstPrices(symbols);
    return this.#book.market(owner, symbols);
  }

  /**
   * Replaces an account's levels by a set; a lower version than the last one is ignored. A level whose identity (all
   * but its extreme) is unchanged keeps its extreme. A new one takes the quotes since its `armedSeq` first, so that
   * none is missed.
   * @returns what is due for the owner: all deliveries that are not acknowledged
   */
  async arm(owner: string, version: number, levels: readonly DemoLevel[]): Promise<BookDue> {
    if (levels.length > 0) {
      await this.#join();
      const newest = Math.max(...levels.map(({ armedSeq }) => armedSeq));
      await this.#inTurn(() => this.#catchUpTo(newest));
    }
    for (let isArmed = false; !isArmed; ) {
      const arming = new Arming(this.#book.newAmong(owner, levels));
      await this.#readForgotten(arming);
      isArmed = this.#transact(() => this.#book.arm(owner, { version, levels, arming }));
    }
    const due = this.#book.due(owner);
    if (due.length > 0) this.ctx.waitUntil(this.#deliverDue());
    return { due, version: this.#book.versionOf(owner) };
  }

  /** The quotes that set the extremes of an owner's trailing levels. For a while its account is sent them when they move. */
  async extremes(owner: string): Promise<MarketQuote[]> {
    await this.#join();
    const quotes = this.#book.extremesOf(owner);
    this.#followers.set(owner, { untilMs: Date.now() + EXTREMES_LEASE_MS, sent: numbersOf(quotes) });
    return quotes;
  }

  /** Takes over an owner's price alerts from the database. Resolves when the new ones are armed and that is recorded. */
  async alertsChanged(owner: string): Promise<void> {
    await this.#alerts.changed(owner);
    this.#recordAlerts();
  }

  /** Removes the price alerts of an owner whose account was closed. */
  forgetAlerts(owner: string): void {
    this.#transact(() => this.#book.alerts.forget(owner));
  }

  /** Removes the levels of an owner whose account was closed. */
  forget(owner: string): void {
    this.#followers.delete(owner);
    this.#transact(() => this.#book.forget(owner));
  }

  /** Receives the next records from the feed. Resolves when they are acted on; what they fire is delivered afterwards. */
  async take(records: readonly TapeRecord[]): Promise<void> {
    const [first] = records;
    if (!first) return;
    await this.#join();
    await this.#inTurn(async () => {
      await this.#catchUpTo(first.seq - 1);
      this.#take(records);
    });
  }

  override async alarm(): Promise<void> {
    try {
      if (this.#book.isWatching || this.#pagesUntilMs > Date.now()) {
        this.#joined = null;
        await this.#join();
        this.#transact(() => this.#book.expireAlerts(Date.now() - EXPIRES_AFTER_MS));
      } else if (this.#joined) {
        await this.#leave();
      }
    } catch (error) {
      logEvent("price_feed_unreachable", { name: error instanceof Error ? error.name : "" });
    }
    await Promise.all([this.#deliverDue(), this.#alerts.recorder.record(), this.#alerts.repair()]);
    await this.#setNextAlarm();
  }

  /** Records what has happened to alerts, without delaying an answer. If it fails, the alarm does it. */
  #recordAlerts(): void {
    if (!this.#book.alerts.hasOutbox || !this.#alerts.recorder.isIdle) return;
    const recorded = this.#alerts.recorder.record();
    this.ctx.waitUntil(recorded.then(() => (this.#book.alerts.hasOutbox ? this.#setNextAlarm() : undefined)));
  }

  async #setNextAlarm(): Promise<void> {
    const times: number[] = [];
    if (this.#joined || this.#book.isWatching || !this.#alerts.isRepaired) times.push(Date.now() + CARE_EVERY_MS);
    if (this.#book.hasDeliveries) {
      const retries = [...this.#failed.values()].map(({ retryAtMs }) => retryAtMs);
      // What nobody has tried yet is due now, unless its account is being called.
      const isUntried = this.#dueOwners(1).length > 0;
      times.push(isUntried ? Date.now() : Math.min(...retries, Date.now() + RETRY_MS.maxMs));
    }
    if (this.#book.alerts.hasOutbox) times.push(Math.max(Date.now(), this.#alerts.recorder.retryAtMs));
    if (times.length > 0) await this.ctx.storage.setAlarm(Math.min(...times));
  }

  /** Ensures that the feed sends every record, and that none before is missing. */
  #join(): Promise<void> {
    this.#joined ??= this.#listen().catch((error: unknown) => {
      this.#joined = null;
      throw error;
    });
    return this.#joined;
  }

  async #listen(): Promise<void> {
    await this.ctx.storage.setAlarm(Date.now() + CARE_EVERY_MS);
    const market = await this.#feed().listenToTape(this.ctx.id.toString(), this.#book.seq);
    await this.#inTurn(() => this.#catchUp(market));
    this.#listeningSinceMs ??= Date.now();
  }

  async #leave(): Promise<void> {
    this.#joined = null;
    this.#listeningSinceMs = null;
    this.#transact(() => this.#book.checkpoint());
    await this.#feed().leaveTape();
  }

  /** Waits for a fresh quote of each symbol that trades, though not long, and only after the book began to listen. */
  async #firstPrices(symbols: readonly FeedSymbol[]): Promise<void> {
    const untilMs = (this.#listeningSinceMs ?? 0) + FIRST_PRICES_MS;
    const isMissing = (symbol: FeedSymbol) =>
      Date.now() - this.#book.quotedAtMs(symbol) > QUOTE_AGE_MAX_MS && sessionOf(symbol, Date.now()) !== "closed";
    while (Date.now() < untilMs && symbols.some(isMissing)) await scheduler.wait(FIRST_PRICES_STEP_MS);
  }

  /** Does work that takes records after the work that was given before. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => {});
    return result;
  }

  async #catchUp(market: MarketSnapshot): Promise<void> {
    if (!this.#book.isWatching && market.seq - this.#book.seq > RECORDS_READ_MAX) {
      this.#transact(() => this.#book.continueAfter(market));
    }
    await this.#catchUpTo(market.seq);
  }

  /** Takes the records up to a number that were missed. */
  async #catchUpTo(seq: number): Promise<void> {
    while (this.#book.seq < seq) {
      const { records, lostUpTo } = await this.#recordsAfter(this.#book.seq, seq);
      if (lostUpTo === null) this.#take(records);
      else this.#transact(() => this.#book.continueAfter({ ...this.#book.snapshot(), seq: lostUpTo }));
    }
  }

  #take(records: readonly TapeRecord[]): void {
    const isFired = this.#transact(() => this.#book.take(records));
    if (isFired) this.ctx.waitUntil(this.#deliverDue());
    this.#recordAlerts();
    if (this.#followers.size > 0 && !this.#isSendingExtremes) this.ctx.waitUntil(this.#sendExtremesSoon());
  }

  async #sendExtremesSoon(): Promise<void> {
    this.#isSendingExtremes = true;
    await scheduler.wait(EXTREMES_EVERY_MS);
    this.#isSendingExtremes = false;
    for (const [owner, follower] of this.#followers) {
      if (follower.untilMs <= Date.now()) this.#followers.delete(owner);
    }
    await inParallel([...this.#followers], ([owner, follower]) => this.#sendExtremes(owner, follower));
  }

  async #sendExtremes(owner: string, follower: { sent: string }): Promise<void> {
    const quotes = this.#book.extremesOf(owner);
    const numbers = numbersOf(quotes);
    if (numbers === follower.sent) return;
    follower.sent = numbers;
    // What fails is sent with the next move, or asked for within a minute.
    await withTimeLimit(this.env.DEMO_ACCOUNT.getByName(owner).trailsMoved(quotes), CALL_MS_MAX).catch(logFault);
  }

  /** Gives levels or alerts the quotes since they were armed that the book does not remember. */
  async #readForgotten(arming: Pick<Arming, "seq" | "take" | "passed">): Promise<void> {
    const from = arming.seq;
    if (from === null || from >= this.#book.remembersSince) return;
    const start = { ...NO_MARKET, seq: from, disagreements: this.#book.disagreementsAt(from) };
    let state = new MarketState(start);
    while (state.seq < this.#book.remembersSince) {
      const { records, lostUpTo } = await this.#recordsAfter(state.seq, this.#book.remembersSince);
      if (lostUpTo !== null) state = new MarketState({ ...state.snapshot(), seq: lostUpTo });
      for (const record of records) {
        const taken = state.take(record);
        if (taken?.isFillable) arming.take(taken.quote, ({ symbol }) => state.lastFillableBeside(symbol));
      }
    }
    arming.passed(state.seq);
  }

  /**
   * Some records of the tape after a number, from the feed or the bucket. `lostUpTo`: those up to this one are nowhere
   * any more, else null. Levels go on without them: they are not reached by a quote that nobody can read.
   * @param knownSeq a later record that was on the tape: when the feed has none at all, its storage has lost the end
   */
  async #recordsAfter(seq: number, knownSeq: number): Promise<{ records: TapeRecord[]; lostUpTo: number | null }> {
    const page = await this.#feed().tapeAfter(seq);
    if (!page) {
      await this.#feed().listenToTape(this.ctx.id.toString(), knownSeq);
      return lostRecords(seq, knownSeq);
    }
    if ("records" in page) return { records: page.records, lostUpTo: null };
    if ("lostUpTo" in page) return lostRecords(seq, page.lostUpTo);
    const { minuteMs, lastSeq } = page.segment;
    const stored = await readableSegment(this.env.TAPE, minuteMs);
    const records = stored?.filter((record) => record.seq > seq) ?? [];
    // It is older than segments are kept, or damaged.
    if (records[0]?.seq !== seq + 1) return lostRecords(seq, lastSeq, tapeKey(minuteMs));
    return { records, lostUpTo: null };
  }

  /** Delivers to the accounts with deliveries that are neither being called nor wait after a failure. */
  async #deliverDue(): Promise<void> {
    const owners = this.#dueOwners(OWNERS_PER_RUN);
    for (const owner of owners) this.#called.add(owner);
    await inParallel(owners, (owner) => this.#deliverTo(owner));
    if (this.#book.hasDeliveries) await this.#setNextAlarm();
  }

  #dueOwners(limit: number): string[] {
    const found: string[] = [];
    const nowMs = Date.now();
    for (let after = ""; ; ) {
      const page = this.#book.dueOwners(after, OWNERS_PER_RUN);
      for (const owner of page) {
        const isWaiting = (this.#failed.get(owner)?.retryAtMs ?? 0) > nowMs;
        if (!this.#called.has(owner) && !isWaiting) found.push(owner);
        if (found.length === limit) return found;
      }
      const last = page.at(-1);
      if (last === undefined) return found;
      after = last;
    }
  }

  async #deliverTo(owner: string): Promise<void> {
    try {
      for (;;) {
        const due = this.#book.due(owner, DELIVERIES_PER_CALL);
        if (due.length === 0) break;
        const version = this.#book.versionOf(owner);
        await withTimeLimit(this.env.DEMO_ACCOUNT.getByName(owner).fire(due, version), CALL_MS_MAX);
        this.#transact(() => this.#book.acknowledge(owner, due));
      }
      this.#failed.delete(owner);
    } catch (error) {
      const failures = (this.#failed.get(owner)?.failures ?? 0) + 1;
      const retryAtMs = Date.now() + backOffMs(failures, { ...RETRY_MS, random: Math.random() });
      this.#failed.set(owner, { failures, retryAtMs });
      logEvent("demo_delivery_failed", { failures, name: error instanceof Error ? error.name : "" });
    } finally {
      this.#called.delete(owner);
    }
  }

  /**
   * Changes the storage as a whole or not at all. After a failure the memory may not fit the storage: a new object
   * continues from what is stored.
   */
  #transact<Result>(work: () => Result): Result {
    try {
      return this.ctx.storage.transactionSync(work);
    } catch (error) {
      logEvent("trigger_book_not_written", { name: error instanceof Error ? error.name : "" });
      this.ctx.abort("the trigger book could not be written");
      throw error;
    }
  }

  #feed(): Feed {
    // The platform's types of remote calls turn pairs into lists of any length.
    return this.env.PRICE_FEED.getByName(PRICE_FEED_NAME) as unknown as Feed;
  }
}

/** States that records are lost. @param key of the segment that has them no longer, if there was one */
function lostRecords(seq: number, lostUpTo: number, key = ""): { records: TapeRecord[]; lostUpTo: number } {
  logEvent("trigger_book_lost_records", { alert: true, from: seq + 1, to: lostUpTo, key });
  return { records: [], lostUpTo };
}

/** Does a piece of work for each of a list, for {@link CALLS_AT_ONCE} at the same time. */
async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const workNext = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(CALLS_AT_ONCE, items.length) }, workNext));
}

function numbersOf(quotes: readonly MarketQuote[]): string {
  return quotes.map(({ seq }) => seq).join();
}
