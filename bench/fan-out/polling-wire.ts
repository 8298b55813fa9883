import { preciseNow, type Wire, type WireEvents } from "./wire.ts";

const HEAD_END = Buffer.from("\r\n\r\n");
/** Between the packets of one answer. */
const SEPARATOR = "\x1e";

/**
 * Engine.IO's long polling by hand, one kept connection a client: a GET that waits for packets, a POST to say something.
 * Source: https://socket.io/docs/v4/engine-io-protocol
 */
export class PollingWire implements Wire {
  readonly client: number;
  readonly #events: WireEvents;
  readonly #to: { port: number; path: string };
  #socket: Bun.Socket<PollingWire> | null = null;
  #sessionId = "";
  /** What is to be said before the next poll: only one request is under way. */
  readonly #toSay: string[] = [];
  #rest: Buffer = Buffer.alloc(0);
  #isOver = false;

  constructor(client: number, to: { port: number; path: string }, events: WireEvents) {
    this.client = client;
    this.#events = events;
    this.#to = to;
    Bun.connect<PollingWire>({ hostname: "127.0.0.1", port: to.port, data: this, socket: HANDLERS }).catch(() =>
      this.end(),
    );
  }

  send(text: string): void {
    this.#toSay.push(text);
  }

  close(): void {
    this.#isOver = true;
    this.#socket?.terminate();
  }

  begin(socket: Bun.Socket<PollingWire>): void {
    this.#socket = socket;
    if (this.#isOver) socket.terminate();
    else this.#ask();
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#events.onClose(this);
  }

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
    if (body !== "ok") for (const packet of body.split(SEPARATOR)) this.#hear(packet, nowMs);
    this.#ask();
  }

  #hear(packet: string, nowMs: number): void {
    if (this.#sessionId === "") this.#sessionId = /"sid":"([^"]+)"/.exec(packet)?.[1] ?? "";
    this.#events.onText(this, packet, nowMs);
  }

  #ask(): void {
    const { port, path } = this.#to;
    const address = this.#sessionId === "" ? path : `${path}&sid=${this.#sessionId}`;
    const body = this.#toSay.splice(0).join(SEPARATOR);
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
