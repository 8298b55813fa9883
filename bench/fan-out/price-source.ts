import { parseArgs } from "node:util";
import { FEED_SYMBOLS, type FeedSymbol } from "../../worker/contract/symbols.ts";
import { answerOrders } from "./helper-process.ts";
import { OFFERED_SYMBOLS, TickGrid } from "./tick-grid.ts";
import { preciseNow } from "./wire.ts";

/**
 * The price source of every run, in a separate process: Finnhub's trade socket with ticks at the grid's times. A new
 * connection gets the newest tick of each symbol; further ticks follow between `start` and `stop`.
 */

/** The orders that the process accepts. */
export type SourceOrder = "start" | "stop";
/** The number of ticks since `start`, and how late they were sent: this lateness is included in all ages. */
export type SourceLog = { ticks: number; meanLateMs: number; maxLateMs: number };

const PING_MS = 2_000;

class PriceSource {
  readonly #grid: TickGrid;
  readonly #listeners = new Set<Bun.ServerWebSocket<unknown>>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sentUpToMs = 0;
  #lateMs: number[] = [];

  constructor(port: number, grid: TickGrid) {
    this.#grid = grid;
    Bun.serve({
      port,
      hostname: "127.0.0.1",
      fetch(request, server) {
        if (!request.headers.has("Upgrade")) return Response.json({ s: "no_data" });
        return server.upgrade(request) ? undefined : new Response("", { status: 400 });
      },
      websocket: {
        open: (socket) => {
          this.#listeners.add(socket);
          for (const [index, symbol] of OFFERED_SYMBOLS.entries())
            socket.send(this.#trade(index, symbol, grid.lastBefore(index, Date.now())));
        },
        message() {},
        close: (socket) => void this.#listeners.delete(socket),
      },
    });
    setInterval(() => this.#send('{"type":"ping"}'), PING_MS);
  }

  /** Starts sending ticks and clears the log. */
  start(): void {
    this.#lateMs = [];
    this.#sentUpToMs = Date.now();
    this.#tick();
  }

  /** Stops sending ticks. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  get log(): SourceLog {
    const ticks = this.#lateMs.length;
    const meanLateMs = this.#lateMs.reduce((sum, late) => sum + late, 0) / Math.max(1, ticks);
    return { ticks, meanLateMs, maxLateMs: this.#lateMs.reduce((max, late) => Math.max(max, late), 0) };
  }

  #tick(): void {
    const nowMs = Date.now();
    let nextMs = Number.POSITIVE_INFINITY;
    for (const [index, symbol] of OFFERED_SYMBOLS.entries()) {
      let at = this.#grid.nextAt(index, this.#sentUpToMs + 1);
      for (; at <= nowMs; at += this.#grid.intervalMs) {
        this.#send(this.#trade(index, symbol, at));
        this.#lateMs.push(preciseNow() - at);
      }
      nextMs = Math.min(nextMs, at);
    }
    this.#sentUpToMs = nowMs;
    this.#timer = setTimeout(() => this.#tick(), Math.max(1, nextMs - Date.now()));
  }

  /** Another price each time, in steps small enough to be believed. */
  #trade(index: number, symbol: FeedSymbol, at: number): string {
    const s = FEED_SYMBOLS[symbol].finnhub.name;
    const p = 1_000 * (index + 1) + (Math.floor(at / this.#grid.intervalMs) % 1_000) / 100;
    return JSON.stringify({ type: "trade", data: [{ s, p, t: at, v: 0 }] });
  }

  #send(frame: string): void {
    for (const socket of this.#listeners) socket.send(frame);
  }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { port: { type: "string" }, ticks: { type: "string" } } });
  const source = new PriceSource(Number(values.port), new TickGrid(Number(values.ticks)));
  answerOrders<SourceOrder, SourceLog>((order) => {
    source[order]();
    return source.log;
  });
}
