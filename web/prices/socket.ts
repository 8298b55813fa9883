import { batch } from "@preact/signals-react";
import { COMPACT_PROTOCOL } from "../../worker/contract/compact-frame.ts";
import type { ClientMessage, PaceMs } from "../../worker/contract/market-messages.ts";
import type { PollAnswer } from "../../worker/contract/poll-answer.ts";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { ReconnectingSocket } from "../state/network/reconnecting-socket.ts";
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
  readonly #socket: ReconnectingSocket;
  /** The number of subscribers of each symbol. */
  readonly #subscribers = new Map<FeedSymbol, number>();
  /** The sequence number of this socket's last frame; 0 before the first. */
  #seq = 0;
  /** The pace last requested from the hub, and when, ms of `performance.now()`. */
  #requestedPace: { everyMs: PaceMs; atMs: number } = NO_PACE;
  /** The symbols that this socket was asked for. */
  #symbols: readonly FeedSymbol[] = [];
  /** When an immediate attempt was last requested, ms of `performance.now()`. */
  #triedAtMs = Number.NEGATIVE_INFINITY;
  #stopPolling: (() => void) | null = null;
  #clock: ReturnType<typeof setTimeout> | undefined;
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
    this.#socket = new ReconnectingSocket({
      open: () => this.#begin(),
      isWanted: () => this.#subscribers.size > 0,
      waits: options.waits,
      onOpen: () => {
        this.#askPace();
        this.#sendDifference();
      },
      onMessage: (data) => this.#frames.take(data),
      onLost: () => this.#onLost(),
      onIdle: () => this.#onIdle(),
      // While it polls, a socket is only tried now and then.
      pauseMs: () => (this.#stopPolling ? this.#waits.retrySocketEveryMs : null),
      onRetry: (atMs) => setNextTry(this.#stopPolling ? null : atMs),
    });
    window.addEventListener("online", () => this.tryNow());
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
    this.#socket.retryNow();
  }

  #syncSoon(afterMs: number): void {
    clearTimeout(this.#settle);
    this.#settle = setTimeout(() => this.#sync(), afterMs);
  }

  /** Brings the connection in line with the subscriptions and the tab's visibility. */
  #sync(): void {
    this.#socket.sync();
    if (this.#socket.isOpen) this.#sendDifference();
  }

  #begin(): WebSocket {
    if (this.#clock === undefined) this.#tickWithAge();
    if (!this.#stopPolling) setLink("connecting");
    this.#symbols = [...this.#subscribers.keys()];
    this.#seq = 0;
    this.#requestedPace = NO_PACE;
    const socket = new WebSocket(`${this.#options.url}?symbols=${this.#symbols.join()}`, COMPACT_PROTOCOL);
    socket.binaryType = "arraybuffer";
    return socket;
  }

  #show({ data, receivedAtMs }: ReceivedFrame): void {
    const frame = readServerFrame(data);
    if (frame?.type === "error") console.warn(`market socket: ${frame.code}`);
    else if (frame) {
      if (this.#socket.isOpen) this.#trustSocket();
      if ((frame.after ?? 0) > this.#seq) this.#catchUp();
      this.#seq = frame.seq;
      this.#take(frame, receivedAtMs);
    }
  }

  /** The socket delivers prices: resets the failure count and stops polling. */
  #trustSocket(): void {
    this.#socket.trust();
    this.#endPolling();
  }

  #take(message: PriceMessage, receivedAtMs: number, link: "open" | "polled" = "open"): void {
    takePrices(message, receivedAtMs, link);
    this.#tickWithAge();
  }

  /** Requests snapshots of all subscribed symbols. */
  #catchUp(): void {
    this.#send({ type: "subscribe", symbols: [...this.#symbols] });
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
    return this.#socket.send(JSON.stringify(message));
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
    // Pending frames arrived over an open link, so they are shown.
    this.#frames.show();
    // While polling delivers the prices, only its own failures count.
    if (this.#stopPolling) return;
    setLink("lost");
    if (this.#socket.failures >= BLOCKED_AFTER) this.#startPolling();
  }

  #onIdle(): void {
    this.#frames.show();
    this.#endPolling();
    clearTimeout(this.#clock);
    this.#clock = undefined;
    setLink("idle");
  }

  #sendDifference(): void {
    const symbols = this.#symbols;
    const subscribed = [...this.#subscribers.keys()];
    const added = subscribed.filter((symbol) => !symbols.includes(symbol));
    const dropped = symbols.filter((symbol) => !this.#subscribers.has(symbol));
    if (added.length > 0) this.#send({ type: "subscribe", symbols: added });
    if (dropped.length > 0) this.#send({ type: "unsubscribe", symbols: dropped });
    this.#symbols = subscribed;
  }

  #startPolling(): void {
    this.#stopPolling = pollPrices({
      request: (since) => this.#options.poll([...this.#subscribers.keys()], since),
      onAnswer: (answer, { isFirst }) => {
        this.#take({ ...answer, quotes: polledQuotes(answer) }, Date.now(), "polled");
        // The server responds again after a failure: it may only have restarted, so a socket is tried at once.
        if (isFirst) this.#socket.retryNow();
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
