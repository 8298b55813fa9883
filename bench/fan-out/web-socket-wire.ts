import { preciseNow, type Wire, type WireEvents } from "./wire.ts";

const OPCODE = { text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;
const HEAD_END = Buffer.from("\r\n\r\n");

/**
 * A minimal WebSocket client on a TCP socket (RFC 6455): it handles unfragmented frames, answers pings, and nothing
 * else.
 *
 * @param target.key the handshake's Sec-WebSocket-Key
 * @param target.protocol the subprotocol that it requests
 */
export class WebSocketWire implements Wire {
  readonly client: number;
  readonly #events: WireEvents;
  readonly #head: string;
  #socket: Bun.Socket<WebSocketWire> | null = null;
  /** Bytes of an incomplete frame or handshake response. */
  #rest: Buffer | null = null;
  #isOpen = false;
  #isOver = false;

  constructor(
    client: number,
    target: { port: number; path: string; key: string; protocol?: string },
    events: WireEvents,
  ) {
    this.client = client;
    this.#events = events;
    const upgrade = `Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${target.key}`;
    const protocol = target.protocol ? `Sec-WebSocket-Protocol: ${target.protocol}\r\n` : "";
    const from = `CF-Connecting-IP: ${addressOf(client)}`;
    this.#head = `GET ${target.path} HTTP/1.1\r\nHost: localhost:${target.port}\r\n${from}\r\n${protocol}${upgrade}\r\n\r\n`;
    Bun.connect<WebSocketWire>({ hostname: "127.0.0.1", port: target.port, data: this, socket: HANDLERS }).catch(() =>
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

  /** Called when the TCP connection is open. */
  begin(socket: Bun.Socket<WebSocketWire>): void {
    this.#socket = socket;
    if (this.#isOver) socket.terminate();
    else socket.write(this.#head);
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
    let bytes = this.#rest ? Buffer.concat([this.#rest, data]) : data;
    this.#rest = null;
    if (!this.#isOpen) {
      const headEnd = bytes.indexOf(HEAD_END);
      if (headEnd === -1) {
        this.#storeRest(bytes);
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
      if (opcode === OPCODE.text || opcode === OPCODE.binary)
        this.#events.onText(this, bytes.toString("latin1", start, start + length), nowMs);
      else if (opcode === OPCODE.ping)
        this.#socket?.write(maskedFrame(OPCODE.pong, bytes.subarray(start, start + length)));
      else if (opcode === OPCODE.close) this.#socket?.end();
      at = start + length;
    }
    if (at < bytes.length) this.#storeRest(bytes.subarray(at));
  }

  /** Stores a copy, because the socket reuses its buffer. */
  #storeRest(bytes: Buffer): void {
    this.#rest = Buffer.from(bytes);
  }
}

/** A unique address per client, sent as the edge sends it. */
function addressOf(client: number): string {
  return `10.${client >> 16}.${(client >> 8) & 255}.${client & 255}`;
}

const HANDLERS: Bun.SocketHandler<WebSocketWire> = {
  open: (socket) => socket.data.begin(socket),
  data: (socket, data) => socket.data.take(data),
  close: (socket) => socket.data.end(),
  error: (socket) => socket.data.end(),
};

/** The position of a frame's payload; beyond the bytes while the frame's header is incomplete. */
function payloadOf(bytes: Buffer, at: number): { start: number; length: number } {
  const short = (bytes[at + 1] ?? 0) & 127;
  const extra = short === 126 ? 2 : short === 127 ? 8 : 0;
  const start = at + 2 + extra;
  if (extra === 0 || start > bytes.length) return { start, length: extra === 0 ? short : 0 };
  // No frame here is long enough for the upper four of the eight bytes.
  return { start, length: extra === 2 ? bytes.readUInt16BE(at + 2) : bytes.readUInt32BE(at + 6) };
}

/** A client frame of at most 125 bytes. Its mask is all zeros, which the protocol allows and servers do not check. */
function maskedFrame(opcode: number, payload: Buffer): Buffer {
  return Buffer.concat([Buffer.from([128 | opcode, 128 | payload.length, 0, 0, 0, 0]), payload]);
}
