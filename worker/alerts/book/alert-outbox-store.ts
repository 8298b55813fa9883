import type { MarketQuote } from "../../contract/demo/demo-types.ts";
import type { ArmedAlert, BookFiring, ExpiredAlert } from "./book-alert.ts";

/** Something that the database must be told, in the order in which it happened. */
export type OutboxRow = { number: number } & (
  | { type: "fired"; firing: BookFiring }
  | { type: "armed"; owner: string; armed: ArmedAlert }
  | { type: "expired"; expired: ExpiredAlert }
);

type Row = {
  number: number;
  type: OutboxRow["type"];
  id: number;
  version: number;
  owner: string;
  seq: number;
  value2: number;
  extreme: string | null;
  quote: string | null;
  before: string | null;
};

/**
 * The alerts that are in the book, in an object's SQLite, and what has happened to them and is not yet recorded in the database. A row of the
 * outbox stays until it is.
 */
export class AlertOutboxStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(`CREATE TABLE IF NOT EXISTS alerts (
      id INTEGER PRIMARY KEY, version INTEGER NOT NULL, owner TEXT NOT NULL, armed_seq INTEGER NOT NULL,
      expires_at INTEGER) STRICT`);
    sql.exec("CREATE INDEX IF NOT EXISTS alerts_by_owner ON alerts (owner)");
    sql.exec("CREATE INDEX IF NOT EXISTS alerts_by_expiry ON alerts (expires_at) WHERE expires_at IS NOT NULL");
    sql.exec(`CREATE TABLE IF NOT EXISTS alert_outbox (
      number INTEGER PRIMARY KEY, type TEXT NOT NULL, id INTEGER NOT NULL, version INTEGER NOT NULL,
      owner TEXT NOT NULL, seq INTEGER NOT NULL, value2 INTEGER NOT NULL, extreme TEXT) STRICT`);
    sql.exec("CREATE INDEX IF NOT EXISTS alert_outbox_by_owner ON alert_outbox (owner)");
    sql.exec(`CREATE TABLE IF NOT EXISTS alert_quotes (
      seq INTEGER PRIMARY KEY, quote TEXT NOT NULL, before TEXT) STRICT`);
  }

  get hasAlerts(): boolean {
    return this.#sql.exec("SELECT 1 FROM alerts LIMIT 1").toArray().length > 0;
  }

  get isEmpty(): boolean {
    return this.#sql.exec("SELECT 1 FROM alert_outbox LIMIT 1").toArray().length === 0;
  }

  /** The alerts of an owner. */
  alertsOf(owner: string): ArmedAlert[] {
    const query = `SELECT id, version, armed_seq AS "armedSeq" FROM alerts WHERE owner = ? ORDER BY id`;
    return this.#sql.exec<ArmedAlert>(query, owner).toArray();
  }

  /** The versions of an owner's alerts of which something is not yet recorded, each as `id version`. */
  pendingOf(owner: string): Set<string> {
    const query = "SELECT id || ' ' || version AS name FROM alert_outbox WHERE owner = ?";
    return new Set(
      this.#sql
        .exec<{ name: string }>(query, owner)
        .toArray()
        .map(({ name }) => name),
    );
  }

  /** Adds an alert that is armed, and a row that says so. */
  add(owner: string, { id, version, armedSeq }: ArmedAlert, expiresAt: number | null): void {
    this.#sql.exec("INSERT INTO alerts VALUES (?, ?, ?, ?, ?)", id, version, owner, armedSeq, expiresAt);
    this.armed(id, armedSeq);
  }

  remove(ids: readonly number[]): void {
    this.#sql.exec("DELETE FROM alerts WHERE id IN (SELECT value FROM json_each(?))", JSON.stringify(ids));
  }

  removeOwner(owner: string): void {
    this.#sql.exec("DELETE FROM alerts WHERE owner = ?", owner);
    this.#sql.exec("DELETE FROM alert_outbox WHERE owner = ?", owner);
  }

  /** The time at which the next alert expires; null for none. */
  nextExpiry(): number | null {
    const query = "SELECT min(expires_at) AS next FROM alerts WHERE expires_at IS NOT NULL";
    return this.#sql.exec<{ next: number | null }>(query).toArray()[0]?.next ?? null;
  }

  /** Moves the alerts whose time is over at a time into the outbox. @returns their ids */
  expire(atMs: number, seq: number): number[] {
    const due = "FROM alerts WHERE expires_at <= ?";
    this.#sql.exec(
      `INSERT INTO alert_outbox (type, id, version, owner, seq, value2)
       SELECT 'expired', id, version, owner, ?2, 0 FROM alerts WHERE expires_at <= ?1 ORDER BY id`,
      atMs,
      seq,
    );
    return this.#sql
      .exec<{ id: number }>(`DELETE ${due} RETURNING id`, atMs)
      .toArray()
      .map(({ id }) => id);
  }

  /** Stores a quote that has fired. @param before the quote of its symbol that counted before */
  writeQuote(quote: MarketQuote, before: MarketQuote | null): void {
    const insert = "INSERT OR IGNORE INTO alert_quotes VALUES (?, ?, ?)";
    this.#sql.exec(insert, quote.seq, JSON.stringify(quote), before && JSON.stringify(before));
  }

  /** An alert has fired at a stored quote. @param isOver it leaves the book */
  fired(
    id: number,
    { seq, value2, extreme, isOver }: { seq: number; value2: number; extreme: MarketQuote | null; isOver: boolean },
  ): void {
    this.#sql.exec(
      `INSERT INTO alert_outbox (type, id, version, owner, seq, value2, extreme)
       SELECT 'fired', id, version, owner, ?, ?, ? FROM alerts WHERE id = ?`,
      seq,
      value2,
      extreme && JSON.stringify(extreme),
      id,
    );
    if (isOver) this.#sql.exec("DELETE FROM alerts WHERE id = ?", id);
  }

  /** An alert is armed after a record. */
  armed(id: number, seq: number): void {
    this.#sql.exec("UPDATE alerts SET armed_seq = ? WHERE id = ?", seq, id);
    this.#sql.exec(
      `INSERT INTO alert_outbox (type, id, version, owner, seq, value2)
       SELECT 'armed', id, version, owner, ?, 0 FROM alerts WHERE id = ?`,
      seq,
      id,
    );
  }

  /**
   * All levels that a price reaches have fired, or are armed again. Bound by `due`: see {@link dueLevels}.
   * @returns whether any has fired
   */
  levelsReached(side: number, price: number, seq: number): void {
    const due = "alert_levels.side = ?1 AND price >= ?2 AND since_seq < ?3";
    this.#sql.exec(
      `INSERT INTO alert_outbox (type, id, version, owner, seq, value2)
       SELECT iif(is_waiting, 'armed', 'fired'), id, version, owner, ?3, abs(price)
       FROM alert_levels JOIN alerts USING (id) WHERE ${due} ORDER BY id`,
      side,
      price,
      seq,
    );
    const ids = "SELECT id FROM alert_levels WHERE";
    this.#sql.exec(`UPDATE alerts SET armed_seq = ?3 WHERE id IN (${ids} ${due} AND is_waiting)`, side, price, seq);
    this.#sql.exec(
      `DELETE FROM alerts WHERE id IN (${ids} ${due} AND NOT is_waiting AND retreat IS NULL)`,
      side,
      price,
      seq,
    );
  }

  /** The oldest rows. */
  rows(limit: number): OutboxRow[] {
    const query = `SELECT alert_outbox.*, quote, before FROM alert_outbox LEFT JOIN alert_quotes USING (seq)
      ORDER BY number LIMIT ?`;
    return this.#sql.exec<Row>(query, limit).toArray().map(outboxRow);
  }

  /** Removes the rows up to one, which are recorded. */
  removeRows(number: number): void {
    this.#sql.exec("DELETE FROM alert_outbox WHERE number <= ?", number);
  }

  /** Removes the quotes that no row needs. */
  removeOldQuotes(): void {
    this.#sql.exec("DELETE FROM alert_quotes WHERE seq NOT IN (SELECT seq FROM alert_outbox WHERE type = 'fired')");
  }
}

function outboxRow({ number, type, id, version, owner, seq, value2, extreme, quote, before }: Row): OutboxRow {
  if (type === "armed") return { number, type, owner, armed: { id, version, armedSeq: seq } };
  if (type === "expired") return { number, type, expired: { id, version, owner } };
  if (quote === null) throw new Error("a firing without its quote");
  // Written by this class alone.
  const fired = JSON.parse(quote) as MarketQuote;
  const read = (text: string | null) => (text === null ? null : (JSON.parse(text) as MarketQuote));
  const facts = { quote: fired, before: read(before), value2, extreme: read(extreme) };
  return { number, type, firing: { alert: id, version, owner, at: fired.heardAt, ...facts } };
}
