/** When an account object looks whether its person has closed their account, in the object's SQLite. */
export class ClosingCheckStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Epoch ms; null when nobody began to close the account. */
  atMs(): number | null {
    const isThere = this.#sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'demo_closing'").toArray().length > 0;
    if (!isThere) return null;
    const [row] = this.#sql.exec<{ check_at_ms: number | null }>("SELECT check_at_ms FROM demo_closing").toArray();
    return row?.check_at_ms ?? null;
  }

  write(atMs: number | null): void {
    this.#sql.exec(
      "CREATE TABLE IF NOT EXISTS demo_closing (id INTEGER PRIMARY KEY CHECK (id = 1), check_at_ms INTEGER) STRICT",
    );
    this.#sql.exec("INSERT OR REPLACE INTO demo_closing VALUES (1, ?)", atMs);
  }
}
