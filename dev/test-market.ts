import { PONG, type ServerMessage } from "../worker/contract/market-messages.ts";

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
