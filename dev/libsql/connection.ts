import Database from "libsql";
import { bindParameters, numberParameters } from "./bind-parameters.ts";
import type { DescribeResult, StatementResult, WireStatement } from "./hrana-protocol.ts";
import { prepareError, runError, SqlError } from "./sql-error.ts";
import type { SqlStatement } from "./sql-tokens.ts";
import type { StatementTraits } from "./statement-traits.ts";
import { type EngineValue, encodeValue } from "./wire-value.ts";

/** A statement that was parsed and may run. */
export interface ReadStatement extends SqlStatement {
  traits: StatementTraits;
  arguments: Pick<WireStatement, "args" | "named_args">;
  wantsRows: boolean;
}

/** Prepared statements kept per connection: preparing takes longer than running where a table has many triggers. */
const PREPARED_MAX = 200;

/** A prepared statement with what the engine takes longest to tell about it. */
interface Prepared {
  statement: Database.Statement;
  returnsRows: boolean;
  cols: StatementResult["cols"];
}

/** The number of schema changes of a file. A statement that was prepared before one may have other columns after it. */
interface Schema {
  version: number;
}

/** One connection of the embedded engine. All calls are synchronous. */
export class Connection {
  readonly #database: Database.Database;
  readonly #schema: Schema;
  readonly #prepared = new Map<string, Prepared>();
  #preparedFor: number;
  readonly #changes: Database.Statement;
  /** True after a PRAGMA has changed the connection, so that another stream must not use it. */
  isConfigured = false;
  /** True when an old snapshot is pinned: the connection is unusable once its transaction has ended. */
  isStuck = false;

  constructor(file: string, schema: Schema) {
    this.#database = new Database(file);
    this.#schema = schema;
    this.#preparedFor = schema.version;
    // In WAL mode a commit reaches the operating system before it is acknowledged, so killing this process loses none.
    // NORMAL skips one fsync per commit, which only a power failure would need: 0.02 ms per write instead of 0.23 ms.
    this.#database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON");
    this.#changes = this.#prepare("SELECT changes(), last_insert_rowid()").statement;
  }

  get isInTransaction(): boolean {
    return this.#database.inTransaction;
  }

  /** Runs a statement. @throws SqlError */
  run(statement: ReadStatement): StatementResult {
    const { traits } = statement;
    const { statement: prepared, returnsRows, cols } = this.#ready(statement);
    const names = numberParameters(statement.tokens);
    const values = traits.isExplain ? names.map(() => null) : bindParameters(names, statement.arguments);
    if (traits.configuresConnection) this.isConfigured = true;
    let rows: EngineValue[][] = [];
    try {
      // A statement that returns rows must be read to the last one. Otherwise it stays open and blocks every COMMIT.
      if (returnsRows) rows = readRows(prepared, values);
      else prepared.run(values);
      if (traits.changesSchema) this.#schema.version += 1;
    } catch (cause) {
      this.#prepared.delete(statement.sql);
      const error = runError(cause);
      // After BUSY, SQLite keeps the statement ready for a retry, and with it its snapshot. The engine's binding has no
      // way to reset it.
      if (error instanceof SqlError && error.code === "SQLITE_BUSY") this.isStuck = true;
      throw error;
    }
    const [changes, rowId] = traits.changesRows ? (readRows(this.#changes, [])[0] ?? []) : [];
    return {
      cols,
      rows: statement.wantsRows ? rows.map((row) => row.map(encodeValue)) : [],
      affected_row_count: Number(changes ?? 0),
      last_insert_rowid: traits.insertsRows ? String(rowId) : null,
    };
  }

  /** The columns and parameters of a statement. @throws SqlError */
  describe({ sql, tokens, traits }: Omit<ReadStatement, "arguments" | "wantsRows">): DescribeResult {
    return {
      cols: this.#prepare(sql).cols,
      params: numberParameters(tokens).map((name) => ({ name })),
      is_explain: traits.isExplain,
      is_readonly: !traits.takesWriteLock,
    };
  }

  /** Rolls the transaction back, if one is open. */
  rollBack(): void {
    if (this.isInTransaction) this.#database.exec("ROLLBACK");
  }

  close(): void {
    this.rollBack();
    this.#database.close();
  }

  /** The prepared statement. It is cached unless it changes the schema or the connection, which does not repeat. */
  #ready({ sql, traits }: ReadStatement): Prepared {
    if (this.#preparedFor !== this.#schema.version) this.#prepared.clear();
    this.#preparedFor = this.#schema.version;
    const known = this.#prepared.get(sql);
    if (known) return known;
    const prepared = this.#prepare(sql);
    if (traits.changesSchema || traits.configuresConnection) return prepared;
    if (this.#prepared.size >= PREPARED_MAX) this.#prepared.clear();
    this.#prepared.set(sql, prepared);
    return prepared;
  }

  #prepare(sql: string): Prepared {
    try {
      const statement = this.#database.prepare(sql);
      const cols = statement.columns().map(({ name, type }) => ({ name, decltype: type }));
      // The engine refuses both for a statement without rows.
      if (statement.reader) statement.raw(true).safeIntegers(true);
      return { statement, returnsRows: statement.reader, cols };
    } catch (error) {
      throw prepareError(error, sql);
    }
  }
}

/** Connections to one file. Opening one takes 0.5 ms, so connections of closed streams are reused. */
export class ConnectionPool {
  readonly #idle: Connection[] = [];
  readonly #schema: Schema = { version: 0 };

  /** @param file path of the database; created if it does not exist */
  constructor(readonly file: string) {
    this.#idle.push(new Connection(file, this.#schema));
  }

  /** An idle connection, or a new one. */
  take(): Connection {
    return this.#idle.pop() ?? new Connection(this.file, this.#schema);
  }

  /** Returns a connection; rolls back its open transaction. */
  giveBack(connection: Connection): void {
    connection.rollBack();
    if (connection.isConfigured || connection.isStuck) connection.close();
    else this.#idle.push(connection);
  }

  /** Closes the idle connections. */
  close(): void {
    for (const connection of this.#idle.splice(0)) connection.close();
  }
}

function readRows(prepared: Database.Statement, values: EngineValue[]): EngineValue[][] {
  // The binding types rows as unknown. With raw() and safeIntegers() they are lists of exactly these values.
  return prepared.all(values) as EngineValue[][];
}
