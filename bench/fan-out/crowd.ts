import { backOffMs } from "../../worker/contract/back-off.ts";
import { SOCKET } from "../../worker/contract/limits.ts";
import { hubName } from "../../worker/market/hub-shards.ts";
import { type CrowdDialect, DIALECTS, type DialectName } from "./crowd-dialects.ts";
import { answerOrders } from "./helper-process.ts";
import { PollingWire } from "./polling-wire.ts";
import { type AgeFigures, PriceAges } from "./price-ages.ts";
import { readTicks } from "./read-ticks.ts";
import { OFFERED_SYMBOLS, TickGrid } from "./tick-grid.ts";
import { WebSocketWire } from "./web-socket-wire.ts";
import type { Wire, WireEvents } from "./wire.ts";

/** All clients of a run, in a process of their own. */

export type CrowdOrder =
  /** Connects so many, as fast as the server takes them. */
  | { type: "connect"; clients: number; port: number; dialect: DialectName; hubs: "one" | "all" }
  | { type: "measure"; ticksPerSecond: number; fromMs: number; toMs: number }
  /** Waits until everybody has the window's last prices, or patience is over. */
  | { type: "figures"; patienceMs: number }
  /** From now on who loses the connection comes back as a browser does, with back-off and jitter. */
  | { type: "come_back" }
  /** A crowd that has done its work goes. */
  | { type: "leave" }
  /** Waits until everybody has a whole snapshot that came after a moment; those who do not come back themselves are called. */
  | { type: "gather"; sinceMs: number };

export type CrowdAnswer = {
  /** When each client had its first whole snapshot since it connected last, epoch ms, in order. */
  seatedAtMs: number[];
  /** Tries that failed, and connections that were lost, since the order before. */
  failures: number;
  /** Only after `figures`. */
  ages?: AgeFigures;
  /** Messages within the window, of all clients; only after `figures`. */
  frames?: number;
};

/** So many handshakes are under way at once: fewer than a listening socket holds back. */
const OPENING_MAX = 256;
const TRY_AGAIN_MS = 50;
const LOOK_MS = 5;
const PING_EVERY_MS = 25_000;
const PING_STEP_MS = 250;

class Crowd {
  readonly #to: Extract<CrowdOrder, { type: "connect" }>;
  readonly #dialect: CrowdDialect;
  readonly #wires: (Wire | null)[];
  /** When each client had a whole snapshot; 0 while it has none. */
  readonly #seatedAtMs: Float64Array;
  readonly #failuresInARow: Uint8Array;
  /** Who is to be called. */
  readonly #away: number[];
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
    this.#to = to;
    this.#dialect = DIALECTS[to.dialect];
    this.#wires = Array.from({ length: to.clients }, () => null);
    this.#away = [...this.#wires.keys()];
    this.#seatedAtMs = new Float64Array(to.clients);
    this.#failuresInARow = new Uint8Array(to.clients);
    if (this.#dialect.ping) this.#pinging = setInterval(() => this.#ping(), PING_STEP_MS);
  }

  async gather(sinceMs: number): Promise<void> {
    this.#isGathering = true;
    this.#openNext();
    while (this.#seatedAtMs.some((atMs) => atMs <= sinceMs)) await Bun.sleep(LOOK_MS);
    this.#isGathering = false;
    this.#comesBack = false;
  }

  comeBack(): void {
    this.#comesBack = true;
  }

  measure(ticksPerSecond: number, window: { fromMs: number; toMs: number }): void {
    this.#ages = new PriceAges(this.#to.clients, new TickGrid(ticksPerSecond), window);
    this.#window = window;
    this.#frames = 0;
  }

  report(): CrowdAnswer {
    const answer = { seatedAtMs: [...this.#seatedAtMs].toSorted((a, b) => a - b), failures: this.#failures };
    this.#failures = 0;
    return answer;
  }

  async figures(patienceMs: number): Promise<Pick<CrowdAnswer, "ages" | "frames">> {
    if (!this.#ages) return {};
    const deadlineMs = Date.now() + patienceMs;
    while (!this.#ages.isComplete && Date.now() < deadlineMs) await Bun.sleep(LOOK_MS);
    return { ages: this.#ages.figures(Date.now()), frames: this.#frames };
  }

  leave(): void {
    clearInterval(this.#pinging);
    for (const wire of this.#wires) wire?.close();
  }

  #openNext(): void {
    while (this.#isGathering && this.#opening < OPENING_MAX) {
      const client = this.#away.shift();
      if (client === undefined) return;
      this.#open(client);
    }
  }

  #open(client: number): void {
    const { port, dialect, hubs } = this.#to;
    const { path } = this.#dialect;
    this.#opening += 1;
    this.#wires[client] =
      dialect === "socket.io-polling"
        ? new PollingWire(client, { port, path }, this.#events)
        : new WebSocketWire(client, { port, path, key: handshakeKey(hubs) }, this.#events);
  }

  readonly #events: WireEvents = {
    onText: (wire, text, nowMs) => {
      const message = this.#dialect.read(text);
      if (message === null) return;
      if ("answer" in message) wire.send(message.answer);
      else this.#hear(wire, message.json, nowMs);
    },
    onClose: ({ client }) => this.#lose(client),
  };

  #hear(wire: Wire, json: string, nowMs: number): void {
    const { client } = wire;
    const ticks = readTicks(json);
    if (this.#seatedAtMs[client] === 0) {
      if (ticks.length === OFFERED_SYMBOLS.length) this.#seat(client, nowMs);
      else {
        // The server does not know all prices yet.
        wire.close();
        this.#lose(client);
        return;
      }
    }
    if (nowMs >= this.#window.fromMs && nowMs < this.#window.toMs) this.#frames += 1;
    for (const { symbolIndex, at } of ticks) this.#ages?.take(client, symbolIndex, at, nowMs);
  }

  #seat(client: number, nowMs: number): void {
    this.#seatedAtMs[client] = nowMs;
    this.#failuresInARow[client] = 0;
    this.#opening -= 1;
    this.#openNext();
  }

  #lose(client: number): void {
    if (this.#seatedAtMs[client] === 0) this.#opening -= 1;
    this.#wires[client] = null;
    this.#seatedAtMs[client] = 0;
    this.#failures += 1;
    if (this.#comesBack) {
      const failures = (this.#failuresInARow[client] ?? 0) + 1;
      this.#failuresInARow[client] = failures;
      const { reconnectMinMs: minMs, reconnectMaxMs: maxMs } = SOCKET;
      setTimeout(() => this.#open(client), backOffMs(failures, { minMs, maxMs, random: Math.random() }));
    } else {
      setTimeout(() => {
        this.#away.push(client);
        this.#openNext();
      }, TRY_AGAIN_MS);
    }
  }

  /** A part of the crowd each time, so that the pings of all are spread over their time. */
  #ping(): void {
    const share = Math.ceil((this.#wires.length * PING_STEP_MS) / PING_EVERY_MS);
    for (let i = 0; i < share; i++) {
      const client = this.#nextPing++ % this.#wires.length;
      if (this.#seatedAtMs[client] !== 0 && this.#dialect.ping) this.#wires[client]?.send(this.#dialect.ping);
    }
  }
}

/** Sixteen random bytes; for one hub, those that lead there. */
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
