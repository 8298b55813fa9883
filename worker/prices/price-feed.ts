import { DurableObject } from "cloudflare:workers";
import type { Candle, CandleInterval } from "../contract/candles.ts";
import { type MarketSnapshot, MarketState, NO_MARKET } from "../contract/demo/market-state.ts";
import type { Quotes } from "../contract/market-messages.ts";
import type { SourceId } from "../contract/quotes.ts";
import { FEED_SYMBOL_LIST, type FeedSymbol } from "../contract/symbols.ts";
import { minuteOf } from "../contract/tape/tape-minute.ts";
import type { GapRecord } from "../contract/tape/tape-record.ts";
import type { Seal } from "../contract/tape/tape-seal.ts";
import { MINUTE_MS } from "../contract/time.ts";
import { type Bindings, readSettings } from "../platform/env.ts";
import { logEvent, logFault } from "../platform/log.ts";
import { isReportDue, reportCalls } from "../platform/services/service-calls.ts";
import { withTimeLimit } from "../platform/time-limit.ts";
import { CandleKeeper } from "./candle-keeper.ts";
import { CandleStore } from "./candle-store.ts";
import { DayOpens } from "./day-opens.ts";
import { FeedListeners } from "./feed-listeners.ts";
import { type FeedQuotes, wireQuotes } from "./feed-quote.ts";
import { QuoteBook } from "./quote-book.ts";
import { QuoteIntake } from "./quote-intake.ts";
import { QuoteStore } from "./quote-store.ts";
import { candleSourceOf, requestCandles } from "./request-candles.ts";
import type { Comparison } from "./source-choice.ts";
import { priceSourcesFor } from "./sources/configured-price-sources.ts";
import type { PriceSource } from "./sources/price-source.ts";
import { FeedTape, type TapePage, type TapeStatus } from "./tape/feed-tape.ts";
import type { DaySeals } from "./tape/seal-cache.ts";
import type { NewTapeEntry, TapeEntry } from "./tape/tape-writer.ts";
import { ticksOf } from "./tick.ts";
import { type ReadFrame, Upstream } from "./upstream.ts";

declare module "../platform/env.ts" {
  interface Bindings {
    PRICE_FEED: DurableObjectNamespace<PriceFeed>;
  }
}

const WATCH_EVERY_MS = 10_000;
/** How often the rules of the choice that depend on time are applied. */
const CHECK_EVERY_MS = 500;
/** A client that requested prices over HTTP may do so again within this time. */
const READER_LEASE_MS = 60_000;
/** How long after the sources are first dialled a request waits for a price of every symbol. */
const FIRST_PRICES_MS = 1_500;
/** How long a chart waits for candles that must be requested from the source. */
const CANDLE_PATIENCE_MS = 4_000;

/** How long the first record waits for what others know of the tape. */
const OTHERS_PATIENCE_MS = 2_000;

const ALONE: Comparison = { agreement: "alone", disagreesWith: null };

/** The state of the feed. Times are epoch ms, null when there was none yet. */
export type FeedStatus = {
  isWanted: boolean;
  /** In order of preference; `heardAtMs` is when it last sent anything, including pings, since this object started. */
  sources: { id: SourceId; name: string; isConnected: boolean; heardAtMs: number | null }[];
  /** The newest price of each symbol that a source has: its time, the source, and what the others say about it. */
  prices: { symbol: FeedSymbol; atMs: number | null; source: SourceId | null; comparison: Comparison }[];
};

/**
 * Keeps the connections to all price sources, writes what it accepts on the tape, and sends changes to the hubs that
 * have clients. It disconnects when nobody listens. The alarm survives eviction, so the feed reconnects whatever ended
 * a connection.
 */
