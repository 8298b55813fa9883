import { aboveLine, type Line2, price2Of, roundedLine2 } from "../../contract/alerts/alert-values.ts";
import { QUOTE_AGE_MAX_MS } from "../../contract/demo/demo-quotes.ts";
import type { MarketQuote } from "../../contract/demo/demo-types.ts";
import { DAY_MS, MINUTE_MS } from "../../contract/time.ts";
import type { AlertOutboxStore } from "./alert-outbox-store.ts";
import { ALERT_SIDES, type AlertSide, bySymbol, OTHER_SIDE } from "./alert-sides.ts";

/** A sloping line: signed watched prices. `retreat` is twice the distance to go back by; null for one that tells once. */
export type AlertLine = { side: number; line: Line2; retreat: number | null; isWaiting: boolean; sinceSeq: number };

type Row = {
  id: number;
  side: number;
  at_ms: number;
  value2: number;
  rise2: number;
  run_ms: number;
  retreat: number | null;
  is_waiting: number;
  since_seq: number;
};

/** A line that is compared with every quote, until `checkMs`. */
type NearLine = Row & { line: Line2; checkMs: number };

/** The part of a side that is in memory. */
type Lines = {
  readonly side: AlertSide;
  /** No other line is reached by a price above this one... */
  bound: number;
  /** ...before this time. */
  untilMs: number;
  readonly near: Map<number, NearLine>;
};

/** A line that its slope alone could bring to the price within this time is compared with every quote. */
const NEAR_MS = MINUTE_MS;
/** So is one at so few half steps from the price: a bound between them would be none. */
const NEAR_STEPS = 8;

/**
 * The alerts of sloping lines in an object's SQLite. A line that is far from the price has a bound that it stays behind for a while, as a level
 * that no quote has reached: until half of its distance is gone by its slope alone. Only when a quote reaches the bound, or that time is
 * over, its value is computed and the bound made anew. The near ones are in memory and are compared with every quote.
 */
