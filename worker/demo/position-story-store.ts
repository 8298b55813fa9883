import type { FillBasis } from "../contract/demo/demo-fill-basis.ts";
import type { DemoRunRecord } from "../contract/demo/demo-messages.ts";
import type { DemoFill, DemoInput } from "../contract/demo/demo-types.ts";
import { type PositionStory, type StoryRow, storyOf } from "../contract/replay/position-story.ts";
import { MINUTE_MS } from "../contract/time.ts";
import { eventsOf } from "./account-log-store.ts";

/** The clocks of the feed and of the log differ by milliseconds, and a quote that comes late is a later row. */
const CLOCKS_APART_MS = MINUTE_MS;

/** The fills of a position, oldest first, with what the first one follows from. */
type PositionFills = { fills: DemoFill[]; basis: FillBasis };

/** Reads what happened to one position from an account's log, its receipts and its runs. */
export class PositionStories {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** The story of the position of which this fill has closed a part; null when there is none. */
  read(fillId: number): PositionStory | null {
    const found = this.#fillsWith(fillId);
    const run = found && this.#run(found.fills[0]?.run ?? 0);
    if (!found || !run) return null;
    const { order } = found.basis;
    const exits = order ? { stop: order.stop, target: order.target, trail: order.trail } : null;
    const { costs, costsVersion } = run;
    return storyOf({ costs, costsVersion, exits, fills: found.fills, rows: this.#rows(found.fills) });
  }

  /** The symbol and the times of the position of which this fill has closed a part, epoch ms; null when there is none. */
  spanOf(fillId: number): { symbol: DemoFill["symbol"]; openedAtMs: number; closedAtMs: number } | null {
    const [open, ...closings] = this.#fillsWith(fillId)?.fills ?? [];
    if (!open) return null;
    return { symbol: open.symbol, openedAtMs: open.at, closedAtMs: closings.at(-1)?.at ?? open.at };
  }

  #fillsWith(fillId: number): PositionFills | null {
    type Row = { id: number; fill: string; basis: string };
    const closing = "SELECT fill ->> '$.positionId' FROM demo_fills WHERE id = ?1 AND fill ->> '$.kind' = 'close'";
    const opening = `SELECT id, fill, basis FROM demo_fills
      WHERE id < ?1 AND fill ->> '$.positionId' = (${closing}) AND fill ->> '$.kind' = 'open' ORDER BY id DESC LIMIT 1`;
    const [open] = this.#sql.exec<Row>(opening, fillId).toArray();
    if (!open) return null;
    const all = `SELECT id, fill, basis FROM demo_fills
      WHERE id > ? AND fill ->> '$.positionId' = ? AND fill ->> '$.kind' = 'close' ORDER BY id`;
    // Written by `ReceiptStore`.
    const fillOf = ({ fill }: Row) => JSON.parse(fill) as DemoFill;
    const closings = this.#sql.exec<Row>(all, open.id, fillOf(open).positionId).toArray();
    return { fills: [open, ...closings].map(fillOf), basis: JSON.parse(open.basis) as FillBasis };
  }

  #run(run: number): DemoRunRecord | null {
    const [row] = this.#sql.exec<{ record: string }>("SELECT record FROM account_runs WHERE run = ?", run).toArray();
    // Written by `AccountLog`.
    return row ? (JSON.parse(row.record) as DemoRunRecord) : null;
  }

  /** The rows of the log that name the position, from its opening on. */
  #rows([open]: readonly DemoFill[]): StoryRow[] {
    if (!open) return [];
    const from = this.#firstFrom(open.at - CLOCKS_APART_MS);
    const rows = `SELECT input, events FROM demo_log
      WHERE number >= ? AND instr(events, ?) > 0 AND (instr(events, 'position_amended') OR instr(events, 'position_voided'))
      ORDER BY number`;
    const named = `"positionId":${open.positionId},`;
    return this.#sql
      .exec<{ input: string; events: string }>(rows, from, named)
      .toArray()
      .map(({ input, events }) => ({ input: JSON.parse(input) as DemoInput, events: eventsOf(events) }));
  }

  /** The first row at or after a time, found by halves: rows have no index by time, and the log may be long. */
  #firstFrom(atMs: number): number {
    type Row = { number: number; at_ms: number };
    const query = "SELECT number, at_ms FROM demo_log WHERE number >= ? ORDER BY number LIMIT 1";
    let low = 1;
    let high = this.#sql
      .exec<{ newest: number }>("SELECT coalesce(max(number), 0) AS newest FROM demo_log")
      .one().newest;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const [row] = this.#sql.exec<Row>(query, middle).toArray();
      if (row && row.at_ms < atMs) low = row.number + 1;
      else high = middle;
    }
    return low;
  }
}
