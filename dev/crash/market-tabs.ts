import { MarketSocket } from "../../web/market/market-socket.ts";
import { SOCKET_WAITS } from "../../web/market/socket-waits.ts";
import { PONG, type PollAnswer, type ServerMessage } from "../../worker/contract/market-messages.ts";
import { type FeedSymbol, WATCHLIST_SYMBOLS } from "../../worker/contract/symbols.ts";

/**
 * Browser tabs on the market, as far as their connections go: each is the product's own socket with its own pace, back-off
 * and jitter. They share one process, which must have a document. A tab is seated while its socket is open and has brought
 * a price of every symbol.
 */
export class MarketTabs {
  /** When each open socket had brought a price of every symbol, epoch ms. */
  readonly #seatedAtMs = new Map<WebSocket, number>();
  readonly #unsubscribe: Array<() => void> = [];
  readonly #ownWebSocket = globalThis.WebSocket;

  constructor(origin: string, tabs: number) {
    const seatedAtMs = this.#seatedAtMs;
    globalThis.WebSocket = class extends this.#ownWebSocket {
      constructor(url: string | URL) {
        super(url);
        const missing = new Set<string>(WATCHLIST_SYMBOLS);
        const hear = ({ data }: MessageEvent) => {
          for (const symbol of symbolsIn(String(data))) missing.delete(symbol);
          if (missing.size > 0) return;
          seatedAtMs.set(this, Date.now());
          this.removeEventListener("message", hear);
        };
        this.addEventListener("message", hear);
        this.addEventListener("close", () => void seatedAtMs.delete(this));
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

  /** When those were seated that were it after a moment, epoch ms, in order. */
  seatedSince(sinceMs: number): number[] {
    return [...this.#seatedAtMs.values()].filter((atMs) => atMs > sinceMs).toSorted((a, b) => a - b);
  }

  leave(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    globalThis.WebSocket = this.#ownWebSocket;
    // Tabs look at once whether their connection is still wanted.
    document.dispatchEvent(new Event("visibilitychange"));
  }
}

function symbolsIn(frame: string): string[] {
  if (frame === PONG) return [];
  // What the hub sends is what its own tests say it sends.
  const message = JSON.parse(frame) as ServerMessage;
  if (message.type === "price_update") return [message.symbol];
  return message.type === "market-data" ? Object.keys(message.prices) : [];
}

async function poll(origin: string, symbols: readonly FeedSymbol[], since: number): Promise<PollAnswer> {
  const reply = await fetch(`${origin}/api/market/poll?symbols=${symbols.join()}&since=${since}`);
  if (!reply.ok) throw new Error(`the poll answered ${reply.status}`);
  return (await reply.json()) as PollAnswer;
}
