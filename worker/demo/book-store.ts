import type { MarketSnapshot, OpenDisagreement } from "../contract/demo/market-state.ts";

/** How many records back it is known which sources disagreed: weeks of a busy tape. */
const DISAGREEMENT_RECORDS = 100_000_000;

/** The market as of the last record that the book has stored, and the version of each owner's levels. */
export class BookStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec("CREATE TABLE IF NOT EXISTS book_market (id INTEGER PRIMARY KEY, snapshot TEXT NOT NULL) STRICT");
    sql.exec("CREATE TABLE IF NOT EXISTS book_disagreements (seq INTEGER PRIMARY KEY, open TEXT NOT NULL) STRICT");
    sql.exec(`CREATE TABLE IF NOT EXISTS owners (
      owner TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT, WITHOUT ROWID`);
  }

  /** The stored market; null before the first one. */
  readMarket(): MarketSnapshot | null {
    const row = this.#sql.exec<{ snapshot: string }>("SELECT snapshot FROM book_market").toArray()[0];
    // Written by this class alone.
    return row ? (JSON.parse(row.snapshot) as MarketSnapshot) : null;
  }

  writeMarket(snapshot: MarketSnapshot): void {
    this.#sql.exec("INSERT OR REPLACE INTO book_market VALUES (1, ?)", JSON.stringify(snapshot));
  }

  /** Which disagreements were open after a record; none for a record before the first known one. */
  disagreementsAt(seq: number): OpenDisagreement[] {
    const query = "SELECT open FROM book_disagreements WHERE seq <= ? ORDER BY seq DESC LIMIT 1";
    const row = this.#sql.exec<{ open: string }>(query, seq).toArray()[0];
    return row ? (JSON.parse(row.open) as OpenDisagreement[]) : [];
  }

  /** Stores which disagreements are open since a record. */
  writeDisagreements(seq: number, open: readonly OpenDisagreement[]): void {
    this.#sql.exec("INSERT OR REPLACE INTO book_disagreements VALUES (?, ?)", seq, JSON.stringify(open));
    this.#sql.exec(
      `DELETE FROM book_disagreements WHERE seq < (SELECT max(seq) FROM book_disagreements WHERE seq <= ?)`,
      seq - DISAGREEMENT_RECORDS,
    );
  }

  /** The version of an owner's levels; null before the first. */
  versionOf(owner: string): number | null {
    const query = "SELECT version FROM owners WHERE owner = ?";
    return this.#sql.exec<{ version: number }>(query, owner).toArray()[0]?.version ?? null;
  }

  writeVersion(owner: string, version: number): void {
    this.#sql.exec("INSERT OR REPLACE INTO owners VALUES (?, ?)", owner, version);
  }

  removeOwner(owner: string): void {
    this.#sql.exec("DELETE FROM owners WHERE owner = ?", owner);
  }
}
