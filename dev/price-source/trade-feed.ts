import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { damagedFrames } from "./damage-quotes.ts";
import type { Dialect, NamedQuote } from "./dialect.ts";
import { hash, uniform } from "./hash.ts";
import type { Market } from "./market.ts";
import type { SourceFault } from "./source-faults.ts";

/** The data of a socket: the source that it was opened to, and its subscribed markets. */
export type Listener = { feed: TradeFeed; markets: Set<Market> };
type TradeSocket = Bun.ServerWebSocket<Listener>;

/** How often due ticks are sent. Ticks that are due together share a frame, as the service sends them. */
const SEND_INTERVAL_MS = 20;
/** After a pause of the process, at most this many milliseconds of ticks are sent late. */
const BEHIND_MS_MAX = 1_000;
const PAUSE_SEED = 1;
const VOLUME_SEED = 2;
const CLOSE_REPLACED = 1008;
const CLOSE_RESTART = 1012;
type Due = { market: Market; atMs: number };
/** Ticks per second and symbol. */
export const TICKS_PER_SECOND = { standard: 4, max: 1_000 } as const;

/**
 * The live connection of one source and its ticks. There is one socket at a time, as Finnhub allows one connection per
 * key, and the product opens no second one to any source.
 */
export class TradeFeed {
  readonly #dialect: Dialect;
  readonly #markets: readonly Market[];
  readonly #isSilent: () => boolean;
  readonly #fault: () => SourceFault;
  readonly #dueMs = new Map<Market, number>();
  #ticksPerSecond: number;
  #socket: TradeSocket | null = null;
  #sendTimer: ReturnType<typeof setInterval> | undefined;
  #heartbeatTimer: ReturnType<typeof setInterval> | undefined;
  #sentAtMs = 0;
  #damagedFrames = 0;

  /**
   * @param given.isSilent whether all sources are silent
   * @param given.fault this source's own fault
   */
  constructor(given: {
    dialect: Dialect;
    markets: readonly Market[];
    isSilent: () => boolean;
    fault: () => SourceFault;
    ticksPerSecond: number;
  }) {
    this.#dialect = given.dialect;
    this.#markets = given.markets;
    this.#isSilent = given.isSilent;
    this.#fault = given.fault;
    this.#ticksPerSecond = given.ticksPerSecond;
  }

  get source(): Dialect["source"] {
    return this.#dialect.source;
  }

  get isConnected(): boolean {
    return this.#socket !== null;
  }

  set ticksPerSecond(pace: number) {
    this.#ticksPerSecond = pace;
    this.#dueMs.clear();
  }

  /** Accepts a socket; it replaces the open one. */
  open(socket: TradeSocket): void {
    this.#socket?.close(CLOSE_REPLACED, "another connection was opened with this key");
    this.#forget();
    this.#socket = socket;
    const greeting = this.#dialect.writeGreeting(Date.now());
    if (greeting !== null) this.#send([greeting]);
    this.#sendTimer = setInterval(() => this.#sendDue(Date.now()), SEND_INTERVAL_MS);
    this.#heartbeatTimer = setInterval(() => this.#sendHeartbeat(Date.now()), this.#dialect.heartbeat.everyMs);
  }

