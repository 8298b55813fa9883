import { preciseNow, type Wire, type WireEvents } from "./wire.ts";

const OPCODE = { text: 1, close: 8, ping: 9, pong: 10 } as const;
const HEAD_END = Buffer.from("\r\n\r\n");

/**
 * A WebSocket by hand on a TCP socket (RFC 6455): whole text frames, pings answered, nothing else.
 * @param to.key the handshake's Sec-WebSocket-Key
 */
export class WebSocketWire implements Wire {
  readonly client: number;
  readonly #events: WireEvents;
  readonly #head: string;
  #socket: Bun.Socket<WebSocketWire> | null = null;
  /** What came of a frame, or of the answer to the handshake, that is not whole yet. */
  #rest: Buffer | null = null;
  #isOpen = false;
  #isOver = false;

  constructor(client: number, to: { port: number; path: string; key: string }, events: WireEvents) {
    this.client = client;
    this.#events = events;
    const upgrade = `Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${to.key}`;
    const from = `CF-Connecting-IP: ${addressOf(client)}`;
    this.#head = `GET ${to.path} HTTP/1.1\r\nHost: localhost:${to.port}\r\n${from}\r\n${upgrade}\r\n\r\n`;
    Bun.connect<WebSocketWire>({ hostname: "127.0.0.1", port: to.port, data: this, socket: HANDLERS }).catch(() =>
      this.end(),
    );
  }

  send(text: string): void {
    this.#socket?.write(maskedFrame(OPCODE.text, Buffer.from(text)));
  }

  close(): void {
    this.#isOver = true;
    this.#socket?.terminate();
  }

  begin(socket: Bun.Socket<WebSocketWire>): void {
    this.#socket = socket;
    if (this.#isOver) socket.terminate();
    else socket.write(this.#head);
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#events.onClose(this);
  }

  take(data: Buffer): void {
    const nowMs = preciseNow();
    let bytes = this.#rest ? Buffer.concat([this.#rest, data]) : data;
    this.#rest = null;
    if (!this.#isOpen) {
      const headEnd = bytes.indexOf(HEAD_END);
      if (headEnd === -1) {
        this.#keep(bytes);
        return;
      }
      if (bytes.toString("latin1", 9, 12) !== "101") {
        this.#socket?.end();
        return;
      }
      this.#isOpen = true;
      bytes = bytes.subarray(headEnd + HEAD_END.length);
    }
    let at = 0;
    while (at + 2 <= bytes.length) {
      const { start, length } = payloadOf(bytes, at);
      if (start + length > bytes.length) break;
      const opcode = (bytes[at] ?? 0) & 15;
      if (opcode === OPCODE.text) this.#events.onText(this, bytes.toString("latin1", start, start + length), nowMs);
      else if (opcode === OPCODE.ping)
        this.#socket?.write(maskedFrame(OPCODE.pong, bytes.subarray(start, start + length)));
      else if (opcode === OPCODE.close) this.#socket?.end();
      at = start + length;
    }
    if (at < bytes.length) this.#keep(bytes.subarray(at));
  }

  /** A copy: the bytes are the socket's own, which it writes into again. */
  #keep(bytes: Buffer): void {
    this.#rest = Buffer.from(bytes);
  }
}

/** Each client's own, as the edge tells it. */
function addressOf(client: number): string {
  return `10.${client >> 16}.${(client >> 8) & 255}.${client & 255}`;
}

const HANDLERS: Bun.SocketHandler<WebSocketWire> = {
  open: (socket) => socket.data.begin(socket),
  data: (socket, data) => socket.data.take(data),
  close: (socket) => socket.data.end(),
  error: (socket) => socket.data.end(),
};

/** Where a frame's payload lies; beyond the bytes while its head is not whole. */
function payloadOf(bytes: Buffer, at: number): { start: number; length: number } {
  const short = (bytes[at + 1] ?? 0) & 127;
  const extra = short === 126 ? 2 : short === 127 ? 8 : 0;
  const start = at + 2 + extra;
  if (extra === 0 || start > bytes.length) return { start, length: extra === 0 ? short : 0 };
  // Nothing that is sent here needs the upper four of the eight bytes.
  return { start, length: extra === 2 ? bytes.readUInt16BE(at + 2) : bytes.readUInt32BE(at + 6) };
}

/** A client's frame of at most 125 bytes. Its mask is all zeros, which the protocol allows and no server looks at. */
function maskedFrame(opcode: number, payload: Buffer): Buffer {
  return Buffer.concat([Buffer.from([128 | opcode, 128 | payload.length, 0, 0, 0, 0]), payload]);
}
