import { checkCondition, isConditionMet, requireVersion3 } from "./batch-condition.ts";
import type { ConnectionPool, ReadStatement } from "./connection.ts";
import type {
  BatchResult,
  HranaVersion,
  SqlReference,
  StatementResult,
  StreamRequest,
  StreamResponse,
  StreamResult,
  WireBatch,
  WireStatement,
} from "./hrana-protocol.ts";
import { ProtocolError, SqlError } from "./sql-error.ts";
import { type SqlStatement, splitStatements } from "./sql-tokens.ts";
import { readTraits } from "./statement-traits.ts";
import type { WriteQueue, Writer } from "./write-queue.ts";

/** The hosted server's limits for stored SQL texts of a stream. */
const STORED_TEXTS_MAX = 50;
const STORED_TEXT_BYTES_MAX = 5_000;

/** A Hrana stream: it has its own connection, transaction and stored SQL texts. */
export class Stream implements Writer {
  readonly #pool: ConnectionPool;
  readonly #writeQueue: WriteQueue;
  #connection: ReturnType<ConnectionPool["take"]> | null;
  readonly #storedTexts = new Map<number, string>();
  /** True when the transaction was rolled back for taking too long and the client has not received that error yet. */
  #hasTimedOut = false;

  constructor(pool: ConnectionPool, writeQueue: WriteQueue) {
    this.#pool = pool;
    this.#writeQueue = writeQueue;
    this.#connection = pool.take();
  }

  get isClosed(): boolean {
    return this.#connection === null;
  }