  /** Handles a client's frame: changes the subscriptions or answers with an error. */
  receive(socket: TradeSocket, frame: string | Buffer): void {
    const { markets } = socket.data;
    const change = this.#dialect.readFrame(parseJson(String(frame)));
    if (!change) {
      socket.send(this.#dialect.writeInvalid());
      return;
    }
    const known = new Map(change.names.map((name) => [name, this.#marketOf(name)]));
    for (const [name, market] of known) {
      if (!market) socket.send(this.#dialect.writeUnknownName(name));
      else if (change.type === "subscribe") markets.add(market);
      else markets.delete(market);
    }
    const nowMs = Date.now();
    const names = change.names.filter((name) => known.get(name));
    if (names.length === 0) return;
    for (const answer of this.#dialect.answerSubscription({ ...change, names }, nowMs)) socket.send(answer);
    if (!change.wantsSnapshot) return;
    const due = [...known.values()].flatMap((market) => (market ? [{ market, atMs: nowMs }] : []));
    this.#sendQuotes(due, "snapshot");
  }

  /** Handles the close of a socket. */
  closed(socket: TradeSocket): void {
    if (socket === this.#socket) this.#forget();
  }

  /** Closes the connection, as a restart of the service does. */
  drop(): void {
    this.#socket?.close(CLOSE_RESTART, "restart");
    this.#forget();
  }

  /** Drops a subscription silently; the connection stays open. @returns whether the symbol was subscribed */
  lose(symbol: FeedSymbol): boolean {
    const subscribed = this.#socket?.data.markets;
    const lost = this.#markets.find(({ instrument }) => instrument.symbol === symbol);
    return lost !== undefined && (subscribed?.delete(lost) ?? false);
  }

  /** Sends a market's current price at once; the next regular tick follows after it. */
  sendNow(market: Market, nowMs: number): void {
    this.#dueMs.set(market, nowMs + this.#pauseAfter(nowMs));
    if (this.#socket?.data.markets.has(market)) this.#sendQuotes([{ market, atMs: nowMs }], "update");
  }

  #marketOf(name: string): Market | undefined {
    return this.#markets.find(({ instrument }) => this.#dialect.nameOf(instrument) === name);
  }

  #sendDue(nowMs: number): void {
    if (this.#ticksPerSecond === 0) return;
    const due = [...(this.#socket?.data.markets ?? [])].flatMap((market) => this.#takeDue(market, nowMs));
    if (due.length > 0) this.#sendQuotes(due, "update");
  }

  #takeDue(market: Market, nowMs: number): Due[] {
    const due: Due[] = [];
    const plannedMs = this.#dueMs.get(market) ?? nowMs;
    // A clock that was set back must not leave the next tick far in the future.
    const isPlanned = plannedMs <= nowMs + this.#pauseMaxMs();
    let dueMs = isPlanned ? Math.max(plannedMs, nowMs - BEHIND_MS_MAX) : nowMs;
    while (dueMs <= nowMs) {
      due.push({ market, atMs: Math.floor(dueMs) });
      dueMs += this.#pauseAfter(dueMs);
    }
    this.#dueMs.set(market, dueMs);
    return due;
  }

  /** The pause before the next tick, in ms. It varies, because real ticks are irregular. */
  #pauseAfter(dueMs: number): number {
    return (1_000 / this.#ticksPerSecond) * (0.6 + 0.8 * uniform(hash(PAUSE_SEED, Math.floor(dueMs * 16))));
  }

  #pauseMaxMs(): number {
    return (1_000 / this.#ticksPerSecond) * 1.4;
  }

  #sendQuotes(due: readonly Due[], type: "snapshot" | "update"): void {
    const { kind, by } = this.#fault();
    if (kind === "freeze") return;
    const factor = kind === "skew" ? 1 + by : 1;
    const quotes = due.map(({ market, atMs }) => makeQuote(market, { atMs, factor, dialect: this.#dialect }));
    const isDamaged = kind === "corrupt";
    this.#send(
      isDamaged ? damagedFrames(this.#dialect, quotes, this.#damagedFrames++) : this.#dialect.writeQuotes(quotes, type),
    );
  }

  #sendHeartbeat(nowMs: number): void {
    const { everyMs, isOnlyWhenQuiet } = this.#dialect.heartbeat;
    if (isOnlyWhenQuiet && nowMs - this.#sentAtMs < everyMs) return;
    const names = [...(this.#socket?.data.markets ?? [])].flatMap(
      ({ instrument }) => this.#dialect.nameOf(instrument) ?? [],
    );
    this.#send(this.#dialect.writeHeartbeat(nowMs, names));
  }

  #send(frames: readonly string[]): void {
    if (this.#isSilent() || this.#fault().kind === "silent") return;
    this.#sentAtMs = Date.now();
    for (const frame of frames) this.#socket?.send(frame);
  }

  #forget(): void {
    clearInterval(this.#sendTimer);
    clearInterval(this.#heartbeatTimer);
    this.#socket = null;
  }
}

/**
 * The quote of a market at a time. The trade is in the middle of both sides; where the spread is an odd number of steps,
 * the bid is half a step further away.
 */
function makeQuote(market: Market, given: { atMs: number; factor: number; dialect: Dialect }): NamedQuote {
  const { instrument } = market;
  const { atMs, factor, dialect } = given;
  const units = 10 ** instrument.decimals;
  const trade = Math.round(market.tick(atMs) * factor * units);
  const spread = Math.round(trade * dialect.spreadShare);
  const bid = trade - Math.ceil(spread / 2);
  return {
    name: dialect.nameOf(instrument) ?? instrument.source,
    price: trade / units,
    bid: bid / units,
    ask: (bid + spread) / units,
    atMs,
    volume: instrument.candles === "crypto" ? Math.ceil(uniform(hash(VOLUME_SEED, atMs)) * 1e5) / 1e5 : 0,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
