import { preciseNow, type Wire, type WireEvents } from "./wire.ts";

const HEAD_END = Buffer.from("\r\n\r\n");
/** Separates the packets of one response. */
const SEPARATOR = "\x1e";

/**
 * A minimal client of Engine.IO's long polling with one keep-alive connection: a GET waits for packets, a POST sends
 * them.
 * Source: https://socket.io/docs/v4/engine-io-protocol
 */
export class PollingWire implements Wire {
  readonly client: number;
  readonly #events: WireEvents;
  readonly #target: { port: number; path: string };
  #socket: Bun.Socket<PollingWire> | null = null;
  #sessionId = "";
  /** Packets to send before the next poll: there is only one request at a time. */
  readonly #outgoing: string[] = [];
  #rest: Buffer = Buffer.alloc(0);
  #isOver = false;

  constructor(client: number, to: { port: number; path: string }, events: WireEvents) {
    this.client = client;
    this.#events = events;
    this.#target = to;
    Bun.connect<PollingWire>({ hostname: "127.0.0.1", port: to.port, data: this, socket: HANDLERS }).catch(() =>
      this.end(),
    );
  }

  send(text: string): void {
    this.#outgoing.push(text);
  }

  close(): void {
    this.#isOver = true;
    this.#socket?.terminate();
  }

  /** Called when the TCP connection is open. */
  begin(socket: Bun.Socket<PollingWire>): void {
    this.#socket = socket;
    if (this.#isOver) socket.terminate();
    else this.#sendRequest();
  }

  /** Called when the TCP connection is closed or failed. */
  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#events.onClose(this);
  }

  /** Called with received bytes. */
  take(data: Buffer): void {
    const nowMs = preciseNow();
    this.#rest = Buffer.concat([this.#rest, data]);
    const headEnd = this.#rest.indexOf(HEAD_END);
    if (headEnd === -1) return;
    const head = this.#rest.toString("latin1", 0, headEnd);
    const start = headEnd + HEAD_END.length;
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (this.#rest.length < start + length) return;
    const body = this.#rest.toString("latin1", start, start + length);
    this.#rest = Buffer.alloc(0);
    if (!head.startsWith("HTTP/1.1 200")) {
      this.#socket?.end();
      return;
    }
    if (body !== "ok") for (const packet of body.split(SEPARATOR)) this.#receive(packet, nowMs);
    this.#sendRequest();
  }

  #receive(packet: string, nowMs: number): void {
    if (this.#sessionId === "") this.#sessionId = /"sid":"([^"]+)"/.exec(packet)?.[1] ?? "";
    this.#events.onText(this, packet, nowMs);
  }

  #sendRequest(): void {
    const { port, path } = this.#target;
    const address = this.#sessionId === "" ? path : `${path}&sid=${this.#sessionId}`;
    const body = this.#outgoing.splice(0).join(SEPARATOR);
    const head = `${body ? "POST" : "GET"} ${address} HTTP/1.1\r\nHost: localhost:${port}\r\n`;
    const kind = body ? `Content-Type: text/plain\r\nContent-Length: ${body.length}\r\n` : "";
    this.#socket?.write(`${head}${kind}\r\n${body}`);
  }
}

const HANDLERS: Bun.SocketHandler<PollingWire> = {
  open: (socket) => socket.data.begin(socket),
  data: (socket, data) => socket.data.take(data),
  close: (socket) => socket.data.end(),
  error: (socket) => socket.data.end(),
};
