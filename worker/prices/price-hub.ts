import { DurableObject } from "cloudflare:workers";
import { COMPACT_PROTOCOL } from "../contract/compact-frame.ts";
import { PING, PONG, type Quotes } from "../contract/market-messages.ts";
import type { PollAnswer } from "../contract/poll-answer.ts";
import { FEED_SYMBOL_LIST, type FeedSymbol, isFeedSymbol } from "../contract/symbols.ts";
import { type Bindings, readSettings } from "../platform/env.ts";
import { logEvent } from "../platform/log.ts";
import { clientAddress } from "../platform/request/client-address.ts";
import { pauseAfterFlushMs } from "./coalesce-ticks.ts";
import { type FeedQuotes, polledQuotes, wireQuotes } from "./feed-quote.ts";
import { changeFrame, encode, type Frame, formatFor, pick, type Stamp, snapshotFrame } from "./hub-frames.ts";
import { HubQuotes } from "./hub-quotes.ts";
import { PRICE_FEED_NAME } from "./hub-shards.ts";
import { SharedAnswer } from "./shared-answer.ts";
import { symbolsOfSocket } from "./socket-address.ts";
import { doesNotRead, SOCKETS_PER_ADDRESS_MAX } from "./socket-limits.ts";
import {
  changeSocketState,
  countMessage,
  isFlood,
  isHuge,
  newSocketState,
  type Refusal,
  readClientFrame,
  type SocketState,
} from "./socket-state.ts";
import { type SentFrame, type SubscriptionGroup, SubscriptionGroups } from "./subscription-groups.ts";

declare module "../platform/env.ts" {
  interface Bindings {
    PRICE_HUB: DurableObjectNamespace<PriceHub>;
  }
}

const CARE_EVERY_MS = 30_000;
/** The client pings every 25 s; a socket that missed two has no client any more. */
const PING_MISSING_MS = 60_000;
/** Shorter than the 20 s after which the browser considers a request lost. */
const POLL_WAIT_MS = 15_000;
/** How long the feed's answer is used while a symbol has no quote here. */
const MISSING_KEPT_MS = 1_000;
/** A poller counts as listening until its next poll. */
const POLLER_LEASE_MS = 45_000;

/** After hibernation it is unknown what a group was sent, so its next frame has everything. */
const NOTHING_SENT: SentFrame = { seq: 0, atMs: 0 };

const GOING_AWAY = 1001;
const POLICY_VIOLATION = 1008;
const MESSAGE_TOO_BIG = 1009;

const TOO_MANY_REQUESTS = 429;

/**
 * Sends prices to its share of the clients. Its sockets hibernate: the state of each is in its attachment, and the
 * constructor rebuilds the rest.
 */
export class PriceHub extends DurableObject<Bindings> {
  readonly #groups = new SubscriptionGroups<WebSocket>();
  readonly #source = readSettings(this.env).PRICE_SOURCE_KIND;
  readonly #perAddressMax = SOCKETS_PER_ADDRESS_MAX * readSettings(this.env).ADDRESS_LIMIT_FACTOR;
  readonly #quotes = new HubQuotes(Date.now());
  /** The timer of the next group with a frame interval. */
  #nextDue: ReturnType<typeof setTimeout> | undefined;
  #joined: Promise<void> | null = null;
  #pollersUntilMs = 0;
  /** The feed's quotes while a symbol has none here: perhaps for good, as when no source has it. */
  readonly #missing = new SharedAnswer<Quotes>(MISSING_KEPT_MS);
  readonly #pollers = new Set<{ symbols: readonly FeedSymbol[]; answer: () => void }>();

  constructor(ctx: DurableObjectState, env: Bindings) {
    super(ctx, env);
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
    const slept = this.#openSockets();
    for (const socket of slept) this.#groups.add(socketStateOf(socket), socket, NOTHING_SENT);
    if (slept.length > 0) logEvent("price_hub_woke", { sockets: slept.length });
  }

