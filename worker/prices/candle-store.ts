import type { Candle } from "../contract/candles.ts";
import type { FeedSymbol } from "../contract/symbols.ts";
import type { StoredSize } from "./kept-candles.ts";

/** Stores candles in the feed object's SQLite, and until when they and their volumes are complete. */
export class CandleStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(`CREATE TABLE IF NOT EXISTS candles (
      symbol TEXT NOT NULL, size_ms INTEGER NOT NULL, start_ms INTEGER NOT NULL,
      open REAL NOT NULL, high REAL NOT NULL, low REAL NOT NULL, close REAL NOT NULL, volume REAL NOT NULL,
      PRIMARY KEY (symbol, size_ms, start_ms)) STRICT, WITHOUT ROWID`);
    sql.exec(`CREATE TABLE IF NOT EXISTS candle_coverage (
      symbol TEXT NOT NULL, size_ms INTEGER NOT NULL, until_ms INTEGER NOT NULL,
      PRIMARY KEY (symbol, size_ms)) STRICT, WITHOUT ROWID`);
    sql.exec(`CREATE TABLE IF NOT EXISTS candle_volumes (
      symbol TEXT NOT NULL, size_ms INTEGER NOT NULL, until_ms INTEGER NOT NULL,
      PRIMARY KEY (symbol, size_ms)) STRICT, WITHOUT ROWID`);
  }

  /** The newest candles that begin before a given time, oldest first. */
  read(symbol: FeedSymbol, sizeMs: StoredSize, beforeMs: number, limit: number): Candle[] {
    const query = `SELECT start_ms, open, high, low, close, volume FROM candles
      WHERE symbol = ? AND size_ms = ? AND start_ms < ? ORDER BY start_ms DESC LIMIT ?`;
    // The columns are the fields of a candle, in order.
    const rows = [...this.#sql.exec(query, symbol, sizeMs, beforeMs, limit).raw()] as unknown as Candle[];
    return rows.reverse();
  }

  write(symbol: FeedSymbol, sizeMs: StoredSize, candles: readonly Candle[]): void {
    for (const candle of candles) {
      this.#sql.exec("INSERT OR REPLACE INTO candles VALUES (?, ?, ?, ?, ?, ?, ?, ?)", symbol, sizeMs, ...candle);
    }
  }

  /** Until when every candle is stored, epoch ms; 0 when none was ever requested. */
  coveredUntilMs(symbol: FeedSymbol, sizeMs: StoredSize): number {
    const query = "SELECT until_ms FROM candle_coverage WHERE symbol = ? AND size_ms = ?";
    return this.#sql.exec<{ until_ms: number }>(query, symbol, sizeMs).toArray()[0]?.until_ms ?? 0;
  }

  setCoveredUntil(symbol: FeedSymbol, sizeMs: StoredSize, untilMs: number): void {
    this.#sql.exec("INSERT OR REPLACE INTO candle_coverage VALUES (?, ?, ?)", symbol, sizeMs, untilMs);
  }

  /** Until when every volume is the source's, epoch ms; 0 when the source has never sent one. */
  volumesUntilMs(symbol: FeedSymbol, sizeMs: StoredSize): number {
    const query = "SELECT until_ms FROM candle_volumes WHERE symbol = ? AND size_ms = ?";
    return this.#sql.exec<{ until_ms: number }>(query, symbol, sizeMs).toArray()[0]?.until_ms ?? 0;
  }

  setVolumesUntil(symbol: FeedSymbol, sizeMs: StoredSize, untilMs: number): void {
    this.#sql.exec("INSERT OR REPLACE INTO candle_volumes VALUES (?, ?, ?)", symbol, sizeMs, untilMs);
  }

  /** Deletes the candles that began before a given time. */
  removeBefore(symbol: FeedSymbol, sizeMs: StoredSize, beforeMs: number): void {
    const statement = "DELETE FROM candles WHERE symbol = ? AND size_ms = ? AND start_ms < ?";
    this.#sql.exec(statement, symbol, sizeMs, beforeMs);
  }
}
