import type { FeedSymbol } from "../contract/symbols.ts";
import {
  type TerminalAnswer,
  type TerminalRecord,
  terminalKey,
  winningChanges,
  winsOver,
} from "../contract/terminal/terminal-changes.ts";
import { TERMINAL } from "../contract/terminal/terminal-limits.ts";
import type { TerminalChange } from "../contract/terminal/terminal-schema.ts";
import { DAY_MS, MINUTE_MS } from "../contract/time.ts";

type Row = { change: string; number: number };

/**
 * The drawings and settings of one trader, in the SQLite of the account's object: a row for each entry, with the change that
 * has won. Rows of deleted drawings stay, so that a late change of one does not bring it back.
 */
export class TerminalStore {
  readonly #sql: SqlStorage;
  readonly owner: string;

  private constructor(sql: SqlStorage, owner: string) {
    this.#sql = sql;
    this.owner = owner;
  }

  /** The stored entries; null when there are none. */
  static stored(sql: SqlStorage): TerminalStore | null {
    const isThere = sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'terminal_account'").toArray().length > 0;
    if (!isThere) return null;
    return new TerminalStore(sql, sql.exec<{ owner: string }>("SELECT owner FROM terminal_account").one().owner);
  }

  /** Creates the tables of an account that has kept nothing yet. */
  static create(sql: SqlStorage, owner: string): TerminalStore {
    sql.exec(`CREATE TABLE terminal_account (
      id INTEGER PRIMARY KEY CHECK (id = 1), owner TEXT NOT NULL, number INTEGER NOT NULL) STRICT`);
    sql.exec("INSERT INTO terminal_account VALUES (1, ?, 0)", owner);
    sql.exec(`CREATE TABLE terminal_entries (
      key TEXT PRIMARY KEY, symbol TEXT, is_deleted INTEGER NOT NULL, change TEXT NOT NULL, number INTEGER NOT NULL UNIQUE
      ) STRICT`);
    sql.exec("CREATE INDEX terminal_entries_of_symbol ON terminal_entries (symbol, is_deleted, number)");
    // How many requests each period had: `length_ms` is a minute or a day.
    sql.exec(`CREATE TABLE terminal_requests (
      length_ms INTEGER PRIMARY KEY, began_ms INTEGER NOT NULL, requests INTEGER NOT NULL) STRICT`);
    return new TerminalStore(sql, owner);
  }

  /** The number of the newest change. */
  number(): number {
    return this.#sql.exec<{ number: number }>("SELECT number FROM terminal_account").one().number;
  }

  /** The settings that were changed. */
  settings(): TerminalAnswer {
    return this.#answer("SELECT change, number FROM terminal_entries WHERE symbol IS NULL");
  }

  /** The drawings of a symbol, without the deleted ones. */
  drawings(symbol: FeedSymbol): TerminalAnswer {
    return this.#answer("SELECT change, number FROM terminal_entries WHERE symbol = ? AND is_deleted = 0", symbol);
  }

  /** A page of what is there, in the order of its last changes. */
  recordsAfter(number: number, limit: number): TerminalRecord[] {
    const query = `SELECT change, number FROM terminal_entries WHERE number > ? AND is_deleted = 0
      ORDER BY number LIMIT ?`;
    return this.#sql.exec<Row>(query, number, limit).toArray().map(recordOf);
  }

  /** Counts a request with changes. @returns false when there were too many, and this one is not counted */
  admit(nowMs: number): boolean {
    const periods = [
      [MINUTE_MS, TERMINAL.requestsPerMinute],
      [DAY_MS, TERMINAL.requestsPerDay],
    ] as const;
    const counted = periods.map(([lengthMs, max]) => {
      type Period = { began_ms: number; requests: number };
      const query = "SELECT began_ms, requests FROM terminal_requests WHERE length_ms = ? AND began_ms > ?";
      const [period] = this.#sql.exec<Period>(query, lengthMs, nowMs - lengthMs).toArray();
      return { lengthMs, max, beganMs: period?.began_ms ?? nowMs, requests: (period?.requests ?? 0) + 1 };
    });
    if (counted.some(({ requests, max }) => requests > max)) return false;
    for (const { lengthMs, beganMs, requests } of counted) {
      this.#sql.exec("INSERT OR REPLACE INTO terminal_requests VALUES (?, ?, ?)", lengthMs, beganMs, requests);
    }
    return true;
  }

