import { PONG, type ServerMessage } from "../../worker/contract/market-messages.ts";
import { TICKS_PER_SECOND } from "../price-source/trade-feed.ts";
import type { Stack } from "../stack.ts";
import { Client } from "./test-client.ts";
import { control } from "./test-stand-ins.ts";

/** A browser's side of the market's socket, without a browser: every frame kept, and waited for. */
export class MarketClient {
  readonly frames: string[] = [];
  readonly closed = Promise.withResolvers<{ code: number; reason: string }>();
  readonly #socket: WebSocket;
  #heard = Promise.withResolvers<void>();

  constructor(origin: string, { query = "", headers = {} }: { query?: string; headers?: Record<string, string> } = {}) {
    const url = `${origin.replace("http", "ws")}/api/market/socket${query}`;
    // Bun's takes headers, of which the browsers' types know nothing.
    this.#socket = new WebSocket(url, { headers } as unknown as string[]);
    this.#socket.addEventListener("message", ({ data }) => {
      this.frames.push(String(data));
      this.#heard.resolve();
      this.#heard = Promise.withResolvers();
    });
    this.#socket.addEventListener("close", ({ code, reason }) => this.closed.resolve({ code, reason }));
  }

  async opened(): Promise<this> {
    if (this.#socket.readyState !== WebSocket.OPEN) {
      await new Promise((resolve) => this.#socket.addEventListener("open", resolve, { once: true }));
    }
    return this;
  }

  send(message: object | string | Uint8Array<ArrayBuffer>): void {
    const isRaw = typeof message === "string" || message instanceof Uint8Array;
    this.#socket.send(isRaw ? message : JSON.stringify(message));
  }

  close(): void {
    this.#socket.close();
  }

  /** The first frame, from `from` on, that fits; waited for until the test's own time is over. */
  async next(fits: (message: ServerMessage) => boolean, from = 0): Promise<ServerMessage> {
    for (let at = from; ; at++) {
      while (at >= this.frames.length) await this.#heard.promise;
      const frame = this.frames[at] ?? "";
      if (frame === PONG) continue;
      // What the hub sends is what its tests say it sends.
      const message = JSON.parse(frame) as ServerMessage;
      if (fits(message)) return message;
    }
  }

  async nextText(text: string): Promise<void> {
    while (!this.frames.includes(text)) await this.#heard.promise;
  }
}

/** Whether a message brings this price. */
export const hasPrice = (symbol: string, price: number) => (message: ServerMessage) =>
  message.type === "price_update"
    ? message.symbol === symbol && message.price === price
    : message.type === "market-data" &&
      Object.entries(message.prices).some(([s, q]) => s === symbol && q?.price === price);

/** When the newest of its prices was made, epoch ms; 0 without any. */
export function newestAt(message: ServerMessage): number {
  if (message.type === "price_update") return message.at;
  if (message.type === "error") return 0;
  return Math.max(...Object.values(message.prices).map((quote) => quote?.at ?? 0));
}

/** Gives symbols of the feed a price that stays the newest until {@link letPricesMove}. Back once the product quotes it. */
export async function holdPrices(stack: Stack, prices: Record<string, number>): Promise<void> {
  await setPace(stack, 0);
  for (const [symbol, price] of Object.entries(prices)) await holdPrice(stack, symbol, price);
}

/** With the market at rest a price is told once: where the feed was just dialling, it has to be told again. */
async function holdPrice(stack: Stack, symbol: string, price: number): Promise<void> {
  const deadlineMs = Date.now() + HELD_WITHIN_MS;
  for (let toldAtMs = 0; Date.now() < deadlineMs; ) {
    if (Date.now() - toldAtMs > TOLD_AGAIN_MS) {
      await control(stack.urls.priceSource, "/price", { symbol, price });
      toldAtMs = Date.now();
    }
    const { body } = await new Client(stack.origin).get("/api/market/prices");
    if (body.prices[symbol]?.price === price) return;
  }
  throw new Error(`${symbol} was never quoted at ${price}`);
}

const TOLD_AGAIN_MS = 1_000;
const HELD_WITHIN_MS = 100_000;

/** Ends what {@link holdPrices} began: the symbols take their market's own price again, and all prices move. */
export async function letPricesMove(stack: Stack, symbols: readonly string[]): Promise<void> {
  for (const symbol of symbols) await control(stack.urls.priceSource, "/price", { symbol, price: null });
  await setPace(stack, TICKS_PER_SECOND.standard);
}

/** How often the price source makes a price of each symbol; 0 stops the market. */
export async function setPace(stack: Stack, ticksPerSecond: number): Promise<void> {
  await control(stack.urls.priceSource, "/pace", { ticksPerSecond });
}
