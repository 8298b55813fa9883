import { type FillBasis, type FillMemory, foldDemoFills, NO_FILL_MEMORY } from "../contract/demo/demo-fill-basis.ts";
import type { DemoFillPage, DemoReceiptRecord, FillProofs } from "../contract/demo/demo-messages.ts";
import type { DemoEvent, DemoFill } from "../contract/demo/demo-types.ts";

const PAGE_ROWS = 100;

/** The receipts of one demo account, in its object's SQLite: fills, what they follow from, and later their proofs. */
export class ReceiptStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec("CREATE TABLE IF NOT EXISTS demo_fills_lost (id INTEGER PRIMARY KEY) STRICT");
  }

  /** Creates the tables of a new account. */
  static create(sql: SqlStorage): void {
    sql.exec(`CREATE TABLE demo_fills (
      id INTEGER PRIMARY KEY, heard_ms INTEGER NOT NULL, fill TEXT NOT NULL, basis TEXT NOT NULL, proofs TEXT) STRICT`);
    sql.exec("CREATE INDEX demo_fills_unproven ON demo_fills (heard_ms) WHERE proofs IS NULL");
    sql.exec("CREATE TABLE demo_fill_memory (id INTEGER PRIMARY KEY CHECK (id = 1), memory TEXT NOT NULL) STRICT");
    sql.exec("INSERT INTO demo_fill_memory VALUES (1, ?)", JSON.stringify(NO_FILL_MEMORY));
  }

  /** Keeps the fills among the next events of the log. */
  keep(events: readonly DemoEvent[]): void {
    if (events.length === 0) return;
    const stored = this.#sql.exec<{ memory: string }>("SELECT memory FROM demo_fill_memory").one();
    // Written below.
    const { memory, fills } = foldDemoFills(JSON.parse(stored.memory) as FillMemory, events);
    this.#sql.exec("UPDATE demo_fill_memory SET memory = ?", JSON.stringify(memory));
    for (const { fill, basis } of fills) {
      const row = [fill.id, fill.quote.heardAt, JSON.stringify(fill), JSON.stringify(basis)];
      this.#sql.exec("INSERT INTO demo_fills VALUES (?, ?, ?, ?, NULL)", ...row);
    }
  }

  /** A page of fills, newest first. @param before only those with a lower number */
  page(before: number): DemoFillPage {
    const query = "SELECT fill FROM demo_fills WHERE id < ? ORDER BY id DESC LIMIT ?";
    const rows = this.#sql.exec<{ fill: string }>(query, before, PAGE_ROWS + 1).toArray();
    const fills = rows.slice(0, PAGE_ROWS).map(({ fill }) => fillOf(fill));
    return { fills, nextCursor: rows.length > PAGE_ROWS ? String(fills.at(-1)?.id) : null };
  }

  /** The newest fills, newest first. */
  newest(): readonly DemoFill[] {
    return this.page(Number.MAX_SAFE_INTEGER).fills;
  }

  /** The receipt of a fill; null when there is none of this number. */
  read(id: number): DemoReceiptRecord | null {
    type Row = { fill: string; basis: string; proofs: string | null };
    const [row] = this.#sql.exec<Row>("SELECT fill, basis, proofs FROM demo_fills WHERE id = ?", id).toArray();
    if (!row) return null;
    // Written by `keep` and `writeProofs`.
    const basis = JSON.parse(row.basis) as FillBasis;
    const proofs = row.proofs === null ? null : (JSON.parse(row.proofs) as FillProofs);
    const isLost = this.#sql.exec("SELECT 1 FROM demo_fills_lost WHERE id = ?", id).toArray().length > 0;
    return { fill: fillOf(row.fill), basis, proofs, ...(isLost ? { isLost } : {}) };
  }

  /** The oldest fills that can still get proofs, by the time of their quotes. */
  unproven(limit: number): DemoFill[] {
    const query = `SELECT fill FROM demo_fills WHERE proofs IS NULL AND id NOT IN (SELECT id FROM demo_fills_lost)
      ORDER BY heard_ms LIMIT ?`;
    return this.#sql
      .exec<{ fill: string }>(query, limit)
      .toArray()
      .map(({ fill }) => fillOf(fill));
  }

  /** The tape has the fill's quote no longer: nothing will prove it. */
  markLost(id: number): void {
    this.#sql.exec("INSERT OR IGNORE INTO demo_fills_lost VALUES (?)", id);
  }

  writeProofs(id: number, proofs: FillProofs): void {
    this.#sql.exec("UPDATE demo_fills SET proofs = ? WHERE id = ?", JSON.stringify(proofs), id);
  }
}

function fillOf(text: string): DemoFill {
  // Written by `keep`.
  return JSON.parse(text) as DemoFill;
}
