import { batch } from "@preact/signals-react";
import { backOffMs } from "../../worker/contract/back-off.ts";
import {
  type ClientMessage,
  type PaceMs,
  PING,
  type PollAnswer,
  paceFor,
} from "../../worker/contract/market-messages.ts";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { newestAgeMs, type PriceMessage, setLink, setNextTry, takePrices, tickClock } from "../state/prices.ts";
import { Heartbeat } from "./heartbeat.ts";
import { InputActivity } from "./input-activity.ts";
import { pollPrices } from "./price-poll.ts";
import { type ReceivedFrame, RenderThrottle } from "./render-throttle.ts";
import { readServerFrame } from "./server-frame.ts";
import type { SocketWaits } from "./socket-waits.ts";

/** So many sockets in a row that brought no price: something on the way does not let them through. */
const BLOCKED_AFTER = 3;

type MarketSocketOptions = {
  /** The socket's address, without a query. */
  url: string;
  poll: (symbols: readonly FeedSymbol[], since: number) => Promise<PollAnswer>;
  waits: SocketWaits;
};

/**
 * The one connection of this tab to the market. Whoever shows a symbol subscribes to it; the connection follows what is
 * wanted, rests while the tab is hidden, comes back by itself, and falls to polling where sockets do not get through.
 * What it brings goes to `state/prices.ts`.
 */
export class MarketSocket {
  readonly #options: MarketSocketOptions;
  readonly #waits: SocketWaits;
  readonly #prices: RenderThrottle;
  /** How many want each symbol. */
  readonly #wanted = new Map<FeedSymbol, number>();
  /** The last frame that this socket brought; 0 before the first. */
  #seq = 0;
  /** What the hub was asked for, and when, epoch ms. */
  #asked: { everyMs: PaceMs; atMs: number } = { everyMs: 0, atMs: 0 };
  #open: { socket: WebSocket; heartbeat: Heartbeat; symbols: readonly FeedSymbol[] } | null = null;
  #opening: WebSocket | null = null;
  /** Runs until the socket brings its first price: one that merely opened may be as good as shut. */
  #firstPrice: ReturnType<typeof setTimeout> | undefined;
  /** Sockets in a row that failed before they brought a price, and the last that brought one. */
  #failures = 0;
  /** When somebody last wanted it tried at once, epoch ms. */
  #triedAtMs = 0;
  #stopPolling: (() => void) | null = null;
  #socketRetryAtMs = 0;
  #beat: ReturnType<typeof setInterval> | undefined;
  #clock: ReturnType<typeof setTimeout> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #settle: ReturnType<typeof setTimeout> | undefined;

