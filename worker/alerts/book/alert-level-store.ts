import { price2Of } from "../../contract/alerts/alert-values.ts";
import type { MarketQuote } from "../../contract/demo/demo-types.ts";
import type { AlertOutboxStore } from "./alert-outbox-store.ts";
import { ALERT_SIDES, type AlertSide, bySymbol, OTHER_SIDE } from "./alert-sides.ts";

/** A level: a signed watched price. `retreat` is twice the distance to go back by; null for one that tells once. */
export type AlertLevel = { side: number; price: number; retreat: number | null; isWaiting: boolean; sinceSeq: number };

/** The nearest price of a side. */
type Nearest = { readonly side: AlertSide; price: number };

/**
 * The alerts of levels and horizontal lines in an object's SQLite. In memory is only the nearest price of each side, so that a quote that
 * reaches none costs the same whatever their number. One that waits for the price to go back is a level of the other side.
 */
export class AlertLevelStore {
  readonly #sql: SqlStorage;
  readonly #outbox: AlertOutboxStore;
  readonly #sides: readonly Nearest[] = ALERT_SIDES.map((side) => ({ side, price: Number.NEGATIVE_INFINITY }));
  readonly #sidesOf = bySymbol(this.#sides);

  constructor(sql: SqlStorage, outbox: AlertOutboxStore) {
    this.#sql = sql;
    this.#outbox = outbox;
    sql.exec(`CREATE TABLE IF NOT EXISTS alert_levels (
      id INTEGER PRIMARY KEY, side INTEGER NOT NULL, price INTEGER NOT NULL, retreat INTEGER, is_waiting INTEGER NOT NULL,
      since_seq INTEGER NOT NULL) STRICT`);
    sql.exec("CREATE INDEX IF NOT EXISTS alert_levels_by_price ON alert_levels (side, price)");
    this.load();
  }

  /** @returns whether the quote has reached any */
  take(quote: MarketQuote, before: MarketQuote | null): boolean {
    let isReached = false;
    for (const { side, price } of this.#sidesOf[quote.symbol]) {
      const at = side.sign * price2Of(quote);
      if (at > price) continue;
      this.#reach(side.code, at, quote, before);
      isReached = true;
    }
    if (isReached) for (const nearest of this.#sidesOf[quote.symbol]) this.#loadSide(nearest);
    return isReached;
  }

  add(id: number, { side, price, retreat, isWaiting, sinceSeq }: AlertLevel): void {
    const insert = "INSERT INTO alert_levels VALUES (?, ?, ?, ?, ?, ?)";
    this.#sql.exec(insert, id, side, price, retreat, isWaiting ? 1 : 0, sinceSeq);
    const nearest = this.#sides[side];
    if (nearest) nearest.price = Math.max(nearest.price, price);
  }

  /** Removes those of some alerts that are levels; {@link load} must follow. */
  remove(ids: readonly number[]): void {
    this.#sql.exec("DELETE FROM alert_levels WHERE id IN (SELECT value FROM json_each(?))", JSON.stringify(ids));
  }

  /** Reads what is in memory from the storage. */
  load(): void {
    for (const nearest of this.#sides) this.#loadSide(nearest);
  }

  #loadSide(nearest: Nearest): void {
    const query = "SELECT max(price) AS price FROM alert_levels WHERE side = ?";
    const [row] = this.#sql.exec<{ price: number | null }>(query, nearest.side.code).toArray();
    nearest.price = row?.price ?? Number.NEGATIVE_INFINITY;
  }

  #reach(side: number, price: number, quote: MarketQuote, before: MarketQuote | null): void {
    const { seq } = quote;
    this.#outbox.writeQuote(quote, before);
    this.#outbox.levelsReached(side, price, seq);
    const due = "side = ?1 AND price >= ?2 AND since_seq < ?3";
    this.#sql.exec(`DELETE FROM alert_levels WHERE ${due} AND NOT is_waiting AND retreat IS NULL`, side, price, seq);
    this.#sql.exec(
      `UPDATE alert_levels SET ${OTHER_SIDE}, price = -price - retreat, since_seq = ?3 WHERE ${due}`,
      side,
      price,
      seq,
    );
  }
}
