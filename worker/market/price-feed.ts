import { DurableObject } from "cloudflare:workers";
import { backOffMs } from "../contract/back-off.ts";
import type { Candle, CandleInterval } from "../contract/candles.ts";
import type { Quotes } from "../contract/market-messages.ts";
import { stepsOf } from "../contract/quotes.ts";
import { FEED_SYMBOL_LIST, type FeedSymbol } from "../contract/symbols.ts";
import { type Bindings, readSettings } from "../platform/env.ts";
import { logEvent } from "../platform/log.ts";
import { isReportDue, noteCall, reportCalls } from "../platform/service-calls.ts";
import { CandleKeeper } from "./candle-keeper.ts";
import { CandleStore } from "./candle-store.ts";
import { CoalescedQuotes } from "./coalesce-ticks.ts";
import { DayOpens } from "./day-opens.ts";
import type { FeedQuotes } from "./feed-quote.ts";
import { FeedWatchdog } from "./feed-watchdog.ts";
import { QuoteBook } from "./quote-book.ts";
import { QuoteStore } from "./quote-store.ts";
import { candleSourceOf, requestCandles } from "./request-candles.ts";
import { priceSourcesFor } from "./sources/configured-price-sources.ts";
import { PlausibleQuotes } from "./sources/plausible-quotes.ts";
import type { PriceSource, SourceQuote } from "./sources/price-source.ts";
import { ticksOf } from "./tick.ts";

declare module "../platform/env.ts" {
  interface Bindings {
    PRICE_FEED: DurableObjectNamespace<PriceFeed>;
  }
}

const WATCH_EVERY_MS = 10_000;
/** A source that sends nothing for this long, not even a ping, counts as dead, whatever the state of its socket. */
const SILENT_AFTER_MS = 15_000;
const DIAL_TIMEOUT_MS = 10_000;
const REDIAL = { minMs: 1_000, maxMs: 30_000 };
/** A hub renews twice in this time, so that one lost renewal does not end its lease. */
const LISTENER_LEASE_MS = 75_000;
/** A client that requested prices over HTTP may do so again within this time. */
const READER_LEASE_MS = 60_000;
/** How long a request waits for a first price of every symbol, when the feed was not connected before. */
const FIRST_PRICES_MS = 1_500;
/** How long a chart waits for candles that must be requested from the source. */
const CANDLE_PATIENCE_MS = 4_000;

/** The state of the feed. Times are epoch ms, null when there was none yet. */
export type FeedStatus = {
  upstream: PriceSource["name"];
  isWanted: boolean;
  isConnected: boolean;
  /** When the source last sent anything, including pings, since this object started. */
  heardAtMs: number | null;
  /** The time of the newest price of each symbol that the source has. */
  pricedAtMs: { symbol: FeedSymbol; atMs: number | null }[];
};

/**
 * Keeps the only connection to the price source, and sends changes to the hubs that have clients. It disconnects when
 * nobody listens. The alarm survives eviction, so the feed reconnects whatever ended the connection.
 */
