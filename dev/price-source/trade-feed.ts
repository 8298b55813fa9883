import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import type { Dialect, NamedTrade } from "./dialect.ts";
import { hash, uniform } from "./hash.ts";
import type { Market } from "./market.ts";

/** The data of a socket: its protocol and its subscribed markets. */
export type Listener = { dialect: Dialect; markets: Set<Market> };
type TradeSocket = Bun.ServerWebSocket<Listener>;

/** How often due ticks are sent. Ticks that are due together share a frame, as the service sends them. */
const SEND_INTERVAL_MS = 20;
const PING_MS = 10_000;
/** After a pause of the process, at most this many milliseconds of ticks are sent late. */
const BEHIND_MS_MAX = 1_000;
const PAUSE_SEED = 1;
const VOLUME_SEED = 2;
const CLOSE_REPLACED = 1008;
const CLOSE_RESTART = 1012;
type Due = { market: Market; atMs: number };
/** Ticks per second and symbol. */
export const TICKS_PER_SECOND = { standard: 4, max: 1_000 } as const;

/** The live connection and its ticks. There is one socket at a time, as the service allows one connection per key. */
export class TradeFeed {
  readonly #markets: readonly Market[];
  readonly #isSilent: () => boolean;
  readonly #dueMs = new Map<Market, number>();
  #ticksPerSecond: number = TICKS_PER_SECOND.standard;
  #socket: TradeSocket | null = null;
  #sendTimer: ReturnType<typeof setInterval> | undefined;
  #pingTimer: ReturnType<typeof setInterval> | undefined;

  constructor(markets: readonly Market[], isSilent: () => boolean) {
    this.#markets = markets;
    this.#isSilent = isSilent;
  }

  get isConnected(): boolean {
    return this.#socket !== null;
  }

  get ticksPerSecond(): number {
    return this.#ticksPerSecond;
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
    this.#sendTimer = setInterval(() => this.#sendDue(Date.now()), SEND_INTERVAL_MS);
    this.#pingTimer = setInterval(() => this.#send([socket.data.dialect.writePing(Date.now())]), PING_MS);
  }

  /** Handles a client's frame: changes the subscriptions or answers with an error. */
  receive(socket: TradeSocket, frame: string | Buffer): void {
    const { dialect, markets } = socket.data;
    const request = dialect.readFrame(parseJson(String(frame)));
    if (!request) {
      socket.send(dialect.writeError("Invalid message"));
      return;
    }
    for (const name of request.names) {
      const market = this.#markets.find(({ instrument }) => dialect.nameOf(instrument) === name);
      if (!market) socket.send(dialect.writeError(`Invalid symbol ${name}`));
      else if (request.type === "subscribe") markets.add(market);
      else markets.delete(market);
    }
    const confirmation = dialect.answerSubscription(request.names);
    if (confirmation !== null) socket.send(confirmation);
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
    if (this.#socket?.data.markets.has(market)) this.#sendTrades([{ market, atMs: nowMs }]);
  }

  #sendDue(nowMs: number): void {
    if (this.#ticksPerSecond === 0) return;
    const due = [...(this.#socket?.data.markets ?? [])].flatMap((market) => this.#takeDue(market, nowMs));
    if (due.length > 0) this.#sendTrades(due);
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

  #sendTrades(due: readonly Due[]): void {
    const dialect = this.#socket?.data.dialect;
    if (dialect) this.#send(dialect.writeTrades(due.map(({ market, atMs }) => makeTrade(market, atMs, dialect))));
  }

  #send(frames: readonly string[]): void {
    if (this.#isSilent()) return;
    for (const frame of frames) this.#socket?.send(frame);
  }

  #forget(): void {
    clearInterval(this.#sendTimer);
    clearInterval(this.#pingTimer);
    this.#socket = null;
  }
}

function makeTrade(market: Market, atMs: number, dialect: Dialect): NamedTrade {
  const { instrument } = market;
  const volume = instrument.candles === "crypto" ? Math.ceil(uniform(hash(VOLUME_SEED, atMs)) * 1e5) / 1e5 : 0;
  return { name: dialect.nameOf(instrument) ?? instrument.source, price: market.tick(atMs), atMs, volume };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
