import { backOffMs } from "../../worker/contract/back-off.ts";
import { SOCKET } from "../../worker/contract/limits.ts";
import { hubName } from "../../worker/prices/hub-shards.ts";
import { type CrowdDialect, DIALECTS, type DialectName } from "./crowd-dialects.ts";
import { answerOrders } from "./helper-process.ts";
import { PollingWire } from "./polling-wire.ts";
import { type AgeFigures, PriceAges } from "./price-ages.ts";
import type { ClientTick } from "./read-ticks.ts";
import { OFFERED_SYMBOLS, TickGrid } from "./tick-grid.ts";
import { WebSocketWire } from "./web-socket-wire.ts";
import type { Wire, WireEvents } from "./wire.ts";

/** All clients of a run, in a separate process. */

/** The orders that the process accepts. */
export type CrowdOrder =
  /** Connects clients as fast as the server accepts them. */
  | { type: "connect"; clients: number; port: number; dialect: DialectName; hubs: "one" | "all" }
  | { type: "measure"; ticksPerSecond: number; fromMs: number; toMs: number }
  /** Reports after all clients have the last prices of the window, or after a timeout. */
  | { type: "figures"; patienceMs: number }
  /** From now on a disconnected client reconnects as a browser does, with back-off and jitter. */
  | { type: "come_back" }
  /** Closes all connections. */
  | { type: "leave" }
  /** Waits until each client has received a full snapshot after a given time, and reconnects clients that need it. */
  | { type: "gather"; sinceMs: number };

/** The response to an order. */
export type CrowdAnswer = {
  /** When each client received the first full snapshot of its current connection, epoch ms, ascending. */
  snapshotAtMs: number[];
  /** Failed attempts and lost connections since the previous order. */
  failures: number;
  /** Only in the response to `figures`. */
  ages?: AgeFigures;
  /** Messages to all clients within the window; only in the response to `figures`. */
  frames?: number;
};

/** Maximum number of concurrent handshakes: below the backlog of a listening socket. */
const OPENING_MAX = 256;
const RETRY_MS = 50;
const POLL_INTERVAL_MS = 5;
const PING_EVERY_MS = 25_000;
const PING_STEP_MS = 250;

class Crowd {
  readonly #target: Extract<CrowdOrder, { type: "connect" }>;
  readonly #dialect: CrowdDialect;
  readonly #wires: (Wire | null)[];
  /** When each client had a full snapshot, epoch ms; 0 while it has none. */
  readonly #snapshotAtMs: Float64Array;
  readonly #failuresInARow: Uint8Array;
  /** Clients that have to be connected. */
  readonly #disconnected: number[];
  #isGathering = false;
  #comesBack = false;
  #opening = 0;
  #failures = 0;
  #ages: PriceAges | null = null;
  #window = { fromMs: 0, toMs: 0 };
  #frames = 0;
  #nextPing = 0;
  #pinging: ReturnType<typeof setInterval> | undefined;

