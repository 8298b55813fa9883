import { clientFrame, errorFrame, PING_FRAME, type Trade, tradeFrame } from "./finnhub-protocol.ts";
import type { Market } from "./market.ts";

/** What a socket listens to: the source's symbols. */
export type Subscriptions = { symbols: Set<string> };
type TradeSocket = Bun.ServerWebSocket<Subscriptions>;

/** How often due ticks are looked for; several due at once share a frame, as the service sends them. */
const LOOK_MS = 20;
const PING_MS = 10_000;
/** After a pause of the process, ticks of at most this long are made up for. */
const BEHIND_MS_MAX = 1_000;
const CLOSE_REPLACED = 1008;
const CLOSE_RESTART = 1012;
export const TICKS_PER_SECOND = { standard: 4, max: 1_000 } as const;

/** The live side: one socket at a time, as the service allows one connection to a key, and its ticks. */
export class TradeFeed {
  readonly #markets: ReadonlyMap<string, Market>;
  readonly #isSilent: () => boolean;
  readonly #dueMs = new Map<Market, number>();
  #ticksPerSecond: number = TICKS_PER_SECOND.standard;
  #socket: TradeSocket | null = null;
  #looking: ReturnType<typeof setInterval> | undefined;
  #pinging: ReturnType<typeof setInterval> | undefined;

  /** @param markets by the source's symbol */
  constructor(markets: ReadonlyMap<string, Market>, isSilent: () => boolean) {
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

  open(socket: TradeSocket): void {
    this.#socket?.close(CLOSE_REPLACED, "another connection was opened with this key");
    this.#forget();
    this.#socket = socket;
    this.#looking = setInterval(() => this.#sendDue(Date.now()), LOOK_MS);
    this.#pinging = setInterval(() => this.#send(PING_FRAME), PING_MS);
  }

  receive(socket: TradeSocket, frame: string | Buffer): void {
    const asked = clientFrame.safeParse(parseJson(String(frame)));
    if (!asked.success) {
      socket.send(errorFrame("Invalid message"));
      return;
    }
    const { type, symbol } = asked.data;
    if (!this.#markets.has(symbol)) socket.send(errorFrame(`Invalid symbol ${symbol}`));
    else if (type === "subscribe") socket.data.symbols.add(symbol);
    else socket.data.symbols.delete(symbol);
  }

  closed(socket: TradeSocket): void {
    if (socket === this.#socket) this.#forget();
  }

  drop(): void {
    this.#socket?.close(CLOSE_RESTART, "restart");
    this.#forget();
  }

  /** Sends a market's price of this moment at once; the next tick by pace comes after it. */
  sendNow(market: Market, nowMs: number): void {
    this.#dueMs.set(market, nowMs + this.#pause());
    if (this.#socket?.data.symbols.has(market.instrument.source)) {
      this.#send(tradeFrame([makeTrade(market, nowMs)]));
    }
  }

  #sendDue(nowMs: number): void {
    if (this.#ticksPerSecond === 0) return;
    const trades: Trade[] = [];
    for (const source of this.#socket?.data.symbols ?? []) {
      const market = this.#markets.get(source);
      if (market) trades.push(...this.#takeDue(market, nowMs));
    }
    if (trades.length > 0) this.#send(tradeFrame(trades));
  }

  #takeDue(market: Market, nowMs: number): Trade[] {
    const trades: Trade[] = [];
    const plannedMs = this.#dueMs.get(market) ?? nowMs;
    // A clock that was put back must not leave the next tick in a future that is far away.
    const isPlanned = plannedMs <= nowMs + this.#pauseMaxMs();
    let dueMs = isPlanned ? Math.max(plannedMs, nowMs - BEHIND_MS_MAX) : nowMs;
    while (dueMs <= nowMs) {
      trades.push(makeTrade(market, Math.floor(dueMs)));
      dueMs += this.#pause();
    }
    this.#dueMs.set(market, dueMs);
    return trades;
  }

  /** Real ticks do not come by the clock. */
  #pause(): number {
    return (1_000 / this.#ticksPerSecond) * (0.6 + 0.8 * Math.random());
  }

  #pauseMaxMs(): number {
    return (1_000 / this.#ticksPerSecond) * 1.4;
  }

  #send(frame: string): void {
    if (!this.#isSilent()) this.#socket?.send(frame);
  }

  #forget(): void {
    clearInterval(this.#looking);
    clearInterval(this.#pinging);
    this.#socket = null;
  }
}

function makeTrade(market: Market, atMs: number): Trade {
  const { source, candles } = market.instrument;
  const volume = candles === "crypto" ? Math.ceil(Math.random() * 1e5) / 1e5 : 0;
  return { s: source, p: market.tick(atMs), t: atMs, v: volume };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