export class PriceFeed extends DurableObject<Bindings> {
  readonly #store: QuoteStore;
  readonly #book: QuoteBook;
  readonly #plausible: PlausibleQuotes;
  readonly #newest = new Map<FeedSymbol, SourceQuote>();
  readonly #candles: CandleKeeper;
  readonly #sources = priceSourcesFor(readSettings(this.env));
  readonly #source = firstOf(this.#sources);
  readonly #watchdog = new FeedWatchdog(this.#source.symbols);
  readonly #dayOpens = new DayOpens({
    request: (span) => requestCandles(this.#sources, span),
    onOpen: (symbol, price, nowMs) => this.#publish(this.#book.setDayOpen(symbol, price, nowMs)),
  });
  /** The unsent quotes of each listening hub; `isSending` while a batch is being sent. */
  readonly #lines = new Map<string, { quotes: CoalescedQuotes; isSending: boolean }>();
  #upstream: WebSocket | null = null;
  #failures = 0;
  #heardAtMs = 0;
  #readersUntilMs = 0;
  #firstPrices = Promise.withResolvers<void>();

  constructor(ctx: DurableObjectState, env: Bindings) {
    super(ctx, env);
    this.#store = new QuoteStore(ctx.storage.sql);
    const known = this.#store.readQuotes();
    this.#book = new QuoteBook(known);
    this.#plausible = new PlausibleQuotes(lastQuotes(known));
    this.#candles = new CandleKeeper(new CandleStore(ctx.storage.sql), {
      request: (span) => requestCandles(this.#sources, span),
      candlesPerCall: (symbol) => candleSourceOf(this.#sources, symbol)?.candlesPerCall ?? 1,
    });
    for (const hubId of this.#store.readListeners()) this.#openLine(hubId);
    if (this.#lines.size > 0) ctx.waitUntil(ctx.storage.setAlarm(Date.now()));
  }

  /** The newest quotes, for requests over HTTP. */
  async quotes(): Promise<Quotes> {
    this.#readersUntilMs = Date.now() + READER_LEASE_MS;
    await this.#ensureConnected();
    // Do not wait for a source that is known to be down.
    if (this.#failures === 0) await Promise.race([this.#firstPrices.promise, scheduler.wait(FIRST_PRICES_MS)]);
    return this.#book.all();
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
    this.#store.writeListener(hubId, Date.now() + LISTENER_LEASE_MS);
    this.#openLine(hubId);
    await this.#ensureConnected();
    return this.#withSides(this.#book.all());
  }

  /** The state of the feed. Reading it does not connect to the source: an admin who views it is no listener. */
  status(): FeedStatus {
    const quotes = this.#book.all();
    return {
      upstream: this.#source.name,
      isWanted: this.#lines.size > 0 || this.#readersUntilMs > Date.now(),
      isConnected: this.#upstream !== null,
      heardAtMs: this.#heardAtMs || null,
      pricedAtMs: this.#source.symbols.map((symbol) => ({ symbol, atMs: quotes[symbol]?.at ?? null })),
    };
  }

  async leave(hubId: string): Promise<void> {
    this.#store.removeListener(hubId);
    this.#lines.delete(hubId);
    if (this.#lines.size === 0) await this.ctx.storage.setAlarm(Date.now());
  }

  override async alarm(): Promise<void> {
    const nowMs = Date.now();
    this.#store.removeExpired(nowMs);
    this.#store.writeQuotes(this.#book.all());
    this.#candles.flush(nowMs);
    const listening = new Set(this.#store.readListeners());
    for (const hubId of this.#lines.keys()) if (!listening.has(hubId)) this.#lines.delete(hubId);

    if (listening.size === 0 && this.#readersUntilMs <= nowMs) return this.#disconnect("nobody_listens");
    const fault = this.#upstream && this.#upstreamFault(nowMs);
    if (this.#upstream) noteCall("prices", { isAnswer: fault === null });
    if (fault) {
      this.#failures += 1;
      this.#disconnect(fault);
    }
    if (!this.#upstream) await this.#connect();
    if (this.#upstream) this.ctx.waitUntil(this.#dayOpens.requestUnknown(Date.now()));
    if (isReportDue()) this.ctx.waitUntil(reportCalls(this.env));
    await this.ctx.storage.setAlarm(Date.now() + this.#nextAlarmMs());
  }

  #upstreamFault(nowMs: number): "silent" | ReturnType<FeedWatchdog["fault"]> {
    return nowMs - this.#heardAtMs > SILENT_AFTER_MS ? "silent" : this.#watchdog.fault(nowMs);
  }

  #nextAlarmMs(): number {
    return this.#upstream ? WATCH_EVERY_MS : backOffMs(this.#failures, { ...REDIAL, random: Math.random() });
  }

  /** Connects at once, unless an attempt is already scheduled by the back-off. */
  async #ensureConnected(): Promise<void> {
    if (!this.#upstream && (await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now());
  }

  async #connect(): Promise<void> {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), DIAL_TIMEOUT_MS);
    try {
      const { webSocket, status } = await fetch(this.#source.socketUrl, {
        headers: { Upgrade: "websocket" },
        signal: abort.signal,
      });
      if (!webSocket) throw new Error(`status ${status}`);
      this.#attach(webSocket);
      noteCall("prices", { isAnswer: true });
    } catch (error) {
      this.#failures += 1;
      noteCall("prices", { isAnswer: false });
      // The URL contains the key, so only the kind of failure is logged.
      logEvent("price_source_unreachable", {
        failures: this.#failures,
        name: error instanceof Error ? error.name : "",
      });
    } finally {
      clearTimeout(timer);
    }
  }

  #attach(socket: WebSocket): void {
    socket.accept();
    this.#upstream = socket;
    this.#heardAtMs = Date.now();
    this.#watchdog.dialled(this.#heardAtMs);
    this.#dayOpens.forget(this.#source.symbols);
    socket.addEventListener("message", ({ data }) => {
      if (socket === this.#upstream && typeof data === "string") this.#receive(data);
    });
    const lost = () => this.ctx.waitUntil(this.#handleLoss(socket));
    socket.addEventListener("close", lost);
    socket.addEventListener("error", lost);
    for (const frame of this.#source.subscribeFrames) socket.send(frame);
    logEvent("price_source_connected", { failures: this.#failures });
  }

  #receive(frame: string): void {
    const nowMs = Date.now();
    this.#heardAtMs = nowMs;
    const quotes = this.#source.readQuotes(frame, nowMs);
    if (quotes.length === 0) return;
    this.#failures = 0;
    const { accepted } = this.#plausible.judge(quotes, nowMs);
    for (const quote of accepted) this.#newest.set(quote.symbol, quote);
    const ticks = ticksOf(accepted);
    this.#watchdog.ticked(
      ticks.map(({ symbol }) => symbol),
      nowMs,
    );
    this.#candles.take(ticks);
    this.#publish(this.#book.apply(ticks));
  }

  async #handleLoss(socket: WebSocket): Promise<void> {
    if (socket !== this.#upstream) return;
    this.#failures += 1;
    noteCall("prices", { isAnswer: false });
    this.#disconnect("closed_by_source");
    await this.ctx.storage.setAlarm(Date.now() + this.#nextAlarmMs());
  }

  #disconnect(reason: "nobody_listens" | "silent" | "tickless" | "symbol_tickless" | "closed_by_source"): void {
    const socket = this.#upstream;
    if (!socket) return;
    this.#upstream = null;
    this.#candles.stop(Date.now());
    this.#firstPrices = Promise.withResolvers();
    logEvent("price_source_left", { reason });
    socket.close(1000);
  }

  #publish(changed: Quotes): void {
    if (Object.keys(changed).length === 0) return;
    if (this.#book.has(this.#source.symbols)) this.#firstPrices.resolve();
    for (const [hubId, line] of this.#lines) {
      line.quotes.add(this.#withSides(changed));
      if (!line.isSending) this.ctx.waitUntil(this.#drain(hubId, line));
    }
  }

  #withSides(quotes: Quotes): FeedQuotes {
    const sided: FeedQuotes = {};
    for (const symbol of FEED_SYMBOL_LIST) {
      const quote = quotes[symbol];
      if (!quote) continue;
      const { bid, ask, kind } = this.#newest.get(symbol) ?? bothSidesAt(stepsOf(symbol, quote.price, "nearest"));
      sided[symbol] = {
        symbol,
        bid,
        ask,
        at: quote.at,
        source: this.#source.id,
        kind,
        dayOpen: stepsOf(symbol, quote.dayOpen, "nearest"),
        agreement: "alone",
        disagreesWith: null,
      };
    }
    return sided;
  }

  /**
   * Sends one batch at a time: the hub answers when it is ready for the next, and meanwhile newer prices replace older
   * ones.
   */
  async #drain(hubId: string, line: { quotes: CoalescedQuotes; isSending: boolean }): Promise<void> {
    line.isSending = true;
    try {
      for (let batch = line.quotes.take(); batch; batch = line.quotes.take()) {
        try {
          await this.env.PRICE_HUB.get(this.env.PRICE_HUB.idFromString(hubId)).publish(batch);
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

  #openLine(hubId: string): void {
    if (!this.#lines.has(hubId)) this.#lines.set(hubId, { quotes: new CoalescedQuotes(), isSending: false });
  }
}

function firstOf(sources: readonly PriceSource[]): PriceSource {
  const [first] = sources;
  if (!first) throw new Error("no price source is configured");
  return first;
}

/** The last quotes as their source could have sent them, to judge its next ones by. */
function lastQuotes(quotes: Quotes) {
  return FEED_SYMBOL_LIST.flatMap((symbol) => {
    const quote = quotes[symbol];
    if (!quote) return [];
    return [{ symbol, ...bothSidesAt(stepsOf(symbol, quote.price, "nearest")), at: quote.at }];
  });
}

/** The sides of a price that was stored without them. */
function bothSidesAt(steps: number): Pick<SourceQuote, "bid" | "ask" | "kind"> {
  return { bid: steps, ask: steps, kind: "modelled" };
}
