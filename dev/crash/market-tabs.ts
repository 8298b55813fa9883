import { MarketSocket } from "../../web/prices/socket.ts";
import { SOCKET_WAITS } from "../../web/prices/socket-waits.ts";
import { decodeCompactFrame } from "../../worker/contract/compact-frame.ts";
import type { PollAnswer } from "../../worker/contract/poll-answer.ts";
import { type FeedSymbol, WATCHLIST_SYMBOLS } from "../../worker/contract/symbols.ts";

/**
 * The market connections of browser tabs: each is the product's own socket with its own timing, back-off and jitter.
 * They share one process, which must have a document. A tab counts as connected while its socket is open and has
 * delivered a price of every symbol.
 */
export class MarketTabs {
  /** When each open socket had delivered a price of every symbol, epoch ms. */
  readonly #connectedAtMs = new Map<WebSocket, number>();
  readonly #unsubscribe: Array<() => void> = [];
  readonly #ownWebSocket = globalThis.WebSocket;

  constructor(origin: string, tabs: number) {
    const connectedAtMs = this.#connectedAtMs;
    globalThis.WebSocket = class extends this.#ownWebSocket {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols);
        const missing = new Set<string>(WATCHLIST_SYMBOLS);
        const onMessage = ({ data }: MessageEvent) => {
          for (const symbol of symbolsIn(data)) missing.delete(symbol);
          if (missing.size > 0) return;
          connectedAtMs.set(this, Date.now());
          this.removeEventListener("message", onMessage);
        };
        this.addEventListener("message", onMessage);
        this.addEventListener("close", () => void connectedAtMs.delete(this));
      }
    };
    for (let i = 0; i < tabs; i++) {
      const url = `${origin.replace("http", "ws")}/api/market/socket`;
      const socket = new MarketSocket({
        url,
        poll: (symbols, since) => poll(origin, symbols, since),
        waits: SOCKET_WAITS,
      });
      this.#unsubscribe.push(socket.subscribe(WATCHLIST_SYMBOLS));
    }
  }

  /** Connection times of the tabs that connected after a given time; both in epoch ms, ascending. */
  connectedSince(sinceMs: number): number[] {
    return [...this.#connectedAtMs.values()].filter((atMs) => atMs > sinceMs).toSorted((a, b) => a - b);
  }

  /** Closes all connections. */
  leave(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    globalThis.WebSocket = this.#ownWebSocket;
    // On this event a socket checks at once whether anything still subscribes to it.
    document.dispatchEvent(new Event("visibilitychange"));
  }
}

/** The symbols of a frame with prices; pongs and errors are text. */
function symbolsIn(frame: unknown): string[] {
  return frame instanceof ArrayBuffer ? Object.keys(decodeCompactFrame(new Uint8Array(frame)).quotes) : [];
}

async function poll(origin: string, symbols: readonly FeedSymbol[], since: number): Promise<PollAnswer> {
  const reply = await fetch(`${origin}/api/market/poll?symbols=${symbols.join()}&since=${since}`);
  if (!reply.ok) throw new Error(`the poll answered ${reply.status}`);
  return (await reply.json()) as PollAnswer;
}
