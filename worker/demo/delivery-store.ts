import type { MarketQuote } from "../contract/demo/demo-types.ts";
import type { Delivery } from "./trigger-book-types.ts";

/** Adds levels that fire to the delivery of the same quote to the same owner, if there is one. */
export const ADD_TO_DELIVERY = `ON CONFLICT (owner, seq) DO UPDATE SET
  levels = levels || char(10) || excluded.levels, extremes = extremes || char(10) || excluded.extremes`;

/**
 * Deliveries that have fired and were not yet acknowledged, in an object's SQLite. A delivery is one quote for one owner, whatever
 * the number of its levels: those are one to a line with their `armedSeq`, and so are the quotes that set their extremes.
 */
export class DeliveryStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(`CREATE TABLE IF NOT EXISTS fired_quotes (
      seq INTEGER PRIMARY KEY, quote TEXT NOT NULL, context TEXT NOT NULL) STRICT`);
    sql.exec(`CREATE TABLE IF NOT EXISTS deliveries (
      owner TEXT NOT NULL, seq INTEGER NOT NULL, levels TEXT NOT NULL, extremes TEXT NOT NULL,
      PRIMARY KEY (owner, seq)) STRICT, WITHOUT ROWID`);
  }

  get isEmpty(): boolean {
    return this.#sql.exec("SELECT 1 FROM deliveries LIMIT 1").toArray().length === 0;
  }

  /** Stores a quote that has fired. @param context the last prices of the other symbols */
  writeQuote(quote: MarketQuote, context: readonly MarketQuote[]): void {
    const insert = "INSERT OR IGNORE INTO fired_quotes VALUES (?, ?, ?)";
    this.#sql.exec(insert, quote.seq, JSON.stringify(quote), JSON.stringify(context));
  }

  /** Adds a level that fired at a stored quote. */
  add(owner: string, seq: number, level: { id: string; armedSeq: number; extremeQuote: MarketQuote | null }): void {
    const insert = `INSERT INTO deliveries VALUES (?, ?, ?, ?) ${ADD_TO_DELIVERY}`;
    const extreme = level.extremeQuote ? JSON.stringify(level.extremeQuote) : "";
    this.#sql.exec(insert, owner, seq, firedText(level), extreme);
  }

  /** The deliveries to an owner, in the order of their quotes. */
  due(owner: string, limit: number): Delivery[] {
    type Row = { quote: string; context: string; extremes: string };
    const query = `SELECT quote, context, extremes FROM deliveries JOIN fired_quotes USING (seq)
      WHERE owner = ? ORDER BY seq LIMIT ?`;
    const rows = this.#sql.exec<Row>(query, owner, limit).toArray();
    return rows.map(({ quote, context, extremes }) => {
      // Written by this class and the store of the levels.
      const quotes = [
        ...extremes
          .split("\n")
          .filter(Boolean)
          .map((line) => JSON.parse(line)),
        ...JSON.parse(context),
      ];
      return { quote: JSON.parse(quote) as MarketQuote, context: inOrder(quotes as MarketQuote[]) };
    });
  }

  /** The levels of an owner's deliveries, each with its `armedSeq`, as {@link firedText} has it. */
  firedOf(owner: string): Set<string> {
    const query = "SELECT levels FROM deliveries WHERE owner = ?";
    const rows = this.#sql.exec<{ levels: string }>(query, owner).toArray();
    return new Set(rows.flatMap(({ levels }) => levels.split("\n")));
  }

  /** The owners with deliveries that come after one, in the order of their names. */
  owners(after: string, limit: number): string[] {
    const query = "SELECT DISTINCT owner FROM deliveries WHERE owner > ? ORDER BY owner LIMIT ?";
    return this.#sql
      .exec<{ owner: string }>(query, after, limit)
      .toArray()
      .map(({ owner }) => owner);
  }

  /** Removes a delivery that was acknowledged. */
  remove(owner: string, seq: number): void {
    this.#sql.exec("DELETE FROM deliveries WHERE owner = ? AND seq = ?", owner, seq);
  }

  removeOwner(owner: string): void {
    this.#sql.exec("DELETE FROM deliveries WHERE owner = ?", owner);
  }

  /** Removes the quotes that no delivery needs any more. */
  removeOldQuotes(): void {
    this.#sql.exec("DELETE FROM fired_quotes WHERE seq NOT IN (SELECT seq FROM deliveries)");
  }
}

/** A level that fired, as text. */
export function firedText({ id, armedSeq }: { id: string; armedSeq: number }): string {
  return `${id} ${armedSeq}`;
}

/** Quotes in the order of the tape, each once. */
export function inOrder(quotes: readonly MarketQuote[]): MarketQuote[] {
  const bySeq = new Map(quotes.map((quote) => [quote.seq, quote]));
  return [...bySeq.values()].toSorted((one, other) => one.seq - other.seq);
}
