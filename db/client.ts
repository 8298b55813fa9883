import type { BatchResponse } from "drizzle-orm/batch";
import { LibSQLDatabase } from "drizzle-orm/libsql/driver-core";
import { LibSQLSession } from "drizzle-orm/libsql/session";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import { claimAccountChanges } from "./account-changes.ts";
import { compileStatement, statementJson } from "./compiled-statement.ts";
import { beginJournalled, type JournalRow, type MoneyJournal, selectRowsOfBatch } from "./money-journal.ts";
import {
  type BatchMode,
  batchBody,
  pipelineUrl,
  readBatchReply,
  readStatementReply,
  statementBody,
} from "./pipeline.ts";
import { BoundStatement } from "./prepared.ts";
import type { Query, Statement } from "./statement.ts";

export type { Query, Statement } from "./statement.ts";

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
   * Returns when the journal of money has everything up to a sequence; at once for a database without a journal.
   * @throws the caller's refusal when that is not known
   */
  journalUpTo(sequence: number): Promise<void>;
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
  /**
   * Where batches of money are appended before they have a result. Programs of the operator have none: what they write
   * is appended by the next batch of the Worker, or by the cron.
   */
  journal?: MoneyJournal | undefined;
  /**
   * Receives the persons whose accounts a batch has changed, after its commit; the batch does not wait for it. A client
   * without this function claims no persons: the next batch of a client with it does.
   * @param isDeliveryDue whether a notification, or a message of a channel, is due
   */
  tellOf?: ((userIds: string[], isDeliveryDue: boolean) => void) | undefined;
};

/** The timeout of a round trip where none is set, in ms: shorter than a transaction of the hosted database may last. */
export const DEFAULT_TIMEOUT_MS = 4_500;

/** Builds statements for all requests: it holds no connection, and statements run in batches only. */
const BUILDER: Query = openBuilder();

/**
 * Opens the database for one request. Nothing of it is shared with other requests but the builder: workerd refuses I/O
 * of another request.
 */
export function openDatabase({
  url,
  authToken,
  timeoutMs = DEFAULT_TIMEOUT_MS,
  journal,
  tellOf,
}: DatabaseOptions): Database {
  const spent = { count: 0, failed: 0, ms: 0 };

  const run = async (mode: BatchMode, compiled: readonly Compiled[]): Promise<unknown[]> => {
    const [only] = compiled;
    // In a transaction for reading only the database refuses anything but a SELECT; by itself it would run it.
    if (mode === "read" && only && compiled.length === 1 && isSelect(only.json)) {
      return [only.read(await readStatementReply(await send(statementBody(only.json))))];
    }
    const body = batchBody(
      mode,
      compiled.map(({ json }) => json),
    );
    const reply = await send(body);
    const results = await readBatchReply(reply, compiled.length);
    return results.map((result, i) => compiled[i]?.read(result));
  };

  const write = async (statements: readonly Statement[]): Promise<unknown[]> => {
    const compiled = statements.map(compiledOf);
    if (!tellOf) return writeJournalled(compiled);
    const results = await writeJournalled([...compiled, compiledOf(claimAccountChanges(BUILDER))]);
    const claimed = results.pop() as { userId: string; isDeliveryDue: number }[];
    const [first] = claimed;
    if (first) tellOf([...new Set(claimed.map(({ userId }) => userId))], first.isDeliveryDue === 1);
    return results;
  };

  const writeJournalled = async (compiled: readonly Compiled[]): Promise<unknown[]> => {
    if (!journal || !compiled.some((one) => one.writesMoney)) return run("write", compiled);
    await journal.assertUp();
    const results = await run("write", [
      compiledOf(beginJournalled(BUILDER)),
      ...compiled,
      compiledOf(selectRowsOfBatch(BUILDER)),
    ]);
    // The last statement's rows.
    const rows = (results.at(-1) as JournalRow[]).toReversed();
    const last = rows.at(-1);
    if (last) await journal.append(rows, last.sequence);
    return results.slice(1, -1);
  };

  const send = async (body: string): Promise<Response> => {
    const startedAt = performance.now();
    spent.count += 1;
    try {
      const headers = {
        "Content-Type": "application/json",
        ...(authToken ? { Authorization: `Bearer ${authToken}` } : {}),
      };
      const signal = AbortSignal.timeout(timeoutMs);
      const reply = await fetch(pipelineUrl(url), { method: "POST", headers, body, signal });
      if (reply.status >= 500) spent.failed += 1;
      return reply;
    } catch (error) {
      spent.failed += 1;
      throw error;
    } finally {
      spent.ms += performance.now() - startedAt;
    }
  };

  return {
    query: BUILDER,
    // The results are in the order of the statements, each as its statement reads it.
    read: async (statements) => (await run("read", statements.map(compiledOf))) as BatchResponse<typeof statements>,
    write: async (statements) => (await write(statements)) as BatchResponse<typeof statements>,
    journalUpTo: async (sequence) => {
      if (sequence > 0) await journal?.append([], sequence);
    },
    trips: () => spent,
  };
}

/** Whether the JSON of a statement is that of a SELECT. */
function isSelect(json: string): boolean {
  return /^\{"sql":"select /i.test(json);
}

/** A statement as it is sent, and how its result is read. */
type Compiled = { json: string; writesMoney: boolean; read: ReturnType<typeof compileStatement>["read"] };

function compiledOf(statement: Statement): Compiled {
  if (statement instanceof BoundStatement) {
    return { json: statement.toJson(), writesMoney: statement.writesMoney, read: statement.read };
  }
  const compiled = compileStatement(statement);
  const { writesMoney, read } = compiled;
  return { json: statementJson(compiled, compiled.params), writesMoney, read };
}

/**
 * Without the schema, which only relational queries need, and without a client: a query outside a batch is a mistake and
 * throws.
 */
function openBuilder(): Query {
  const dialect = new SQLiteAsyncDialect();
  // The session runs statements by this client, which it does for none of ours.
  const session = new LibSQLSession<Record<string, never>, never>({} as never, dialect, undefined, {}, undefined);
  return new LibSQLDatabase<Record<string, never>>("async", dialect, session, undefined);
}