export class PriceFeed extends DurableObject<Bindings> {
  readonly #store: QuoteStore;
  readonly #book: QuoteBook;
  readonly #candles: CandleKeeper;
  readonly #sources = priceSourcesFor(readSettings(this.env));
  readonly #symbols = FEED_SYMBOL_LIST.filter((symbol) =>
    this.#sources.some(({ symbols }) => symbols.includes(symbol)),
  );
  readonly #upstreams: readonly Upstream[];
  readonly #intake: QuoteIntake;
  readonly #tape: FeedTape;
  readonly #dayOpens = new DayOpens({
    request: (span) => requestCandles(this.#sources, span),
    onOpen: (symbol, price, nowMs) => this.#publish(this.#book.setDayOpen(symbol, price, nowMs)),
  });
  readonly #listeners: FeedListeners;
  /** The state of the market by the tape's records, up to the last one that was passed on. */
  readonly #market: MarketState;
  /** The minute of the tape that is being written. */
  #minuteMs: number;
  /** Applies the choice's rules while sources are connected; null while nobody listens. */
  #checks: ReturnType<typeof setInterval> | null = null;
  #readersUntilMs = 0;
  #firstPrices = Promise.withResolvers<void>();

  constructor(ctx: DurableObjectState, env: Bindings) {
    super(ctx, env);
    this.#store = new QuoteStore(ctx.storage.sql);
    this.#tape = new FeedTape({
      storage: ctx.storage,
      bucket: env.TAPE,
      passOn: (entries) => this.#passOn(entries),
      saveQuotes: () => this.#saveQuotes(),
      fail: (error) => this.#restart(error),
    });
    const stored = this.#store.readQuotes();
    this.#book = new QuoteBook(stored.quotes);
    this.#market = new MarketState(this.#store.readMarket() ?? NO_MARKET);
    for (const record of this.#tape.recordsAfter(stored.seq)) {
      this.#market.take(record);
      if (record.type === "quote") this.#book.take(record, ALONE);
    }
    this.#minuteMs = minuteOf(this.#tape.before.heardAt);
    const quotes = Object.values(this.#book.all()).filter((quote) => quote !== undefined);
    const choices = this.#sources.map(({ id, symbols, heartbeatMs }) => ({ id, symbols, heartbeatMs }));
    this.#intake = new QuoteIntake(choices, { heardAt: this.#tape.before.heardAt, quotes });
    this.#upstreams = this.#sources.map((source) => {
      const known = quotes.filter((quote) => quote.source === source.id);
      return this.#upstreamOf(source, known);
    });
    this.#candles = new CandleKeeper(new CandleStore(ctx.storage.sql), {
      request: (span) => requestCandles(this.#sources, span),
      candlesPerCall: (symbol) => candleSourceOf(this.#sources, symbol)?.candlesPerCall ?? 1,
    });
    this.#listeners = new FeedListeners({ store: this.#store, env, waitUntil: (work) => ctx.waitUntil(work) });
    if (!this.#listeners.isEmpty) ctx.waitUntil(ctx.storage.setAlarm(Date.now()));
    // The choice of the sources begins anew and knows nothing of what was stated before.
    const ended = this.#market.disagreements.map(({ symbol, sources }) => {
      return { record: { type: "disagreement", symbol, sources, isOver: true } as const, volume: 0 };
    });
    ctx.blockConcurrencyWhile(async () => {
      await this.#findLostRecords();
      this.#record(ended, Date.now());
    });
  }

  /** The newest quotes, for requests over HTTP. */
  async quotes(): Promise<Quotes> {
    this.#readersUntilMs = Date.now() + READER_LEASE_MS;
    await this.#ensureConnected();
    // Do not wait for sources that are known to be down.
    if (this.#upstreams.some(({ isFailing }) => !isFailing)) await this.#firstPrices.promise;
    return wireQuotes(this.#book.all());
  }

  /**
   * The newest candles that begin before a given time, for requests over HTTP; `isWhole` is false while more may come
   * soon.
   */
  async candles(query: {
    symbol: FeedSymbol;
    interval: CandleInterval;
    beforeMs: number;
    limit: number;
  }): Promise<{ candles: Candle[]; isWhole: boolean }> {
    this.#readersUntilMs = Date.now() + READER_LEASE_MS;
    await this.#ensureConnected();
    return this.#candles.read(query, Date.now(), CANDLE_PATIENCE_MS);
  }

  /**
   * Sends a hub every change from now on, until it leaves or does not renew within the lease.
   * @returns the newest quotes
   */
  async listen(hubId: string): Promise<FeedQuotes> {
    this.#listeners.addHub(hubId);
    await this.#ensureConnected();
    return this.#book.all();
  }

  /**
   * Sends the trigger book every record of the tape from now on, until it leaves or does not renew within the lease.
   * Records that it misses can be read with {@link tapeAfter}.
   * @param seq a record that is known to have been on the tape: if this storage has lost it, the tape goes on after it
   * @returns the market as of the last record
   */
  async listenToTape(bookId: string, seq = 0): Promise<MarketSnapshot> {
    this.#listeners.addBook(bookId);
    this.#continueTapeAfter(seq);
    await this.#ensureConnected();
    return this.#market.snapshot();
  }

  async leaveTape(): Promise<void> {
    this.#listeners.removeBook();
    await this.ctx.storage.setAlarm(Date.now());
  }

  /** Records of the tape after one of them; see {@link FeedTape.after}. The answer waits until they are durable. */
  tapeAfter(seq: number): TapePage | null {
    return this.#tape.after(seq);
  }

  /** The state of the feed. Reading it does not connect to a source: an admin who views it is no listener. */
  status(): FeedStatus {
    const quotes = this.#book.all();
    return {
      isWanted: !this.#listeners.isEmpty || this.#readersUntilMs > Date.now(),
      sources: this.#upstreams.map(({ source: { id, name }, isConnected, heardAtMs }) => {
        return { id, name, isConnected, heardAtMs: heardAtMs || null };
      }),
      prices: this.#symbols.map((symbol) => {
        const { at: atMs = null, source = null, agreement = "alone", disagreesWith = null } = quotes[symbol] ?? {};
        return { symbol, atMs, source, comparison: { agreement, disagreesWith } };
      }),
    };
  }

  /** The state of the tape; see {@link FeedTape.status}. */
  tapeStatus(sinceMs: number): TapeStatus {
    return this.#tape.status(sinceMs);
  }

  /** The seals of minutes that are in the bucket; see {@link FeedTape.shippedSeals}. */
  shippedSeals(fromMs: number, limit: number): { before: Seal | null; seals: Seal[] } {
    return this.#tape.shippedSeals(fromMs, limit);
  }

  /** The tape's seals of a UTC day; see {@link FeedTape.seals}. */
  seals(dayMs: number): DaySeals {
    return this.#tape.seals(dayMs, Date.now());
  }

  /** The seal of the minute with a record of the tape; see {@link FeedTape.sealOf}. */
  sealOf(seq: number): Seal | null {
    return this.#tape.sealOf(seq);
  }

  async leave(hubId: string): Promise<void> {
    this.#listeners.removeHub(hubId);
    if (!this.#listeners.hasHubs) await this.ctx.storage.setAlarm(Date.now());
  }

  override async alarm(): Promise<void> {
    const nowMs = Date.now();
    this.#listeners.removeExpired(nowMs);
    this.#saveQuotes();
    this.#candles.flush(nowMs);
    this.#finishMinutes(nowMs);

    if (this.#listeners.isEmpty && this.#readersUntilMs <= nowMs) {
      this.#disconnect(nowMs);
      // The last minute is sealed when it is over.
      if (this.#tape.hasUnfinished()) await this.ctx.storage.setAlarm(minuteOf(nowMs) + MINUTE_MS);
      return;
    }
    if (this.#checks === null) this.#beginChecks();
    for (const upstream of this.#upstreams) {
      upstream.watch(nowMs);
      const { nextDialMs } = upstream;
      if (nextDialMs !== null && nextDialMs <= Date.now()) this.ctx.waitUntil(upstream.dial());
    }
    if (this.#upstreams.some(({ isConnected }) => isConnected)) {
      this.ctx.waitUntil(this.#dayOpens.requestUnknown(Date.now()));
    }
    if (isReportDue()) this.ctx.waitUntil(reportCalls(this.env));
    await this.#setNextAlarm();
  }

  #beginChecks(): void {
    this.#checks = setInterval(() => this.#check(), CHECK_EVERY_MS);
    const { resolve } = this.#firstPrices;
    setTimeout(resolve, FIRST_PRICES_MS);
  }

  async #setNextAlarm(): Promise<void> {
    const dials = this.#upstreams.map(({ nextDialMs }) => nextDialMs).filter((dialMs) => dialMs !== null);
    await this.ctx.storage.setAlarm(Math.min(Date.now() + WATCH_EVERY_MS, ...dials));
  }

  /** Connects at once, unless the feed is connected or its next attempts are scheduled by the back-off. */
  async #ensureConnected(): Promise<void> {
    if (this.#checks === null) await this.ctx.storage.setAlarm(Date.now());
  }

  #upstreamOf(source: PriceSource, known: ConstructorParameters<typeof Upstream>[1]): Upstream {
    const { id, symbols } = source;
    const upstream = new Upstream(source, known, {
      connecting: () => this.#intake.connecting(id, Date.now()),
      opened: () => {
        if (this.#checks === null) return upstream.leave("nobody_listens");
        this.#intake.opened(id, Date.now());
        this.#dayOpens.forget(symbols);
      },
      received: (frame) => this.#receive(id, frame),
      closed: () => {
        const nowMs = Date.now();
        this.#record(this.#intake.closed(id, nowMs), nowMs);
        if (this.#checks !== null) this.ctx.waitUntil(this.#setNextAlarm());
      },
    });
    return upstream;
  }

  #receive(source: SourceId, { isReadable, accepted, damaged }: ReadFrame): void {
    const nowMs = Date.now();
    if (isReadable) this.#intake.heard(source, nowMs);
    const entries = accepted.flatMap((quote) => this.#intake.quoted(quote, nowMs));
    entries.push(...this.#intake.refused(source, damaged, nowMs));
    this.#record(entries, nowMs);
  }

  /**
   * Looks, before the first record, whether this storage has lost the end of the tape: the bucket may have the segments, and the
   * trigger book knows which number it has seen. Who does not answer says it later.
   */
  async #findLostRecords(): Promise<void> {
    const bookId = this.#store.readLastBook();
    const askBook = async () =>
      bookId === null ? 0 : this.env.TRIGGER_BOOK.get(this.env.TRIGGER_BOOK.idFromString(bookId)).seq();
    const [found, seq] = await Promise.all([
      withTimeLimit(this.#tape.putBack(), OTHERS_PATIENCE_MS).catch(logFault),
      withTimeLimit(askBook(), OTHERS_PATIENCE_MS).catch(logFault),
    ]);
    for (const record of found ?? []) {
      this.#market.take(record);
      if (record.type === "quote") this.#book.take(record, ALONE);
    }
    if (found && found.length > 0) logEvent("tape_records_put_back", { records: found.length });
    this.#continueTapeAfter(seq ?? 0);
  }

  /** Goes on after a number that was seen. The gap that says so has the first number after those that are lost. */
  #continueTapeAfter(seq: number): void {
    const gap = this.#tape.continueAfter(seq);
    if (!gap) return;
    const { lost, sinceMs } = gap;
    logEvent("tape_records_lost", { alert: true, records: lost, before: seq + 1 });
    const reason = "restart";
    const record: GapRecord = { type: "gap", symbols: [...FEED_SYMBOL_LIST], fromMs: sinceMs, reason };
    this.#record([{ record, volume: 0 }], Date.now());
  }

  #check(): void {
    const nowMs = Date.now();
    this.#record(this.#intake.check(nowMs), nowMs);
    for (const symbol of this.#symbols) {
      this.#publish(this.#book.compare(symbol, this.#intake.comparison(symbol, nowMs)));
    }
  }

  #record(entries: readonly NewTapeEntry[], nowMs: number): void {
    for (const { record } of entries) {
      if (record.type === "switch") {
        const { symbol, from, to, reason } = record;
        logEvent("price_source_switched", { symbol, from: from ?? "none", to, reason });
      }
    }
    this.#tape.add(entries, nowMs);
  }

  /** Shows what is durable on the tape. */
  #passOn(entries: readonly TapeEntry[]): void {
    const nowMs = Date.now();
    const changed: FeedQuotes = {};
    for (const { record, volume } of entries) {
      this.#market.take(record);
      if (record.type === "gap") this.#candles.interrupt(record.symbols, nowMs);
      if (record.type !== "quote") continue;
      changed[record.symbol] = this.#book.take(record, this.#intake.comparison(record.symbol, nowMs));
      this.#candles.take(ticksOf([{ ...record, volume }]));
    }
    this.#publish(changed);
    this.#listeners.record(entries.map(({ record }) => record));
    const heardAtMs = entries.at(-1)?.record.heardAt ?? 0;
    if (minuteOf(heardAtMs) === this.#minuteMs) return;
    this.#minuteMs = minuteOf(heardAtMs);
    this.ctx.waitUntil(this.#finishMinutesSoon(heardAtMs));
  }

  /** Sealing a minute takes some 20 ms of CPU, for which the quotes that were just published should not wait. */
  async #finishMinutesSoon(nowMs: number): Promise<void> {
    await scheduler.wait(0);
    this.#finishMinutes(nowMs);
  }

  /** Seals the minutes that are over and moves them into the bucket. */
  #finishMinutes(nowMs: number): void {
    try {
      this.#tape.seal(nowMs);
      this.ctx.waitUntil(this.#tape.ship());
    } catch (error) {
      // Prices go on; the next minute tries again.
      logEvent("tape_not_sealed", { name: error instanceof Error ? error.name : "" });
    }
  }

  #saveQuotes(): void {
    this.#store.writeQuotes(this.#book.all(), this.#market.seq);
    this.#store.writeMarket(this.#market.snapshot());
  }

  /** The storage failed: a new object continues from what it has. */
  #restart(error: unknown): void {
    logEvent("tape_not_written", { name: error instanceof Error ? error.name : "" });
    this.ctx.abort("the tape could not be written");
  }

  #disconnect(nowMs: number): void {
    if (this.#checks === null) return;
    clearInterval(this.#checks);
    this.#checks = null;
    // Before they are closed, so that no switch from one to the next is recorded.
    this.#record(this.#intake.pause(nowMs), nowMs);
    for (const upstream of this.#upstreams) upstream.leave("nobody_listens");
    this.#candles.stop(nowMs);
    this.#firstPrices = Promise.withResolvers();
  }

  #publish(changed: FeedQuotes): void {
    if (Object.keys(changed).length === 0) return;
    if (this.#book.has(this.#symbols)) this.#firstPrices.resolve();
    this.#listeners.publish(changed);
  }
}