  /** The changes that win over what is stored, one for each entry. */
  winners(changes: readonly TerminalChange[]): TerminalChange[] {
    return [...winningChanges(changes)].flatMap(([key, change]) => {
      const stored = this.#record(key);
      return !stored || winsOver(change, stored) ? [change] : [];
    });
  }

  /** The symbol that would have too many drawings with these changes; null when none would. */
  overfull(winners: readonly TerminalChange[]): FeedSymbol | null {
    const added = new Map<FeedSymbol, number>();
    for (const change of winners) {
      if (change.kind !== "drawing") continue;
      const wasThere = (this.#record(terminalKey(change))?.body ?? null) !== null;
      const more = Number(change.body !== null) - Number(wasThere);
      added.set(change.symbol, (added.get(change.symbol) ?? 0) + more);
    }
    const count = "SELECT COUNT(*) AS count FROM terminal_entries WHERE symbol = ? AND is_deleted = 0";
    for (const [symbol, more] of added) {
      const before = this.#sql.exec<{ count: number }>(count, symbol).one().count;
      if (more > 0 && before + more > TERMINAL.drawingsMax) return symbol;
    }
    return null;
  }

  /** Writes what {@link TerminalStore.winners} gave. @returns the changes with their numbers */
  write(winners: readonly TerminalChange[]): TerminalRecord[] {
    const before = this.number();
    const records = winners.map((change, i) => ({ ...change, number: before + i + 1 }));
    for (const { number, ...change } of records) {
      const isDrawing = change.kind === "drawing";
      this.#sql.exec(
        "INSERT OR REPLACE INTO terminal_entries VALUES (?, ?, ?, ?, ?)",
        terminalKey(change),
        isDrawing ? change.symbol : null,
        Number(change.body === null),
        JSON.stringify(change),
        number,
      );
      if (isDrawing && change.body === null) this.#forgetDeletions(change.symbol);
    }
    this.#sql.exec("UPDATE terminal_account SET number = ?", before + records.length);
    return records;
  }

  /** The stored state of the entries that changes name. */
  current(changes: readonly TerminalChange[]): TerminalRecord[] {
    const keys = new Set(changes.map(terminalKey));
    return [...keys].flatMap((key) => this.#record(key) ?? []);
  }

  #forgetDeletions(symbol: FeedSymbol): void {
    const oldest = `SELECT number FROM terminal_entries WHERE symbol = ? AND is_deleted = 1
      ORDER BY number DESC LIMIT 1 OFFSET ?`;
    this.#sql.exec(
      `DELETE FROM terminal_entries WHERE symbol = ? AND is_deleted = 1 AND number <= (${oldest})`,
      symbol,
      symbol,
      TERMINAL.deletionsMax,
    );
  }

  #record(key: string): TerminalRecord | null {
    const [row] = this.#sql.exec<Row>("SELECT change, number FROM terminal_entries WHERE key = ?", key).toArray();
    return row ? recordOf(row) : null;
  }

  #answer(query: string, ...values: string[]): TerminalAnswer {
    return {
      number: this.number(),
      records: this.#sql
        .exec<Row>(query, ...values)
        .toArray()
        .map(recordOf),
    };
  }
}

function recordOf({ change, number }: Row): TerminalRecord {
  // Written by `write`.
  return { ...(JSON.parse(change) as TerminalChange), number };
}
