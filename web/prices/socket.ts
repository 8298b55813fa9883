import { batch } from "@preact/signals-react";
import { backOffMs } from "../../worker/contract/back-off.ts";
import { COMPACT_PROTOCOL } from "../../worker/contract/compact-frame.ts";
import { type ClientMessage, type PaceMs, PING } from "../../worker/contract/market-messages.ts";
import type { PollAnswer } from "../../worker/contract/poll-answer.ts";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { Heartbeat } from "../state/heartbeat.ts";
import { newestAgeMs, type PriceMessage, setLink, setNextTry, takePrices, tickClock } from "../state/prices.ts";
import { FrameQueue, type ReceivedFrame } from "./frame-queue.ts";
import { PaceChoice } from "./pace-choice.ts";
import { polledQuotes, pollPrices } from "./poll.ts";
import { readServerFrame } from "./server-frame.ts";
import type { SocketWaits } from "./socket-waits.ts";

/** After this many consecutive sockets without a price, a proxy or firewall is assumed to block them. */
const BLOCKED_AFTER = 3;

/** What is requested of a new socket: nothing. */
const NO_PACE = { everyMs: 0, atMs: Number.NEGATIVE_INFINITY } as const;

type MarketSocketOptions = {
  /** The socket's address, without a query. */
  url: string;
  poll: (symbols: readonly FeedSymbol[], since: number) => Promise<PollAnswer>;
  waits: SocketWaits;
};

/**
 * The tab's single connection to the market. Components subscribe to symbols; the connection carries the union, closes
 * while the tab is hidden, reconnects by itself and falls back to polling where sockets are blocked. Received prices
 * are written to `state/prices.ts`.
 */
export class MarketSocket {
  readonly #options: MarketSocketOptions;
  readonly #waits: SocketWaits;
  readonly #frames: FrameQueue;
  readonly #pace = new PaceChoice();
  /** The number of subscribers of each symbol. */
  readonly #subscribers = new Map<FeedSymbol, number>();
  /** The sequence number of this socket's last frame; 0 before the first. */
  #seq = 0;
  /** The pace last requested from the hub, and when, ms of `performance.now()`. */
  #requestedPace: { everyMs: PaceMs; atMs: number } = NO_PACE;
  #open: { socket: WebSocket; heartbeat: Heartbeat; symbols: readonly FeedSymbol[] } | null = null;
  #opening: WebSocket | null = null;
  /** Runs until the socket delivers its first price: an open socket without prices is treated as failed. */
  #firstPrice: ReturnType<typeof setTimeout> | undefined;
  /** The number of consecutive sockets that failed without a price. */
  #failures = 0;
  /** When an immediate attempt was last requested, ms of `performance.now()`. */
  #triedAtMs = Number.NEGATIVE_INFINITY;
  #stopPolling: (() => void) | null = null;
  /** When polling tries a socket again, ms of `performance.now()`. */
  #socketRetryAtMs = 0;
  #beat: ReturnType<typeof setInterval> | undefined;
  #clock: ReturnType<typeof setTimeout> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #settle: ReturnType<typeof setTimeout> | undefined;