  /**
   * Accepts a socket. The query's `symbols`, validated by the route, are its first subscription.
   * @returns 429 for an address that already has the maximum number of sockets here
   */
  override async fetch(request: Request): Promise<Response> {
    const address = clientAddress(request.headers);
    // A closed socket still counts until its client has released it, because it still uses memory.
    if (this.ctx.getWebSockets(address).length >= this.#perAddressMax) {
      return new Response(null, { status: TOO_MANY_REQUESTS });
    }
    // Another spelling of the same symbols, such as with encoded commas, comes by the route.
    const symbols = symbolsOfSocket(request.url) ?? symbolsOfQuery(new URL(request.url));
    const format = formatFor(request.headers.get("Sec-WebSocket-Protocol"));
    const { 0: client, 1: socket } = new WebSocketPair();
    this.ctx.acceptWebSocket(socket, [address]);
    const state = newSocketState({ symbols, format }, Date.now());
    socket.serializeAttachment(state);
    await this.#join();
    // The close event may have come meanwhile; changes are sent only after the snapshot.
    if (symbols.length > 0 && socket.readyState === WebSocket.OPEN) {
      this.#groups.add(state, socket, this.#sentNow());
      this.#send(socket, this.#snapshotFor(state));
    }
    // A browser refuses a connection that does not name the subprotocol it requested.
    const headers: HeadersInit = format === "compact" ? { "Sec-WebSocket-Protocol": COMPACT_PROTOCOL } : {};
    return new Response(null, { status: 101, webSocket: client, headers });
  }

  /**
   * The newest quotes. The feed itself would answer later: what an object sends waits for its writes, and the feed writes
   * every quote.
   */
  async quotes(): Promise<Quotes> {
    this.#pollersUntilMs = Date.now() + POLLER_LEASE_MS;
    await this.#join();
    const { newest } = this.#quotes;
    if (FEED_SYMBOL_LIST.every((symbol) => newest[symbol])) return wireQuotes(newest);
    return this.#missing.get(Date.now(), () => this.#feed().quotes());
  }

  /** Waits until one of the symbols has changed since `since`, or the maximum wait is over. */
  async poll(symbols: readonly FeedSymbol[], since: number): Promise<PollAnswer> {
    this.#pollersUntilMs = Date.now() + POLLER_LEASE_MS;
    await this.#join();
    if (this.#quotes.changedSince(symbols, since).length === 0) {
      const changed = Promise.withResolvers<void>();
      const poller = { symbols, answer: changed.resolve };
      this.#pollers.add(poller);
      await Promise.race([changed.promise, scheduler.wait(POLL_WAIT_MS)]);
      this.#pollers.delete(poller);
    }
    const { source, now } = this.#stamp();
    return { prices: polledQuotes(pick(symbols, this.#quotes.newest)), source, seq: this.#quotes.seq, now };
  }

  /** Receives changes from the feed, distributes them, and returns when it is ready for more. */
  async publish(changed: FeedQuotes): Promise<void> {
    const startedAtMs = Date.now();
    this.#distribute(changed);
    // The clock does not advance while code runs, and a timer fires after the frames were sent.
    await scheduler.wait(0);
    await scheduler.wait(pauseAfterFlushMs(Date.now() - startedAtMs));
  }

  override async webSocketMessage(socket: WebSocket, frame: string | ArrayBuffer): Promise<void> {
    const before = socketStateOf(socket);
    const counted = countMessage(before, Date.now());
    socket.serializeAttachment(counted);
    if (isFlood(counted)) {
      this.#sendError(socket, { code: "too_many_messages", message: "Too many messages" });
      this.#disconnect(socket, POLICY_VIOLATION, "too many messages");
      return;
    }
    const change = readClientFrame(frame);
    if ("code" in change) {
      this.#sendError(socket, change);
      if (isHuge(frame)) this.#disconnect(socket, MESSAGE_TOO_BIG, "frame too large");
      return;
    }
    await this.#join();
    // The close event, or another change, may have come meanwhile.
    if (socket.readyState !== WebSocket.OPEN) return;
    const known = socketStateOf(socket);
    const state = changeSocketState(known, change);
    socket.serializeAttachment(state);
    this.#groups.remove(known, socket);
    this.#groups.add(state, socket, this.#sentNow());
    // A full snapshot: the new group may already have been sent changes that its last group had not.
    if (state.symbols.length > 0) this.#send(socket, this.#snapshotFor(state));
  }

  override webSocketClose(socket: WebSocket): void {
    this.#groups.remove(socketStateOf(socket), socket);
  }

  override webSocketError(socket: WebSocket): void {
    this.#groups.remove(socketStateOf(socket), socket);
  }

  /** Closes the sockets without a client, and renews its place at the feed or gives it up. */
  override async alarm(): Promise<void> {
    const nowMs = Date.now();
    for (const socket of this.#openSockets()) {
      if (nowMs - this.#heardAtMs(socket) > PING_MISSING_MS) this.#disconnect(socket, GOING_AWAY, "no ping");
      // Responses to its pings accumulate too, and nothing else may be sent to it.
      else if (doesNotRead(socket)) this.#disconnect(socket, POLICY_VIOLATION, "does not read");
    }
    if (this.#openSockets().length > 0 || this.#pollersUntilMs > nowMs) {
      this.#joined = null;
      await this.#join();
    } else {
      this.#joined = null;
      await this.#feed().leave(this.ctx.id.toString());
    }
  }

  #heardAtMs(socket: WebSocket): number {
    return this.ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? socketStateOf(socket).openedAtMs;
  }

  /** Ensures that the feed sends to this hub, and that the newest quotes are known. */
  #join(): Promise<void> {
    this.#joined ??= this.#listen().catch((error: unknown) => {
      // Clients keep their prices, which show their age; the next client tries again.
      this.#joined = null;
      logEvent("price_feed_unreachable", { name: error instanceof Error ? error.name : "" });
    });
    return this.#joined;
  }

