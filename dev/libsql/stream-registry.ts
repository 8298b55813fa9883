import type { ConnectionPool } from "./connection.ts";
import { ProtocolError } from "./sql-error.ts";
import { Stream } from "./stream.ts";
import type { WriteQueue } from "./write-queue.ts";

/** How long an expired stream is remembered, so that its client is told what happened. */
const EXPIRED_KEPT_MS = 300_000;

/** A stream between two requests, waiting for its baton. */
interface Parked {
  stream: Stream;
  secret: string;
  idleTimer: Timer;
}

/** The baton names a stream that was closed because its client kept quiet for too long. */
export class StreamExpired extends Error {
  readonly code = "STREAM_EXPIRED";
  constructor() {
    super("The stream has expired due to inactivity");
  }
}

/** The open streams, each reached by the baton of its last answer alone: `<stream>.<secret>`, with a new secret every time. */
export class StreamRegistry {
  readonly #pool: ConnectionPool;
  readonly #writeQueue: WriteQueue;
  readonly #idleMs: number;
  readonly #streams = new Map<string, Parked | "in use" | "expired">();

  /** @param idleMs a stream without a request for so long is rolled back and closed */
  constructor(pool: ConnectionPool, writeQueue: WriteQueue, idleMs: number) {
    this.#pool = pool;
    this.#writeQueue = writeQueue;
    this.#idleMs = idleMs;
  }

  /**
   * Opens a stream, or takes up the one of the baton, which is thereby spent.
   * @throws ProtocolError for a baton that is unknown or spent
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

  /** Parks the stream until its next request, and returns the baton for it; null if the stream is closed. */
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

  /** Rolls back and closes every stream that waits for its baton. */
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