  /** Runs one request. @throws ProtocolError, after which the caller must close the stream */
  async handle(request: StreamRequest, version: HranaVersion): Promise<StreamResult> {
    try {
      return { type: "ok", response: await this.#respond(request, version) };
    } catch (error) {
      if (error instanceof SqlError) return { type: "error", error: error.toWire() };
      throw error;
    }
  }

  /** Rolls back an open transaction and releases the connection and the write lock. */
  close(): void {
    if (this.#connection) this.#pool.giveBack(this.#connection);
    this.#connection = null;
    this.#writeQueue.release(this);
  }

  /** Rolls back the transaction, whose time limit has passed. */
  onWriteTimeout(): void {
    this.#connection?.rollBack();
    this.#hasTimedOut = true;
  }

  async #respond(request: StreamRequest, version: HranaVersion): Promise<StreamResponse> {
    switch (request.type) {
      case "execute": {
        const statement = this.#readStatement(request.stmt);
        this.#throwIfTimedOut();
        return { type: "execute", result: await this.#run(statement) };
      }
      case "batch":
        return { type: "batch", result: await this.#runBatch(request.batch, version) };
      case "sequence": {
        const statements = splitStatements(this.#readSql(request)).map((statement) => withoutArguments(statement));
        this.#throwIfTimedOut();
        for (const statement of statements) await this.#run(statement);
        return { type: "sequence" };
      }
      case "describe":
        return {
          type: "describe",
          result: this.#open.describe(withoutArguments(oneStatement(this.#readSql(request)))),
        };
      case "store_sql":
        this.#store(request.sql_id, request.sql);
        return { type: "store_sql" };
      case "close_sql":
        this.#storedTexts.delete(request.sql_id);
        return { type: "close_sql" };
      case "get_autocommit":
        requireVersion3("The `get_autocommit` request", version);
        return { type: "get_autocommit", is_autocommit: !this.#open.isInTransaction };
      case "close":
        this.close();
        return { type: "close" };
    }
  }

  get #open() {
    if (!this.#connection) throw new ProtocolError("Stream for this baton was closed");
    return this.#connection;
  }

  /** Runs a statement once this stream has the write lock, if needed. Releases it when no transaction is open. */
  async #run(statement: ReadStatement): Promise<StatementResult> {
    if (statement.traits.takesWriteLock) await this.#writeQueue.acquire(this);
    const connection = this.#open;
    try {
      return connection.run(statement);
    } finally {
      if (!connection.isInTransaction) {
        this.#writeQueue.release(this);
        if (connection.isStuck) this.#replaceConnection();
      }
    }
  }

  async #runBatch(batch: WireBatch, version: HranaVersion): Promise<BatchResult> {
    // All steps are parsed before the first one runs: a batch that cannot be parsed changes nothing.
    const steps = batch.steps.map(({ condition, stmt }, index) => {
      if (condition) checkCondition(condition, index, version);
      return { condition, statement: this.#readStatement(stmt) };
    });
    const timeout = this.#takeTimeout();
    const done: BatchResult = { step_results: [], step_errors: [] };
    for (const { condition, statement } of steps) {
      const isDue = !condition || isConditionMet(condition, done, !this.#open.isInTransaction);
      const step = timeout ? { error: timeout } : isDue ? await this.#tryRun(statement) : {};
      done.step_results.push(step.result ?? null);
      done.step_errors.push(step.error?.toWire() ?? null);
    }
    return done;
  }

  async #tryRun(statement: ReadStatement): Promise<{ result?: StatementResult; error?: SqlError }> {
    try {
      return { result: await this.#run(statement) };
    } catch (error) {
      if (error instanceof SqlError) return { error };
      throw error;
    }
  }

  #readStatement(stmt: WireStatement): ReadStatement {
    return { ...parseStatement(this.#readSql(stmt)), arguments: stmt, wantsRows: stmt.want_rows ?? true };
  }

  #readSql({ sql, sql_id: sqlId }: SqlReference): string {
    if (typeof sql === "string" && typeof sqlId === "number") {
      throw new ProtocolError("Cannot specify both `sql` and `sql_id`");
    }
    if (typeof sql === "string") return sql;
    if (typeof sqlId !== "number") throw new ProtocolError("Either `sql` or `sql_id` are required, but not both");
    const stored = this.#storedTexts.get(sqlId);
    if (stored === undefined) throw new ProtocolError(`SQL text ${sqlId} not found`);
    return stored;
  }

  #store(sqlId: number, sql: string): void {
    if (this.#storedTexts.has(sqlId)) throw new ProtocolError(`SQL text ${sqlId} already exists`);
    if (this.#storedTexts.size >= STORED_TEXTS_MAX) {
      throw new SqlError(
        "SQL_STORE_TOO_MANY",
        `The server already stores ${STORED_TEXTS_MAX} SQL texts, it cannot store more`,
      );
    }
    if (Buffer.byteLength(sql) > STORED_TEXT_BYTES_MAX) {
      throw new SqlError(
        "SQL_STORE_TOO_LARGE",
        `The statement is too large to be stored: ${STORED_TEXT_BYTES_MAX} bytes`,
      );
    }
    this.#storedTexts.set(sqlId, sql);
  }

  #replaceConnection(): void {
    if (this.#connection) this.#pool.giveBack(this.#connection);
    this.#connection = this.#pool.take();
  }

  #takeTimeout(): SqlError | null {
    if (!this.#hasTimedOut) return null;
    this.#hasTimedOut = false;
    return new SqlError("TRANSACTION_TIMEOUT", "Transaction timed out");
  }

  #throwIfTimedOut(): void {
    const timeout = this.#takeTimeout();
    if (timeout) throw timeout;
  }
}

type ParsedStatement = Pick<ReadStatement, "sql" | "tokens" | "traits">;

/** Parsed statements by text: clients send the same texts repeatedly. */
const parsedStatements = new Map<string, ParsedStatement>();
const PARSED_STATEMENTS_MAX = 1_000;
/** Longer texts, such as the rows of a dump, are not sent twice. */
const KEPT_TEXT_MAX = 20_000;

function parseStatement(sql: string): ParsedStatement {
  const known = parsedStatements.get(sql);
  if (known) return known;
  const statement = oneStatement(sql);
  const read = { ...statement, traits: readTraits(statement) };
  if (sql.length > KEPT_TEXT_MAX) return read;
  if (parsedStatements.size >= PARSED_STATEMENTS_MAX) parsedStatements.clear();
  parsedStatements.set(sql, read);
  return read;
}

function oneStatement(sql: string): SqlStatement {
  const [first, second] = splitStatements(sql);
  if (!first) throw new SqlError("SQL_NO_STATEMENT", "SQL string does not contain any statement");
  if (second) throw new SqlError("SQL_MANY_STATEMENTS", "SQL string contains more than one statement");
  return first;
}

function withoutArguments(statement: SqlStatement): ReadStatement {
  return { ...statement, traits: readTraits(statement), arguments: {}, wantsRows: false };
}
