import type { Candle } from "../contract/candles.ts";
import type { FeedSymbol } from "../contract/symbols.ts";
import type { KeptSize } from "./kept-candles.ts";

/** Candles in the feed's own SQLite, and up to when they are known to be whole. */
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
  }

  /** The newest candles that begin before a moment, oldest first. */
  read(symbol: FeedSymbol, sizeMs: KeptSize, beforeMs: number, most: number): Candle[] {
    const query = `SELECT start_ms, open, high, low, close, volume FROM candles
      WHERE symbol = ? AND size_ms = ? AND start_ms < ? ORDER BY start_ms DESC LIMIT ?`;
    // The columns are the candle's fields, in their order.
    const rows = [...this.#sql.exec(query, symbol, sizeMs, beforeMs, most).raw()] as unknown as Candle[];
    return rows.reverse();
  }

  write(symbol: FeedSymbol, sizeMs: KeptSize, candles: readonly Candle[]): void {
    for (const candle of candles) {
      this.#sql.exec("INSERT OR REPLACE INTO candles VALUES (?, ?, ?, ?, ?, ?, ?, ?)", symbol, sizeMs, ...candle);
    }
  }

  /** Up to when every candle is there, epoch ms; 0 when nothing was ever asked for. */
  coveredUntilMs(symbol: FeedSymbol, sizeMs: KeptSize): number {
    const query = "SELECT until_ms FROM candle_coverage WHERE symbol = ? AND size_ms = ?";
    return this.#sql.exec<{ until_ms: number }>(query, symbol, sizeMs).toArray()[0]?.until_ms ?? 0;
  }

  setCoveredUntil(symbol: FeedSymbol, sizeMs: KeptSize, untilMs: number): void {
    this.#sql.exec("INSERT OR REPLACE INTO candle_coverage VALUES (?, ?, ?)", symbol, sizeMs, untilMs);
  }

  /** Forgets the candles that began before a moment. */
  removeBefore(symbol: FeedSymbol, sizeMs: KeptSize, beforeMs: number): void {
    const statement = "DELETE FROM candles WHERE symbol = ? AND size_ms = ? AND start_ms < ?";
    this.#sql.exec(statement, symbol, sizeMs, beforeMs);
  }
}