  constructor(to: Extract<CrowdOrder, { type: "connect" }>) {
    this.#target = to;
    this.#dialect = DIALECTS[to.dialect];
    this.#wires = Array.from({ length: to.clients }, () => null);
    this.#disconnected = [...this.#wires.keys()];
    this.#snapshotAtMs = new Float64Array(to.clients);
    this.#failuresInARow = new Uint8Array(to.clients);
    if (this.#dialect.ping) this.#pinging = setInterval(() => this.#ping(), PING_STEP_MS);
  }

  /** Connects clients until each has a full snapshot after a time. */
  async gather(sinceMs: number): Promise<void> {
    this.#isGathering = true;
    this.#openNext();
    while (this.#snapshotAtMs.some((atMs) => atMs <= sinceMs)) await Bun.sleep(POLL_INTERVAL_MS);
    this.#isGathering = false;
    this.#comesBack = false;
  }

  /** From now on clients reconnect with back-off and jitter. */
  comeBack(): void {
    this.#comesBack = true;
  }

  /** Starts to measure the ages of prices within a window, epoch ms. */
  measure(ticksPerSecond: number, window: { fromMs: number; toMs: number }): void {
    this.#ages = new PriceAges(this.#target.clients, new TickGrid(ticksPerSecond), window);
    this.#window = window;
    this.#frames = 0;
  }

  /** The figures since the previous order. */
  report(): CrowdAnswer {
    const answer = { snapshotAtMs: [...this.#snapshotAtMs].toSorted((a, b) => a - b), failures: this.#failures };
    this.#failures = 0;
    return answer;
  }

  /** The measured ages, as soon as they are complete or the timeout has passed. */
  async figures(patienceMs: number): Promise<Pick<CrowdAnswer, "ages" | "frames">> {
    if (!this.#ages) return {};
    const deadlineMs = Date.now() + patienceMs;
    while (!this.#ages.isComplete && Date.now() < deadlineMs) await Bun.sleep(POLL_INTERVAL_MS);
    return { ages: this.#ages.figures(Date.now()), frames: this.#frames };
  }

  /** Closes all connections. */
  leave(): void {
    clearInterval(this.#pinging);
    for (const wire of this.#wires) wire?.close();
  }

  #openNext(): void {
    while (this.#isGathering && this.#opening < OPENING_MAX) {
      const client = this.#disconnected.shift();
      if (client === undefined) return;
      this.#open(client);
    }
  }

  #open(client: number): void {
    const { port, dialect, hubs } = this.#target;
    const { path, protocol } = this.#dialect;
    this.#opening += 1;
    this.#wires[client] =
      dialect === "socket.io-polling"
        ? new PollingWire(client, { port, path }, this.#events)
        : new WebSocketWire(
            client,
            { port, path, key: handshakeKey(hubs), ...(protocol && { protocol }) },
            this.#events,
          );
  }

  readonly #events: WireEvents = {
    onText: (wire, text, nowMs) => {
      const message = this.#dialect.read(text);
      if (message === null) return;
      if ("answer" in message) wire.send(message.answer);
      else this.#receive(wire, message.ticks, nowMs);
    },
    onClose: ({ client }) => this.#lose(client),
  };

  #receive(wire: Wire, ticks: readonly ClientTick[], nowMs: number): void {
    const { client } = wire;
    if (this.#snapshotAtMs[client] === 0) {
      if (ticks.length === OFFERED_SYMBOLS.length) this.#markConnected(client, nowMs);
      else {
        // The server does not have all prices yet, so try again later.
        wire.close();
        this.#lose(client);
        return;
      }
    }
    if (nowMs >= this.#window.fromMs && nowMs < this.#window.toMs) this.#frames += 1;
    for (const { symbolIndex, at } of ticks) this.#ages?.take(client, symbolIndex, at, nowMs);
  }

  #markConnected(client: number, nowMs: number): void {
    this.#snapshotAtMs[client] = nowMs;
    this.#failuresInARow[client] = 0;
    this.#opening -= 1;
    this.#openNext();
  }

  #lose(client: number): void {
    if (this.#snapshotAtMs[client] === 0) this.#opening -= 1;
    this.#wires[client] = null;
    this.#snapshotAtMs[client] = 0;
    this.#failures += 1;
    if (this.#comesBack) {
      const failures = (this.#failuresInARow[client] ?? 0) + 1;
      this.#failuresInARow[client] = failures;
      const { reconnectMinMs: minMs, reconnectMaxMs: maxMs } = SOCKET;
      setTimeout(() => this.#open(client), backOffMs(failures, { minMs, maxMs, random: Math.random() }));
    } else {
      setTimeout(() => {
        this.#disconnected.push(client);
        this.#openNext();
      }, RETRY_MS);
    }
  }

  /** Pings a part of the clients each time, so that the pings are spread over their interval. */
  #ping(): void {
    const share = Math.ceil((this.#wires.length * PING_STEP_MS) / PING_EVERY_MS);
    for (let i = 0; i < share; i++) {
      const client = this.#nextPing++ % this.#wires.length;
      if (this.#snapshotAtMs[client] !== 0 && this.#dialect.ping) this.#wires[client]?.send(this.#dialect.ping);
    }
  }
}

/** A random handshake key; for one hub, a key that is assigned to `hub-0`. */
function handshakeKey(hubs: "one" | "all"): string {
  for (;;) {
    const key = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
    if (hubs === "all" || hubName(key) === "hub-0") return key;
  }
}

if (import.meta.main) {
  let crowd: Crowd | null = null;
  answerOrders<CrowdOrder, CrowdAnswer>(async (order) => {
    if (order.type === "connect") crowd = new Crowd(order);
    if (!crowd) throw new Error("nobody is connected yet");
    if (order.type === "connect") await crowd.gather(0);
    if (order.type === "gather") await crowd.gather(order.sinceMs);
    if (order.type === "measure") crowd.measure(order.ticksPerSecond, order);
    if (order.type === "come_back") crowd.comeBack();
    if (order.type === "leave") crowd.leave();
    return { ...crowd.report(), ...(order.type === "figures" ? await crowd.figures(order.patienceMs) : {}) };
  });
}
