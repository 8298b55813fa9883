import type { Quotes } from "../contract/market-messages.ts";
import { FEED_SYMBOL_LIST } from "../contract/symbols.ts";

/** The stored state of the price feed: the newest quotes, and the leases of listening hubs. */
export class QuoteStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(`CREATE TABLE IF NOT EXISTS quotes (
      symbol TEXT PRIMARY KEY, price REAL NOT NULL, at_ms INTEGER NOT NULL, day_open REAL NOT NULL) STRICT`);
    sql.exec("CREATE TABLE IF NOT EXISTS listeners (hub_id TEXT PRIMARY KEY, until_ms INTEGER NOT NULL) STRICT");
  }

  readQuotes(): Quotes {
    type Row = { symbol: string; price: number; at_ms: number; day_open: number };
    const rows = new Map(
      this.#sql
        .exec<Row>("SELECT symbol, price, at_ms, day_open FROM quotes")
        .toArray()
        .map((row) => [row.symbol, row]),
    );
    const quotes: Quotes = {};
    for (const symbol of FEED_SYMBOL_LIST) {
      const row = rows.get(symbol);
      if (row) quotes[symbol] = { price: row.price, at: row.at_ms, dayOpen: row.day_open };
    }
    return quotes;
  }

  writeQuotes(quotes: Quotes): void {
    for (const [symbol, quote] of Object.entries(quotes)) {
      if (!quote) continue;
      const { price, at, dayOpen } = quote;
      this.#sql.exec("INSERT OR REPLACE INTO quotes VALUES (?, ?, ?, ?)", symbol, price, at, dayOpen);
    }
  }

  readListeners(): string[] {
    const rows = this.#sql.exec<{ hub_id: string }>("SELECT hub_id FROM listeners").toArray();
    return rows.map((row) => row.hub_id);
  }

  writeListener(hubId: string, untilMs: number): void {
    this.#sql.exec("INSERT OR REPLACE INTO listeners VALUES (?, ?)", hubId, untilMs);
  }

  removeListener(hubId: string): void {
    this.#sql.exec("DELETE FROM listeners WHERE hub_id = ?", hubId);
  }

  /** Deletes the hubs that did not renew their lease. */
  removeExpired(nowMs: number): void {
    this.#sql.exec("DELETE FROM listeners WHERE until_ms <= ?", nowMs);
  }
}
