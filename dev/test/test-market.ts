import { COMPACT_PROTOCOL, type CompactFrame, decodeCompactFrame } from "../../worker/contract/compact-frame.ts";
import { PONG, type ServerMessage } from "../../worker/contract/market-messages.ts";
import type { Stack } from "../stack.ts";
import { Client } from "./test-client.ts";
import { control } from "./test-stand-ins.ts";

/** A client of the market's socket without a browser: it records every frame and can wait for one. */
export class MarketClient {
  readonly frames: string[] = [];
  readonly closed = Promise.withResolvers<{ code: number; reason: string }>();
  readonly #socket: WebSocket;
  #received = Promise.withResolvers<void>();

  constructor(origin: string, { query = "", headers = {} }: { query?: string; headers?: Record<string, string> } = {}) {
    const url = `${origin.replace("http", "ws")}/api/market/socket${query}`;
    // Bun's WebSocket accepts headers; the browser types do not include them.
    this.#socket = new WebSocket(url, { headers } as unknown as string[]);
    this.#socket.addEventListener("message", ({ data }) => {
      this.frames.push(String(data));
      this.#received.resolve();
      this.#received = Promise.withResolvers();
    });
    this.#socket.addEventListener("close", ({ code, reason }) => this.closed.resolve({ code, reason }));
  }

  /** Waits until the socket is open. */
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

  /** Waits for the first frame from index `from` on that matches; the test's own timeout is the limit. */
  async next(matches: (message: ServerMessage) => boolean, from = 0): Promise<ServerMessage> {
    for (let at = from; ; at++) {
      while (at >= this.frames.length) await this.#received.promise;
      const frame = this.frames[at] ?? "";
      if (frame === PONG) continue;
      // The hub's own tests cover the format of its messages.
      const message = JSON.parse(frame) as ServerMessage;
      if (matches(message)) return message;
    }
  }

  /** Waits for a frame with exactly this text. */
  async nextText(text: string): Promise<void> {
    while (!this.frames.includes(text)) await this.#received.promise;
  }
}

/** A client of the market's socket that requests compact frames. */
export class CompactClient {
  readonly #frames: CompactFrame[] = [];
  readonly #texts: string[] = [];
  readonly #socket: WebSocket;
  #received = Promise.withResolvers<void>();

  /** @param symbols with commas between */
  constructor(origin: string, symbols: string) {
    const url = `${origin.replace("http", "ws")}/api/market/socket?symbols=${symbols}`;
    this.#socket = new WebSocket(url, COMPACT_PROTOCOL);
    this.#socket.binaryType = "arraybuffer";
    this.#socket.addEventListener("message", ({ data }) => {
      if (data instanceof ArrayBuffer) this.#frames.push(decodeCompactFrame(new Uint8Array(data)));
      else this.#texts.push(String(data));
      this.#received.resolve();
      this.#received = Promise.withResolvers();
    });
  }

  /** The subprotocol that the server named. */
  get protocol(): string {
    return this.#socket.protocol;
  }

  send(text: string): void {
    this.#socket.send(text);
  }

  close(): void {
    this.#socket.close();
  }

  /** Waits for the first frame that matches; the test's own timeout is the limit. */
  async next(matches: (frame: CompactFrame) => boolean): Promise<CompactFrame> {
    for (;;) {
      const found = this.#frames.find(matches);
      if (found) return found;
      await this.#received.promise;
    }
  }

  /** Waits for a text that matches. */
  async nextText(matches: (text: string) => boolean): Promise<void> {
    while (!this.#texts.some(matches)) await this.#received.promise;
  }
}

/** A predicate for messages that contain this price. */
export const hasPrice = (symbol: string, price: number) => (message: ServerMessage) =>
  message.type === "price_update"
    ? message.symbol === symbol && message.price === price
    : message.type === "market-data" &&
      Object.entries(message.prices).some(([s, q]) => s === symbol && q?.price === price);

/** The time of the newest price in a message, epoch ms; 0 without prices. */
export function newestAt(message: ServerMessage): number {
  if (message.type === "price_update") return message.at;
  if (message.type === "error") return 0;
  return Math.max(...Object.values(message.prices).map((quote) => quote?.at ?? 0));
}

/** The prices that are sent again and again, by their symbol, what does it, and what it has sent. */
const kept = new Map<string, number>();
let repeating: ReturnType<typeof setInterval> | undefined;
let repeated = Promise.resolve();
const REPEAT_MS = 1_000;

/**
 * Holds prices as {@link holdPrices} does, and keeps them fresh: they are sent again and again until
 * {@link letPricesMove}. Nothing can be ordered after ten seconds without a price, and the steps of a browser on a slow
 * machine may take longer than that.
 */
export async function keepPrices(stack: Stack, prices: Record<string, number>): Promise<void> {
  const all = [...kept, ...Object.entries(prices)];
  await holdPrices(stack, prices);
  for (const [symbol, price] of all) kept.set(symbol, price);
  repeating = setInterval(() => {
    repeated = repeated.then(() => repeatPrices(stack));
  }, REPEAT_MS);
}

async function repeatPrices(stack: Stack): Promise<void> {
  try {
    for (const [symbol, price] of kept) await control(stack.urls.priceSource, "/price", { symbol, price });
  } catch {
    // The stack was stopped without letting its prices move.
    clearInterval(repeating);
  }
}

/** Sends no price again. Resolves once none is on its way, which would replace a later one. */
async function endRepeats(): Promise<void> {
  clearInterval(repeating);
  kept.clear();
  await repeated;
}

/**
 * Pauses the feed and forces prices, which stay until {@link letPricesMove} and get old: see {@link keepPrices}. Resolves
 * once the product quotes them.
 */
export async function holdPrices(stack: Stack, prices: Record<string, number>): Promise<void> {
  await endRepeats();
  await setPace(stack, 0);
  for (const [symbol, price] of Object.entries(prices)) await holdPrice(stack, symbol, price);
}

/**
 * A paused feed sends a forced price only once. If the Worker was just connecting it missed it, so it is sent again.
 */
async function holdPrice(stack: Stack, symbol: string, price: number): Promise<void> {
  const deadlineMs = Date.now() + HOLD_TIMEOUT_MS;
  for (let sentAtMs = 0; Date.now() < deadlineMs; ) {
    if (Date.now() - sentAtMs > RESEND_AFTER_MS) {
      await control(stack.urls.priceSource, "/price", { symbol, price });
      sentAtMs = Date.now();
    }
    const { body } = await new Client(stack.origin).get("/api/market/prices");
    if (body.prices[symbol]?.price === price) return;
  }
  throw new Error(`${symbol} was never quoted at ${price}`);
}

const RESEND_AFTER_MS = 1_000;
const HOLD_TIMEOUT_MS = 100_000;

/** Releases the prices of {@link holdPrices} and {@link keepPrices}, and lets all prices move again. */
export async function letPricesMove(stack: Stack, symbols: readonly string[]): Promise<void> {
  await endRepeats();
  for (const symbol of symbols) await control(stack.urls.priceSource, "/price", { symbol, price: null });
  await setPace(stack, null);
}

/** Sets the ticks per second and symbol; 0 pauses the market, null is the stack's usual pace. */
export async function setPace(stack: Stack, ticksPerSecond: number | null): Promise<void> {
  await control(stack.urls.priceSource, "/pace", { ticksPerSecond });
}
