import { dlopen, FFIType, ptr } from "bun:ffi";

/**
 * A WebSocket client that never reads. It uses Linux system calls: a runtime's sockets have no option for small
 * buffers, and with default buffers the kernel would accept megabytes before the server noticed the slow client.
 */

const { i32, u64, i64, u32 } = FFIType;
const PTR = FFIType.ptr;
const LINUX = {
  socket: { args: [i32, i32, i32], returns: i32 },
  setsockopt: { args: [i32, i32, i32, PTR, u32], returns: i32 },
  connect: { args: [i32, PTR, u32], returns: i32 },
  send: { args: [i32, PTR, u64, i32], returns: i64 },
  recv: { args: [i32, PTR, u64, i32], returns: i64 },
  close: { args: [i32], returns: i32 },
} as const;

const AF_INET = 2;
const SOCK_STREAM = 1;
const SOL_SOCKET = 1;
const SO_RCVBUF = 8;
const IPPROTO_TCP = 6;
const TCP_MAXSEG = 2;
const MSG_DONTWAIT = 0x40;
const WINDOW_BYTES = 4_096;
const SEGMENT_BYTES = 536;
const POLL_INTERVAL_MS = 10;

/** A TCP connection that requests a WebSocket and then leaves everything the server sends unread. */
export class DeafClient {
  readonly #libc = dlopen("libc.so.6", LINUX).symbols;
  readonly #fd: number;

  /**
   * Connects and requests a WebSocket.
   *
   * @param path with its query string
   * @throws Error when nothing listens on the port
   */
  constructor({ port, path, headers = {} }: { port: number; path: string; headers?: Record<string, string> }) {
    this.#fd = this.#libc.socket(AF_INET, SOCK_STREAM, 0);
    this.#option(SOL_SOCKET, SO_RCVBUF, WINDOW_BYTES);
    // The server's kernel queues a fixed number of segments: small segments keep that queue small.
    this.#option(IPPROTO_TCP, TCP_MAXSEG, SEGMENT_BYTES);
    const address = new Uint8Array([AF_INET, 0, port >> 8, port & 255, 127, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
    if (this.#libc.connect(this.#fd, ptr(address), address.length) !== 0) throw new Error(`no connection to ${port}`);
    const key = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
    const lines = Object.entries({
      Host: `localhost:${port}`,
      Upgrade: "websocket",
      Connection: "Upgrade",
      "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": key,
      ...headers,
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    const request = new TextEncoder().encode(`GET ${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
    this.#libc.send(this.#fd, ptr(request), request.length, 0);
  }

  /**
   * Reads until `isOver` accepts the bytes or the server closes the connection.
   *
   * @returns every byte that was waiting
   */
  async readToEnd(isOver: (bytes: Uint8Array) => boolean): Promise<Uint8Array> {
    const piece = new Uint8Array(64 * 1024);
    let bytes = new Uint8Array();
    while (!isOver(bytes)) {
      const length = Number(this.#libc.recv(this.#fd, ptr(piece), piece.length, MSG_DONTWAIT));
      if (length === 0) break;
      if (length > 0) bytes = Buffer.concat([bytes, piece.subarray(0, length)]);
      else await Bun.sleep(POLL_INTERVAL_MS);
    }
    return bytes;
  }

  /** Closes the connection without a close frame. */
  leave(): void {
    this.#libc.close(this.#fd);
  }

  #option(level: number, name: number, value: number): void {
    const bytes = new Int32Array([value]);
    this.#libc.setsockopt(this.#fd, level, name, ptr(bytes), bytes.byteLength);
  }
}