  constructor(options: MarketSocketOptions) {
    this.#options = options;
    this.#waits = options.waits;
    this.#frames = new FrameQueue({
      onShow: (frames) =>
        batch(() => {
          for (const frame of frames) this.#show(frame);
        }),
      onShown: (showing) => {
        this.#pace.add(showing, this.#requestedPace.everyMs);
        this.#askPace();
      },
    });
    document.addEventListener("visibilitychange", () => this.#sync());
    window.addEventListener("online", () => this.tryNow());
    // A socket whose network is gone looks open until it has been silent for long.
    window.addEventListener("offline", () => {
      if (this.#open || this.#opening) this.#onLost();
    });
  }

  /**
   * Subscribes to prices of these symbols.
   * @returns unsubscribes
   */
  subscribe(symbols: readonly FeedSymbol[]): () => void {
    for (const symbol of symbols) this.#subscribers.set(symbol, (this.#subscribers.get(symbol) ?? 0) + 1);
    this.#syncSoon(this.#waits.settleMs);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      for (const symbol of symbols) {
        const rest = (this.#subscribers.get(symbol) ?? 0) - 1;
        if (rest > 0) this.#subscribers.set(symbol, rest);
        else this.#subscribers.delete(symbol);
      }
      this.#syncSoon(this.#subscribers.size === 0 ? this.#waits.lingerMs : this.#waits.settleMs);
    };
  }

  /** Skips the remaining back-off, of polling too; on an open connection requests snapshots of all symbols again. */
  tryNow(): void {
    // Ignores repeated presses, which the server would count as a flood.
    const nowMs = performance.now();
    if (nowMs - this.#triedAtMs < this.#waits.beatMs) return;
    this.#triedAtMs = nowMs;
    this.#catchUp();
    if (this.#stopPolling) {
      this.#endPolling();
      this.#startPolling();
    }
    if (this.#retry === undefined) return;
    this.#cancelRetry();
    this.#sync();
  }

  #syncSoon(afterMs: number): void {
    clearTimeout(this.#settle);
    this.#settle = setTimeout(() => this.#sync(), afterMs);
  }

  /** Brings the connection in line with the subscriptions and the tab's visibility. */
  #sync(): void {
    if (this.#subscribers.size === 0 || document.hidden) {
      this.#disconnect();
      return;
    }
    this.#beat ??= setInterval(() => this.#onBeat(), this.#waits.beatMs);
    if (this.#clock === undefined) this.#tickWithAge();
    if (this.#open) this.#sendDifference();
    else if (!this.#opening && !this.#stopPolling && this.#retry === undefined) this.#connect();
  }

  #disconnect(): void {
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
    const symbols = [...this.#subscribers.keys()];
    const socket = new WebSocket(`${this.#options.url}?symbols=${symbols.join()}`, COMPACT_PROTOCOL);
    socket.binaryType = "arraybuffer";
    this.#opening = socket;
    this.#firstPrice = setTimeout(() => this.#onLost(), this.#waits.connectTimeoutMs);
    this.#seq = 0;
    this.#requestedPace = NO_PACE;
    socket.onopen = () => this.#onOpen(socket, symbols);
    socket.onmessage = ({ data }) => this.#onFrame(data);
    socket.onclose = () => this.#onLost();
  }

  #onOpen(socket: WebSocket, symbols: readonly FeedSymbol[]): void {
    this.#opening = null;
    this.#open = { socket, symbols, heartbeat: new Heartbeat(this.#waits, performance.now()) };
    this.#askPace();
    this.#sync();
  }

  #onFrame(data: unknown): void {
    this.#open?.heartbeat.hear(performance.now());
    this.#frames.take(data);
  }

  #show({ data, receivedAtMs }: ReceivedFrame): void {
    const frame = readServerFrame(data);
    if (frame?.type === "error") console.warn(`market socket: ${frame.code}`);
    else if (frame) {
      if (this.#open) this.#trustSocket();
      if ((frame.after ?? 0) > this.#seq) this.#catchUp();
      this.#seq = frame.seq;
      this.#take(frame, receivedAtMs);
    }
  }

  /** The socket delivers prices: resets the failure count and stops polling. */
  #trustSocket(): void {
    clearTimeout(this.#firstPrice);
    this.#failures = 0;
    this.#endPolling();
  }

  #take(message: PriceMessage, receivedAtMs: number, link: "open" | "polled" = "open"): void {
    takePrices(message, receivedAtMs, link);
    this.#tickWithAge();
  }

  /** Requests snapshots of all subscribed symbols. */
  #catchUp(): void {
    if (this.#open) this.#send({ type: "subscribe", symbols: [...this.#open.symbols] });
  }

  /** Requests the chosen pace. A frame that the page does not show costs it time too. */
  #askPace(): void {
    const { everyMs } = this.#pace;
    const nowMs = performance.now();
    if (everyMs === this.#requestedPace.everyMs || nowMs - this.#requestedPace.atMs < this.#waits.askPaceEveryMs)
      return;
    if (this.#send({ type: "pace", everyMs })) this.#requestedPace = { everyMs, atMs: nowMs };
  }

  /** @returns false when there is no open socket */
  #send(message: ClientMessage): boolean {
    this.#open?.socket.send(JSON.stringify(message));
    return this.#open !== null;
  }

  /**
   * Schedules the next clock tick for when the newest price is a whole beat older; while prices arrive, they move the
   * clock before it is two beats old.
   */
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
    // While polling delivers the prices, only its own failures count.
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
      this.#sync();
    }, waitMs);
    setNextTry(Date.now() + waitMs);
  }

  #cancelRetry(): void {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    setNextTry(null);
  }

  /** Detaches and closes the socket, ignoring anything it still sends. */
  #drop(): void {
    clearTimeout(this.#firstPrice);
    const socket = this.#open?.socket ?? this.#opening;
    this.#open = null;
    this.#opening = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    // Pending frames arrived over an open link, so they are shown.
    this.#frames.show();
  }

  #sendDifference(): void {
    if (!this.#open) return;
    const { symbols } = this.#open;
    const subscribed = [...this.#subscribers.keys()];
    const added = subscribed.filter((symbol) => !symbols.includes(symbol));
    const dropped = symbols.filter((symbol) => !this.#subscribers.has(symbol));
    if (added.length > 0) this.#send({ type: "subscribe", symbols: added });
    if (dropped.length > 0) this.#send({ type: "unsubscribe", symbols: dropped });
    this.#open.symbols = subscribed;
  }

  #onBeat(): void {
    const nowMs = performance.now();
    if (this.#stopPolling && !this.#opening && !this.#open && nowMs >= this.#socketRetryAtMs) {
      this.#socketRetryAtMs = nowMs + this.#waits.retrySocketEveryMs;
      this.#connect();
      return;
    }
    const action = this.#open?.heartbeat.beat(nowMs);
    if (action === "ping") this.#open?.socket.send(PING);
    if (action === "dead") this.#onLost();
  }

  #startPolling(): void {
    this.#socketRetryAtMs = performance.now() + this.#waits.retrySocketEveryMs;
    this.#stopPolling = pollPrices({
      request: (since) => this.#options.poll([...this.#subscribers.keys()], since),
      onAnswer: (answer, { isFirst }) => {
        this.#take({ ...answer, quotes: polledQuotes(answer) }, Date.now(), "polled");
        // The server responds again after a failure: it may only have restarted, so a socket is tried at once.
        if (isFirst) this.#socketRetryAtMs = performance.now();
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
