import Database from "libsql";
import { bindParameters, numberParameters } from "./bind-parameters.ts";
import type { DescribeResult, StatementResult, WireStatement } from "./hrana-protocol.ts";
import { prepareError, runError, SqlError } from "./sql-error.ts";
import type { SqlStatement } from "./sql-tokens.ts";
import type { StatementTraits } from "./statement-traits.ts";
import { type EngineValue, encodeValue } from "./wire-value.ts";

/** A statement that was read and may run. */
export interface ReadStatement extends SqlStatement {
  traits: StatementTraits;
  arguments: Pick<WireStatement, "args" | "named_args">;
  wantsRows: boolean;
}

/** Statements that a connection keeps ready: to prepare one takes longer than to run it where a table has many triggers. */
const PREPARED_MAX = 200;

/** One connection of the embedded engine. Every call runs to its end before it returns. */
export class Connection {
  readonly #database: Database.Database;
  readonly #prepared = new Map<string, Database.Statement>();
  readonly #changes: Database.Statement;
  /** A PRAGMA has changed it, so it is not as another stream would expect it. */
  isConfigured = false;
  /** It is bound to an old snapshot: of no more use once its transaction has ended. */
  isStuck = false;

  constructor(file: string) {
    this.#database = new Database(file);
    // In WAL mode a commit is in the operating system's hands before it is acknowledged, so killing this process loses
    // none. NORMAL leaves out one fsync a commit, which only a power cut would need: 0.02 ms a write instead of 0.23.
    this.#database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON");
    this.#changes = this.#prepare("SELECT changes(), last_insert_rowid()");
  }

  get isInTransaction(): boolean {
    return this.#database.inTransaction;
  }

  /** @throws SqlError */
  run(statement: ReadStatement): StatementResult {
    const { traits } = statement;
    const prepared = this.#ready(statement);
    const names = numberParameters(statement.tokens);
    const values = traits.isExplain ? names.map(() => null) : bindParameters(names, statement.arguments);
    if (traits.configuresConnection) this.isConfigured = true;
    let rows: EngineValue[][] = [];
    try {
      // A statement that returns rows has to be read to its last one, or it stays open and no COMMIT passes.
      if (prepared.reader) rows = readRows(prepared, values);
      else prepared.run(values);
    } catch (cause) {
      this.#prepared.delete(statement.sql);
      const error = runError(cause);
      // SQLite keeps a statement that was refused with BUSY ready for another try, and with it the snapshot it reads.
      // The engine's binding cannot reset it.
      if (error instanceof SqlError && error.code === "SQLITE_BUSY") this.isStuck = true;
      throw error;
    }
    const [changes, rowId] = traits.changesRows ? (readRows(this.#changes, [])[0] ?? []) : [];
    return {
      cols: readColumns(prepared),
      rows: statement.wantsRows ? rows.map((row) => row.map(encodeValue)) : [],
      affected_row_count: Number(changes ?? 0),
      last_insert_rowid: traits.insertsRows ? String(rowId) : null,
    };
  }

  /** @throws SqlError */
  describe({ sql, tokens, traits }: Omit<ReadStatement, "arguments" | "wantsRows">): DescribeResult {
    return {
      cols: readColumns(this.#prepare(sql)),
      params: numberParameters(tokens).map((name) => ({ name })),
      is_explain: traits.isExplain,
      is_readonly: !traits.takesWriteLock,
    };
  }

  /** Ends the transaction, if there is one. */
  rollBack(): void {
    if (this.isInTransaction) this.#database.exec("ROLLBACK");
  }

  close(): void {
    this.rollBack();
    this.#database.close();
  }

  /** The statement, prepared earlier if it was; one that changes rows or reads them, for others do not come again. */
  #ready({ sql, traits }: ReadStatement): Database.Statement {
    const known = this.#prepared.get(sql);
    if (known) return known;
    const prepared = this.#prepare(sql);
    if (!traits.changesRows && !prepared.reader) return prepared;
    if (this.#prepared.size >= PREPARED_MAX) this.#prepared.clear();
    this.#prepared.set(sql, prepared);
    return prepared;
  }

  #prepare(sql: string): Database.Statement {
    try {
      return this.#database.prepare(sql);
    } catch (error) {
      throw prepareError(error, sql);
    }
  }
}

/** Connections to one file. Opening one takes half a millisecond, so those of closed streams are used again. */
export class ConnectionPool {
  readonly #idle: Connection[] = [];

  /** @param file path of the database; created if it does not exist */
  constructor(readonly file: string) {
    this.#idle.push(new Connection(file));
  }

  take(): Connection {
    return this.#idle.pop() ?? new Connection(this.file);
  }

  /** Rolls back what the stream left open. */
  giveBack(connection: Connection): void {
    connection.rollBack();
    if (connection.isConfigured || connection.isStuck) connection.close();
    else this.#idle.push(connection);
  }

  close(): void {
    for (const connection of this.#idle.splice(0)) connection.close();
  }
}

function readRows(prepared: Database.Statement, values: EngineValue[]): EngineValue[][] {
  // The binding's types know its rows as unknown; with raw() and safeIntegers() they are lists of exactly these values.
  return prepared.raw(true).safeIntegers(true).all(values) as EngineValue[][];
}

function readColumns(prepared: Database.Statement): StatementResult["cols"] {
  return prepared.columns().map(({ name, type }) => ({ name, decltype: type }));
}
