import type { MarketSnapshot } from "../contract/demo/market-state.ts";
import { PRICE_SOURCES, QUOTE_KINDS } from "../contract/quotes.ts";
import { FEED_SYMBOL_LIST } from "../contract/symbols.ts";
import type { FeedQuotes } from "./feed-quote.ts";

type QuoteRow = {
  symbol: string;
  bid: number;
  ask: number;
  at_ms: number;
  source: string;
  kind: string;
  day_open: number;
};

/**
 * The stored state of the price feed: the newest quotes and the market as of a record of the tape, and the leases of the
 * listening hubs and of the trigger book.
 */
export class QuoteStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    // The table of quotes with one price; the feed's first quotes replace what it had.
    sql.exec("DROP TABLE IF EXISTS quotes");
    sql.exec(`CREATE TABLE IF NOT EXISTS feed_quotes (
      symbol TEXT PRIMARY KEY, bid INTEGER NOT NULL, ask INTEGER NOT NULL, at_ms INTEGER NOT NULL,
      source TEXT NOT NULL, kind TEXT NOT NULL, day_open INTEGER NOT NULL) STRICT`);
    sql.exec("CREATE TABLE IF NOT EXISTS feed_quotes_seq (id INTEGER PRIMARY KEY, seq INTEGER NOT NULL) STRICT");
    sql.exec("CREATE TABLE IF NOT EXISTS feed_market (id INTEGER PRIMARY KEY, snapshot TEXT NOT NULL) STRICT");
    sql.exec("CREATE TABLE IF NOT EXISTS listeners (hub_id TEXT PRIMARY KEY, until_ms INTEGER NOT NULL) STRICT");
    sql.exec(`CREATE TABLE IF NOT EXISTS tape_listener (
      id INTEGER PRIMARY KEY, book_id TEXT NOT NULL, until_ms INTEGER NOT NULL) STRICT`);
  }

  /** The stored quotes, and the tape's record up to which they are known. */
  readQuotes(): { quotes: FeedQuotes; seq: number } {
    const rows = this.#sql.exec<QuoteRow>("SELECT * FROM feed_quotes").toArray();
    const quotes: FeedQuotes = {};
    for (const { symbol: name, bid, ask, at_ms: at, source: sourceName, kind: kindName, day_open } of rows) {
      const symbol = FEED_SYMBOL_LIST.find((known) => known === name);
      const source = PRICE_SOURCES.find((known) => known === sourceName);
      const kind = QUOTE_KINDS.find((known) => known === kindName);
      if (!symbol || !source || !kind) continue;
      const origin = { source, agreement: "alone", disagreesWith: null } as const;
      quotes[symbol] = { symbol, bid, ask, at, kind, dayOpen: day_open, ...origin };
    }
    const seq = this.#sql.exec<{ seq: number }>("SELECT seq FROM feed_quotes_seq").toArray()[0]?.seq ?? 0;
    return { quotes, seq };
  }

  /** @param seq the last record of the tape that the quotes include */
  writeQuotes(quotes: FeedQuotes, seq: number): void {
    for (const quote of Object.values(quotes)) {
      if (!quote) continue;
      const { symbol, bid, ask, at, source, kind, dayOpen } = quote;
      const insert = "INSERT OR REPLACE INTO feed_quotes VALUES (?, ?, ?, ?, ?, ?, ?)";
      this.#sql.exec(insert, symbol, bid, ask, at, source, kind, dayOpen);
    }
    this.#sql.exec("INSERT OR REPLACE INTO feed_quotes_seq VALUES (1, ?)", seq);
  }

  /** The stored market; null before the first one. */
  readMarket(): MarketSnapshot | null {
    const row = this.#sql.exec<{ snapshot: string }>("SELECT snapshot FROM feed_market").toArray()[0];
    // Written by this class alone.
    return row ? (JSON.parse(row.snapshot) as MarketSnapshot) : null;
  }

  writeMarket(snapshot: MarketSnapshot): void {
    this.#sql.exec("INSERT OR REPLACE INTO feed_market VALUES (1, ?)", JSON.stringify(snapshot));
  }

  /** The id of the trigger book that listened last and has not left; null when there is none. */
  readLastBook(): string | null {
    return this.readBook(0);
  }

  /** The id of the trigger book if its lease is not over; else null. */
  readBook(nowMs: number): string | null {
    const query = "SELECT book_id FROM tape_listener WHERE until_ms > ?";
    return this.#sql.exec<{ book_id: string }>(query, nowMs).toArray()[0]?.book_id ?? null;
  }

  writeBook(bookId: string, untilMs: number): void {
    this.#sql.exec("INSERT OR REPLACE INTO tape_listener VALUES (1, ?, ?)", bookId, untilMs);
  }

  removeBook(): void {
    this.#sql.exec("DELETE FROM tape_listener");
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