  constructor(options: MarketSocketOptions) {
    this.#options = options;
    this.#waits = options.waits;
    this.#prices = new RenderThrottle({
      showWithinMs: options.waits.showWithinMs,
      inputActivity: new InputActivity(window),
      onShow: (frames) =>
        batch(() => {
          for (const frame of frames) this.#show(frame);
        }),
      onPause: (pauseMs) => this.#askPace(pauseMs),
    });
    document.addEventListener("visibilitychange", () => this.#follow());
    window.addEventListener("online", () => this.tryNow());
  }

  /**
   * Wants prices of these symbols until the returned function is called.
   * @returns ends it
   */
  subscribe(symbols: readonly FeedSymbol[]): () => void {
    for (const symbol of symbols) this.#wanted.set(symbol, (this.#wanted.get(symbol) ?? 0) + 1);
    this.#followSoon(this.#waits.settleMs);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      for (const symbol of symbols) {
        const rest = (this.#wanted.get(symbol) ?? 0) - 1;
        if (rest > 0) this.#wanted.set(symbol, rest);
        else this.#wanted.delete(symbol);
      }
      this.#followSoon(this.#wanted.size === 0 ? this.#waits.lingerMs : this.#waits.settleMs);
    };
  }

  /** Ends the pause before the next try; asks an open connection for all that is wanted anew. */
  tryNow(): void {
    // Whoever presses often is not taken for a flood.
    if (Date.now() - this.#triedAtMs < this.#waits.beatMs) return;
    this.#triedAtMs = Date.now();
    this.#catchUp();
    if (this.#retry === undefined) return;
    this.#cancelRetry();
    this.#follow();
  }

  #followSoon(afterMs: number): void {
    clearTimeout(this.#settle);
    this.#settle = setTimeout(() => this.#follow(), afterMs);
  }

  /** Brings the connection in line with what is wanted now. */
  #follow(): void {
    if (this.#wanted.size === 0 || document.hidden) {
      this.#rest();
      return;
    }
    this.#beat ??= setInterval(() => this.#onBeat(), this.#waits.beatMs);
    if (this.#clock === undefined) this.#tickWithAge();
    if (this.#open) this.#sendDifference();
    else if (!this.#opening && !this.#stopPolling && this.#retry === undefined) this.#connect();
  }

  #rest(): void {
    if (this.#beat === undefined) return;
    clearInterval(this.#beat);
    this.#beat = undefined;
    this.#cancelRetry();
    this.#endPolling();
    this.#drop();
    clearTimeout(this.#clock);
    this.#clock = undefined;
    this.#failures = 0;
    setLink("idle");
  }

  #connect(): void {
    if (!this.#stopPolling) setLink("connecting");
    const symbols = [...this.#wanted.keys()];
    const socket = new WebSocket(`${this.#options.url}?symbols=${symbols.join()}`);
    this.#opening = socket;
    this.#firstPrice = setTimeout(() => this.#onLost(), this.#waits.connectTimeoutMs);
    this.#seq = 0;
    this.#asked = { everyMs: 0, atMs: 0 };
    socket.onopen = () => this.#onOpen(socket, symbols);
    socket.onmessage = ({ data }) => this.#onFrame(data);
    socket.onclose = () => this.#onLost();
  }

  #onOpen(socket: WebSocket, symbols: readonly FeedSymbol[]): void {
    this.#opening = null;
    this.#open = { socket, symbols, heartbeat: new Heartbeat(this.#waits, Date.now()) };
    this.#askPace(this.#prices.pauseMs);
    this.#follow();
  }

  #onFrame(data: unknown): void {
    this.#open?.heartbeat.hear(Date.now());
    this.#prices.take(data);
  }

  #show({ data, receivedAtMs }: ReceivedFrame): void {
    const message = readServerFrame(data);
    if (message?.type === "error") console.warn(`market socket: ${message.code}`);
    else if (message) {
      if (this.#open) this.#trustSocket();
      if ((message.after ?? 0) > this.#seq) this.#catchUp();
      this.#seq = message.seq;
      this.#take(message, receivedAtMs);
    }
  }

  /** The socket carries prices: the next that fails is the first, and nothing else need bring them. */
  #trustSocket(): void {
    clearTimeout(this.#firstPrice);
    this.#failures = 0;
    this.#endPolling();
  }

  #take(message: PriceMessage, receivedAtMs: number): void {
    takePrices(message, receivedAtMs);
    this.#tickWithAge();
  }

  /** All that is wanted comes again as a snapshot. */
  #catchUp(): void {
    if (this.#open) this.#send({ type: "subscribe", symbols: [...this.#open.symbols] });
  }

  /** Asks for no more frames than are shown: each costs the page time merely by arriving. */
  #askPace(pauseMs: number): void {
    const everyMs = paceFor(pauseMs);
    const nowMs = Date.now();
    if (everyMs === this.#asked.everyMs || nowMs - this.#asked.atMs < this.#waits.askPaceEveryMs) return;
    if (this.#send({ type: "pace", everyMs })) this.#asked = { everyMs, atMs: nowMs };
  }

  /** @returns false when there is no open socket */
  #send(message: ClientMessage): boolean {
    this.#open?.socket.send(JSON.stringify(message));
    return this.#open !== null;
  }

  /** Moves the clock when the newest price is a whole beat older; while prices come, they move it before it is two. */
  #tickWithAge(): void {
    const { beatMs } = this.#waits;
    const ageMs = newestAgeMs();
    const tick = () => {
      tickClock();
      this.#tickWithAge();
    };
    clearTimeout(this.#clock);
    this.#clock = setTimeout(tick, beatMs - (ageMs % beatMs) + (ageMs < beatMs ? beatMs : 0));
  }

  #onLost(): void {
    this.#drop();
    // Polling brings the prices meanwhile, and its own failures are the ones that count.
    if (this.#stopPolling) return;
    this.#failures += 1;
    setLink("lost");
    if (this.#failures >= BLOCKED_AFTER) this.#startPolling();
    else this.#retryLater();
  }

  #retryLater(): void {
    const { reconnectMinMs: minMs, reconnectMaxMs: maxMs } = this.#waits;
    const waitMs = backOffMs(this.#failures, { minMs, maxMs, random: Math.random() });
    this.#retry = setTimeout(() => {
      this.#cancelRetry();
      this.#follow();
    }, waitMs);
    setNextTry(Date.now() + waitMs);
  }

  #cancelRetry(): void {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    setNextTry(null);
  }

  /** Lets go of the socket: whatever it still says is not heard. */
  #drop(): void {
    clearTimeout(this.#firstPrice);
    const socket = this.#open?.socket ?? this.#opening;
    this.#open = null;
    this.#opening = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    // What still waits came over a link that was open.
    this.#prices.show();
  }

  #sendDifference(): void {
    if (!this.#open) return;
    const { symbols } = this.#open;
    const wanted = [...this.#wanted.keys()];
    const added = wanted.filter((symbol) => !symbols.includes(symbol));
    const dropped = symbols.filter((symbol) => !this.#wanted.has(symbol));
    if (added.length > 0) this.#send({ type: "subscribe", symbols: added });
    if (dropped.length > 0) this.#send({ type: "unsubscribe", symbols: dropped });
    this.#open.symbols = wanted;
  }

  #onBeat(): void {
    const nowMs = Date.now();
    if (this.#stopPolling && !this.#opening && !this.#open && nowMs >= this.#socketRetryAtMs) {
      this.#socketRetryAtMs = nowMs + this.#waits.retrySocketEveryMs;
      this.#connect();
      return;
    }
    const act = this.#open?.heartbeat.beat(nowMs);
    if (act === "ping") this.#open?.socket.send(PING);
    if (act === "dead") this.#onLost();
  }

  #startPolling(): void {
    this.#socketRetryAtMs = Date.now() + this.#waits.retrySocketEveryMs;
    this.#stopPolling = pollPrices({
      ask: (since) => this.#options.poll([...this.#wanted.keys()], since),
      onAnswer: (answer, { isFirst }) => {
        this.#take(answer, Date.now());
        // The server is there again: it may only have been restarting.
        if (isFirst) this.#socketRetryAtMs = Date.now();
      },
      onFailure: () => setLink("lost"),
      waits: this.#waits,
    });
  }

  #endPolling(): void {
    this.#stopPolling?.();
    this.#stopPolling = null;
  }
}
