import { type Client, createClient, type TransactionMode } from "@libsql/client/web";
import type { BatchItem, BatchResponse } from "drizzle-orm/batch";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
import { drizzle } from "drizzle-orm/libsql/web";

export type Query = LibSQLDatabase;
export type Statement = BatchItem<"sqlite">;

/**
 * The database as one request sees it. Statements are built with `query` and run only through `read` and `write`:
 * each call is one round trip and one transaction, all or nothing. There is no interactive transaction on purpose: a
 * decision made between two trips is a race, and the hosted database drops a transaction after five seconds.
 */
export type Database = {
  query: Query;
  read<const T extends readonly Statement[]>(statements: T): Promise<BatchResponse<T>>;
  write<const T extends readonly Statement[]>(statements: T): Promise<BatchResponse<T>>;
  /**
   * How many round trips were made, how many of them had no answer, and how long they took together, for `Server-Timing`,
   * the database's health and the tests that count.
   */
  trips: () => { count: number; failed: number; ms: number };
};

export type DatabaseOptions = {
  url: string;
  authToken?: string | undefined;
  /** A trip that takes longer fails; the caller then answers 503. */
  timeoutMs?: number;
};

/**
 * Opens the database for one request. A client is not shared between requests: workerd refuses I/O objects of
 * another request, and a shared client queues requests behind each other.
 *
 * Drizzle's own `batch` passes no mode, which begins a DEFERRED transaction that can fail with SQLITE_BUSY when it
 * turns from reading to writing. So it is given two clients that each know their mode.
 */
export function openDatabase({ url, authToken, timeoutMs = 4_500 }: DatabaseOptions): Database {
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

  // Price sockets ask the database nothing, and thousands of them come at once.
  let client: Client | undefined;
  const connected = () => {
    client ??= createClient({ url, fetch: timedFetch, ...(authToken ? { authToken } : {}) });
    return client;
  };
  // Without the schema, which only relational queries need: taking it in costs more than all else of a small request.
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
  // Drizzle's batch calls nothing else of the client, and a query run outside a batch is a mistake that should throw.
  return { batch } as Client;
}

function runBatch<T extends readonly Statement[]>(db: Query, statements: T): Promise<BatchResponse<T>> {
  // Drizzle asks for a non-empty tuple of this very type; an empty batch is answered by the database as an empty list.
  return db.batch(statements as unknown as readonly [Statement, ...Statement[]]) as Promise<BatchResponse<T>>;
}
