import type { ConnectionPool } from "./connection.ts";
import { ProtocolError } from "./sql-error.ts";
import { Stream } from "./stream.ts";
import type { WriteQueue } from "./write-queue.ts";

/** How long an expired stream is remembered, so that its client gets STREAM_EXPIRED instead of an invalid baton. */
const EXPIRED_KEPT_MS = 300_000;

/** An open stream between two requests, with the secret of its baton. */
interface Parked {
  stream: Stream;
  secret: string;
  idleTimer: Timer;
}

/** The baton belongs to a stream that was closed because its client sent no request for too long. */
export class StreamExpired extends Error {
  readonly code = "STREAM_EXPIRED";
  constructor() {
    super("The stream has expired due to inactivity");
  }
}

/**
 * The open streams. Only the baton of the last response reaches a stream: `<stream>.<secret>`, with a new secret each.
 */
export class StreamRegistry {
  readonly #pool: ConnectionPool;
  readonly #writeQueue: WriteQueue;
  readonly #idleMs: number;
  readonly #streams = new Map<string, Parked | "in use" | "expired">();

  /** @param idleMs time without a request after which a stream is rolled back and closed */
  constructor(pool: ConnectionPool, writeQueue: WriteQueue, idleMs: number) {
    this.#pool = pool;
    this.#writeQueue = writeQueue;
    this.#idleMs = idleMs;
  }

  /**
   * Opens a stream, or continues the stream of a baton, which then cannot be used again.
   *
   * @throws ProtocolError for a baton that is unknown or used
   * @throws StreamExpired
   */
  take(baton: string | null): { id: string; stream: Stream } {
    if (baton === null) {
      const id = crypto.randomUUID();
      this.#streams.set(id, "in use");
      return { id, stream: new Stream(this.#pool, this.#writeQueue) };
    }
    const [id = "", secret] = baton.split(".");
    const found = this.#streams.get(id);
    if (!found) throw new ProtocolError("Received an invalid baton");
    if (found === "expired") throw new StreamExpired();
    if (found === "in use" || found.secret !== secret) {
      throw new ProtocolError("Received a baton that has already been used");
    }
    clearTimeout(found.idleTimer);
    this.#streams.set(id, "in use");
    return { id, stream: found.stream };
  }

  /** Keeps the stream for its next request. @returns the baton for that request, or null when the stream is closed */
  giveBack(id: string, stream: Stream): string | null {
    if (stream.isClosed) {
      this.#streams.delete(id);
      return null;
    }
    const secret = crypto.randomUUID();
    const idleTimer = setTimeout(() => this.#expire(id, stream), this.#idleMs);
    this.#streams.set(id, { stream, secret, idleTimer });
    return `${id}.${secret}`;
  }

  /** Rolls back and closes every stream that is between two requests. */
  close(): void {
    for (const parked of this.#streams.values()) {
      if (typeof parked === "string") continue;
      clearTimeout(parked.idleTimer);
      parked.stream.close();
    }
    this.#streams.clear();
  }

  #expire(id: string, stream: Stream): void {
    stream.close();
    this.#streams.set(id, "expired");
    setTimeout(() => this.#streams.delete(id), EXPIRED_KEPT_MS).unref();
  }
}
