import { type Client, createClient, type TransactionMode } from "@libsql/client/web";
import type { BatchItem, BatchResponse } from "drizzle-orm/batch";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
import { drizzle } from "drizzle-orm/libsql/web";

/** Builds statements. */
export type Query = LibSQLDatabase;
/** A statement that can be part of a batch. */
export type Statement = BatchItem<"sqlite">;

/**
 * The database for one request. Statements are built with `query` and run only through `read` and `write`: each call is
 * one round trip and one transaction, all or nothing. There is no interactive transaction on purpose: a decision
 * between two round trips is a race, and the hosted database ends a transaction after five seconds.
 */
export type Database = {
  query: Query;
  read<const T extends readonly Statement[]>(statements: T): Promise<BatchResponse<T>>;
  write<const T extends readonly Statement[]>(statements: T): Promise<BatchResponse<T>>;
  /**
   * The number of round trips, how many of them failed (no response or status 500 and above), and their total duration,
   * for `Server-Timing`, the database's health and tests that count round trips.
   */
  trips: () => { count: number; failed: number; ms: number };
};

/** How to reach the database. */
export type DatabaseOptions = {
  url: string;
  authToken?: string | undefined;
  /** A round trip that takes longer fails; the caller then responds with 503. */
  timeoutMs?: number;
};

/** The timeout of a round trip where none is set, in ms: shorter than a transaction of the hosted database may last. */
export const DEFAULT_TIMEOUT_MS = 4_500;

/**
 * Opens the database for one request. Requests do not share a client: workerd refuses I/O objects of another request,
 * and a shared client would make requests queue behind each other.
 *
 * Drizzle's own `batch` passes no mode. The client then begins a DEFERRED transaction, which can fail with SQLITE_BUSY
 * when its first write upgrades it from a read. So there are two clients, each with a fixed mode.
 */
export function openDatabase({ url, authToken, timeoutMs = DEFAULT_TIMEOUT_MS }: DatabaseOptions): Database {
  const spent = { count: 0, failed: 0, ms: 0 };

  const timedFetch = async (input: Request | string | URL, init?: RequestInit): Promise<Response> => {
    const startedAt = performance.now();
    spent.count += 1;
    try {
      const reply = await fetch(input, { ...init, signal: AbortSignal.timeout(timeoutMs) });
      if (reply.status >= 500) spent.failed += 1;
      return reply;
    } catch (error) {
      spent.failed += 1;
      throw error;
    } finally {
      spent.ms += performance.now() - startedAt;
    }
  };

  // Created on first use: price sockets need no database, and thousands of them connect at once.
  let client: Client | undefined;
  const connected = () => {
    client ??= createClient({ url, fetch: timedFetch, ...(authToken ? { authToken } : {}) });
    return client;
  };
  // Without the schema, which only relational queries need: processing it costs more than the rest of a small request.
  const reader = drizzle(inMode(connected, "read"));
  const writer = drizzle(inMode(connected, "write"));

  return {
    query: writer,
    read: (statements) => runBatch(reader, statements),
    write: (statements) => runBatch(writer, statements),
    trips: () => spent,
  };
}

function inMode(connected: () => Client, mode: TransactionMode): Client {
  const batch: Client["batch"] = (statements) => connected().batch(statements, mode);
  // Drizzle's batch uses no other method of the client. A query outside a batch is a mistake and throws.
  return { batch } as Client;
}

function runBatch<T extends readonly Statement[]>(db: Query, statements: T): Promise<BatchResponse<T>> {
  // Drizzle's type requires a non-empty tuple; the database returns an empty list for an empty batch.
  return db.batch(statements as unknown as readonly [Statement, ...Statement[]]) as Promise<BatchResponse<T>>;
}