export class AlertLineStore {
  readonly #sql: SqlStorage;
  readonly #outbox: AlertOutboxStore;
  readonly #sides: readonly Lines[] = ALERT_SIDES.map((side) => {
    return { side, bound: Number.NEGATIVE_INFINITY, untilMs: Number.POSITIVE_INFINITY, near: new Map() };
  });
  readonly #sidesOf = bySymbol(this.#sides);

  constructor(sql: SqlStorage, outbox: AlertOutboxStore) {
    this.#sql = sql;
    this.#outbox = outbox;
    sql.exec(`CREATE TABLE IF NOT EXISTS alert_lines (
      id INTEGER PRIMARY KEY, side INTEGER NOT NULL, at_ms INTEGER NOT NULL, value2 INTEGER NOT NULL,
      rise2 INTEGER NOT NULL, run_ms INTEGER NOT NULL, retreat INTEGER, is_waiting INTEGER NOT NULL,
      since_seq INTEGER NOT NULL, bound INTEGER NOT NULL, until_ms INTEGER NOT NULL, is_near INTEGER NOT NULL) STRICT`);
    sql.exec("CREATE INDEX IF NOT EXISTS alert_lines_by_bound ON alert_lines (side, bound) WHERE is_near = 0");
    sql.exec("CREATE INDEX IF NOT EXISTS alert_lines_by_time ON alert_lines (side, until_ms) WHERE is_near = 0");
    // Every near line is looked at again with the first quote.
    sql.exec("UPDATE alert_lines SET is_near = 0, until_ms = 0 WHERE is_near = 1");
    for (const lines of this.#sides) this.#loadBounds(lines);
  }

  /** @returns whether any was reached: then the quote's number must be stored */
  take(quote: MarketQuote, before: MarketQuote | null): boolean {
    let isReached = false;
    for (const lines of this.#sidesOf[quote.symbol]) isReached = this.#takeSide(lines, quote, before) || isReached;
    // One that has been reached is on the other side.
    if (isReached) for (const lines of this.#sidesOf[quote.symbol]) this.#loadBounds(lines);
    return isReached;
  }

  add(id: number, { side, line, retreat, isWaiting, sinceSeq }: AlertLine): void {
    this.#sql.exec(
      "INSERT INTO alert_lines VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0)",
      id,
      side,
      line.atMs,
      line.value2,
      line.rise2,
      line.runMs,
      retreat,
      isWaiting ? 1 : 0,
      sinceSeq,
    );
    const lines = this.#sides[side];
    if (lines) lines.untilMs = 0;
  }

  /** Removes those of some alerts that are lines. */
  remove(ids: readonly number[]): void {
    this.#sql.exec("DELETE FROM alert_lines WHERE id IN (SELECT value FROM json_each(?))", JSON.stringify(ids));
    for (const { near } of this.#sides) for (const id of ids) near.delete(id);
  }

  #takeSide(lines: Lines, quote: MarketQuote, before: MarketQuote | null): boolean {
    const price = lines.side.sign * price2Of(quote);
    const timeMs = Math.max(quote.at, quote.heardAt);
    let isReached = false;
    for (const near of lines.near.values()) {
      const isDue = near.since_seq < quote.seq && aboveLine(price, near.line, quote.at) <= 0;
      if (isDue) isReached = this.#reach(near, quote, before);
      if (isDue || timeMs >= near.checkMs) lines.near.delete(near.id);
      if (isDue || timeMs < near.checkMs) continue;
      this.#place(lines, near, quote);
      if (!lines.near.has(near.id)) this.#loadBounds(lines);
    }
    if (price > lines.bound && timeMs < lines.untilMs) return isReached;
    const query = "SELECT * FROM alert_lines WHERE is_near = 0 AND side = ?1 AND";
    const due = `${query} bound >= ?2 UNION ${query} until_ms <= ?3`;
    for (const row of this.#sql.exec<Row>(due, lines.side.code, price, timeMs).toArray()) {
      // It has been reached on the other side by the same quote.
      if (row.since_seq >= quote.seq) continue;
      if (aboveLine(price, lineOf(row), quote.at) <= 0) isReached = this.#reach(row, quote, before);
      else this.#place(lines, row, quote);
    }
    this.#loadBounds(lines);
    return isReached;
  }

  #reach({ id, side, retreat, is_waiting, ...row }: Row, quote: MarketQuote, before: MarketQuote | null): true {
    const { seq } = quote;
    if (is_waiting) {
      this.#outbox.armed(id, seq);
    } else {
      this.#outbox.writeQuote(quote, before);
      const { atMs, value2, rise2, runMs } = lineOf(row);
      // Not signed, so that a half is rounded up on both sides.
      const sign = ALERT_SIDES[side]?.sign ?? 1;
      const value = roundedLine2({ atMs, value2: sign * value2, rise2: sign * rise2, runMs }, quote.at);
      this.#outbox.fired(id, { seq, value2: value, extreme: null, isOver: retreat === null });
    }
    if (retreat === null) this.#sql.exec("DELETE FROM alert_lines WHERE id = ?", id);
    else
      this.#sql.exec(
        `UPDATE alert_lines SET ${OTHER_SIDE}, value2 = -value2 - retreat, rise2 = -rise2, since_seq = ?, until_ms = 0,
         is_near = 0 WHERE id = ?`,
        seq,
        id,
      );
    return true;
  }

  /** Places a line that a quote has not reached: in memory, or behind a bound. */
  #place(lines: Lines, row: Row, quote: MarketQuote): void {
    const line = lineOf(row);
    const distance = lines.side.sign * price2Of(quote) - roundedLine2(line, quote.at);
    // No later quote that counts is of an earlier time.
    const fromMs = quote.heardAt - QUOTE_AGE_MAX_MS;
    const halfwayMs = Math.floor((distance / 2 / Math.abs(line.rise2)) * line.runMs);
    const isNear = distance < NEAR_STEPS || halfwayMs < NEAR_MS;
    const untilMs = quote.heardAt + Math.min(halfwayMs, DAY_MS);
    if (isNear) lines.near.set(row.id, { ...row, line, checkMs: Math.max(quote.at, quote.heardAt) + NEAR_MS });
    // A rounded value is less than one below the value.
    const bound = 1 + Math.max(roundedLine2(line, fromMs), roundedLine2(line, untilMs));
    const update = "UPDATE alert_lines SET is_near = ?, bound = ?, until_ms = ? WHERE id = ?";
    this.#sql.exec(update, isNear ? 1 : 0, bound, untilMs, row.id);
  }

  #loadBounds(lines: Lines): void {
    type Bounds = { bound: number | null; until: number | null };
    const of = "FROM alert_lines WHERE is_near = 0 AND side = ?1";
    const query = `SELECT (SELECT max(bound) ${of}) AS bound, (SELECT min(until_ms) ${of}) AS until`;
    const [row] = this.#sql.exec<Bounds>(query, lines.side.code).toArray();
    lines.bound = row?.bound ?? Number.NEGATIVE_INFINITY;
    lines.untilMs = row?.until ?? Number.POSITIVE_INFINITY;
  }
}

function lineOf({
  at_ms,
  value2,
  rise2,
  run_ms,
}: Omit<Row, "id" | "side" | "retreat" | "is_waiting" | "since_seq">): Line2 {
  return { atMs: at_ms, value2, rise2, runMs: run_ms };
}
