import { backOffMs } from "../contract/back-off.ts";
import type { TwoSidedQuote } from "../contract/quotes.ts";
import type { FeedSymbol } from "../contract/symbols.ts";
import { logEvent } from "../platform/log.ts";
import { noteCall } from "../platform/services/service-calls.ts";
import { FeedWatchdog } from "./feed-watchdog.ts";
import { parseJson } from "./sources/parse-json.ts";
import { PlausibleQuotes, type QuoteFault } from "./sources/plausible-quotes.ts";
import type { PriceSource, SourceQuote } from "./sources/price-source.ts";

/** A source that sends nothing for this long, not even a ping, counts as dead, whatever the state of its socket. */
const SILENT_AFTER_MS = 15_000;
const DIAL_TIMEOUT_MS = 10_000;
const REDIAL = { minMs: 1_000, maxMs: 30_000 };

/** The faults of a source that is still sending what it sent before, which is no sign of damage. */
const REPEATED: readonly QuoteFault[] = ["duplicate", "out_of_order"];

/** The content of a frame: the plausible quotes, and the symbols whose quotes were damaged. */
export type ReadFrame = { isReadable: boolean; accepted: SourceQuote[]; damaged: readonly FeedSymbol[] };

/** The calls by which an upstream informs the feed. */
export type UpstreamEvents = {
  connecting(): void;
  opened(): void;
  received(frame: ReadFrame): void;
  /** The connection was lost, refused or left. */
  closed(): void;
};

/** The connection to one price source, with its own back-off and its own judgement of what is plausible. */
export class Upstream {
  readonly source: PriceSource;
  readonly #events: UpstreamEvents;
  readonly #plausible: PlausibleQuotes;
  readonly #watchdog: FeedWatchdog;
  #socket: WebSocket | null = null;
  #isDialling = false;
  #failures = 0;
  #heardAtMs = 0;
  #nextDialMs = 0;

  /** @param known the last quotes of this source in an earlier run */
  constructor(source: PriceSource, known: readonly TwoSidedQuote[], events: UpstreamEvents) {
    this.source = source;
    this.#events = events;
    this.#plausible = new PlausibleQuotes(known);
    this.#watchdog = new FeedWatchdog(source.symbols);
  }

  get isConnected(): boolean {
    return this.#socket !== null;
  }

  /** Whether the last attempts to connect, or the connection itself, failed. */
  get isFailing(): boolean {
    return this.#failures > 0;
  }

  /** When the source last sent anything, epoch ms; 0 before. */
  get heardAtMs(): number {
    return this.#heardAtMs;
  }

  /** When to connect next, epoch ms; null while it is connected or connecting. */
  get nextDialMs(): number | null {
    return this.#socket || this.#isDialling ? null : this.#nextDialMs;
  }

  /** Leaves a connection that has stopped bringing prices, so that it is made anew. */
  watch(nowMs: number): void {
    if (!this.#socket) return;
    const fault = nowMs - this.#heardAtMs > SILENT_AFTER_MS ? "silent" : this.#watchdog.fault(nowMs);
    noteCall("prices", { isAnswer: fault === null });
    if (!fault) return;
    this.#failures += 1;
    this.leave(fault);
  }

  /** Connects. Resolves when the socket is open or the attempt has failed. */
  async dial(): Promise<void> {
    this.#isDialling = true;
    this.#events.connecting();
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), DIAL_TIMEOUT_MS);
    try {
      const { webSocket, status } = await fetch(this.source.socketUrl, {
        headers: { Upgrade: "websocket" },
        signal: abort.signal,
      });
      if (!webSocket) throw new Error(`status ${status}`);
      this.#isDialling = false;
      this.#attach(webSocket);
      noteCall("prices", { isAnswer: true });
    } catch (error) {
      this.#isDialling = false;
      noteCall("prices", { isAnswer: false });
      // The URL can contain a key, so only the kind of failure is logged.
      const name = error instanceof Error ? error.name : "";
      logEvent("price_source_unreachable", { source: this.source.id, failures: this.#failures + 1, name });
      this.#fail();
    } finally {
      clearTimeout(timer);
    }
  }

  /** Closes the connection. */
  leave(reason: "nobody_listens" | "silent" | "tickless" | "symbol_tickless"): void {
    const socket = this.#socket;
    if (!socket) return;
    this.#socket = null;
    this.#nextDialMs = Date.now();
    logEvent("price_source_left", { source: this.source.id, reason });
    socket.close(1000);
    this.#events.closed();
  }

  #attach(socket: WebSocket): void {
    socket.accept();
    this.#socket = socket;
    this.#heardAtMs = Date.now();
    this.#watchdog.dialled(this.#heardAtMs);
    socket.addEventListener("message", ({ data }) => {
      if (socket === this.#socket && typeof data === "string") this.#receive(data);
    });
    const lost = () => {
      if (socket !== this.#socket) return;
      noteCall("prices", { isAnswer: false });
      this.#socket = null;
      logEvent("price_source_left", { source: this.source.id, reason: "closed_by_source" });
      socket.close(1000);
      this.#fail();
    };
    socket.addEventListener("close", lost);
    socket.addEventListener("error", lost);
    for (const frame of this.source.subscribeFrames) socket.send(frame);
    logEvent("price_source_connected", { source: this.source.id, failures: this.#failures });
    this.#events.opened();
  }

  #receive(frame: string): void {
    const nowMs = Date.now();
    this.#heardAtMs = nowMs;
    const quotes = this.source.readQuotes(frame, nowMs);
    if (quotes.length === 0) {
      const isReadable = parseJson(frame) !== null;
      this.#events.received({ isReadable, accepted: [], damaged: isReadable ? [] : this.source.symbols });
      return;
    }
    const { accepted, refused } = this.#plausible.judge(quotes, nowMs);
    if (accepted.length > 0) {
      this.#failures = 0;
      const symbols = accepted.map(({ symbol }) => symbol);
      this.#watchdog.ticked(symbols, nowMs);
    }
    const damaged = refused.filter(({ fault }) => !REPEATED.includes(fault)).map(({ quote }) => quote.symbol);
    this.#events.received({ isReadable: true, accepted, damaged });
  }

  #fail(): void {
    this.#failures += 1;
    this.#nextDialMs = Date.now() + backOffMs(this.#failures, { ...REDIAL, random: Math.random() });
    this.#events.closed();
  }
}