  async #listen(): Promise<void> {
    await this.ctx.storage.setAlarm(Date.now() + CARE_EVERY_MS);
    const quotes = await this.#feed().listen(this.ctx.id.toString());
    const newer = this.#quotes.newerAmong(quotes);
    if (newer.length > 0) this.#distribute(pick(newer, quotes));
  }

  #distribute(changed: FeedQuotes): void {
    this.#quotes.apply(changed, Date.now());
    this.#sendDue();
    for (const { symbols, answer } of this.#pollers) if (symbols.some((symbol) => changed[symbol])) answer();
  }

  /**
   * Sends every group what changed since its last frame, only the newest quote of each symbol; groups with an interval
   * when it is over.
   */
  #sendDue(): void {
    const nowMs = Date.now();
    let nextDueMs = Number.POSITIVE_INFINITY;
    for (const group of this.#groups.groups()) {
      if (this.#quotes.changedSince(group.symbols, group.sent.seq).length === 0) continue;
      const dueMs = group.sent.atMs + group.everyMs;
      if (dueMs > nowMs) {
        nextDueMs = Math.min(nextDueMs, dueMs);
        continue;
      }
      const frame = this.#changesFor(group);
      group.sent = this.#sentNow();
      if (frame !== null) for (const socket of group.sockets) this.#send(socket, frame);
    }
    clearTimeout(this.#nextDue);
    this.#nextDue = Number.isFinite(nextDueMs) ? setTimeout(() => this.#sendDue(), nextDueMs - nowMs) : undefined;
  }

  #snapshotFor({ symbols, format }: Pick<SocketState, "symbols" | "format">): Frame {
    return snapshotFrame(symbols, { quotes: this.#quotes, format }, this.#stamp());
  }

  /** The changes for a group since its last frame; null without any. */
  #changesFor({ symbols, format, sent }: SubscriptionGroup<WebSocket>): Frame | null {
    return changeFrame(symbols, { quotes: this.#quotes, format, after: sent.seq }, this.#stamp());
  }

  #sentNow(): SentFrame {
    return { seq: this.#quotes.seq, atMs: Date.now() };
  }

  #openSockets(): WebSocket[] {
    return this.ctx.getWebSockets().filter((socket) => socket.readyState === WebSocket.OPEN);
  }

  /** Sends a frame; a client with too many unsent bytes is disconnected instead. */
  #send(socket: WebSocket, frame: Frame): void {
    if (doesNotRead(socket)) {
      this.#disconnect(socket, POLICY_VIOLATION, "does not read");
      return;
    }
    try {
      socket.send(frame);
    } catch {
      // A closing socket refuses the frame; its close event removes it.
    }
  }

  #disconnect(socket: WebSocket, code: number, reason: string): void {
    this.#groups.remove(socketStateOf(socket), socket);
    if (socket.readyState !== WebSocket.OPEN) return;
    socket.close(code, reason);
    logEvent("market_socket_closed", { code, reason });
  }

  #sendError(socket: WebSocket, { code, message }: Refusal): void {
    this.#send(socket, encode({ type: "error", code, message, seq: this.#quotes.seq, now: Date.now() }));
  }

  #stamp(): Stamp {
    return { source: this.#source, now: Date.now() };
  }

  #feed() {
    return this.env.PRICE_FEED.getByName(PRICE_FEED_NAME);
  }
}

function symbolsOfQuery({ searchParams }: URL): FeedSymbol[] {
  return searchParams.get("symbols")?.split(",").filter(isFeedSymbol) ?? [];
}

/** The attachment is written when the socket is accepted, before any other event. */
function socketStateOf(socket: WebSocket): SocketState {
  return socket.deserializeAttachment() as SocketState;
}
