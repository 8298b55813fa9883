import type { DemoLevel, MarketQuote } from "../contract/demo/demo-types.ts";
import type { FeedSymbol } from "../contract/symbols.ts";
import { ADD_TO_DELIVERY } from "./delivery-store.ts";
import { LEVEL_SIDES, type LevelSide, sideOf } from "./level-sides.ts";
import type { WatchedLevel } from "./watched-level.ts";

/** The trailing levels whose extreme was set by the same quote. Prices are signed. */
type Group = { id: number; extreme: number; threshold: number; quote: MarketQuote | null };

/** A level as it is stored; `text` is the same for two levels that are the same, see {@link levelText}. */
export type StoredLevel = { id: string; type: DemoLevel["type"]; side: number; text: string };

/** The part of a side's levels that is in memory. Prices are signed; infinite where there is no level. */
type Nearest = {
  readonly side: LevelSide;
  /** The price that the next level to be reached has. */
  price: number;
  /** The group with the lowest extreme, which each new extreme moves; `isMoved` when the storage has an older one. */
  front: (Group & { isMoved: boolean }) | null;
  /** The lowest extreme of the other groups: a price above it merges groups. */
  nextExtreme: number;
};

type GroupRow = { id: number; extreme: number; threshold: number; quote: string | null };

const GROUP_COLUMNS = "id, extreme, threshold, quote";
/** The trailing levels that a price reaches. Bound: the side and the price. */
const DUE_TRAILS = `trail_groups AS due_group JOIN trails
  ON trails.group_id = due_group.id AND trails.distance <= due_group.extreme - ?2
  WHERE due_group.side = ?1 AND due_group.threshold >= ?2`;

/**
 * The levels of all owners, in an object's SQLite. In memory are only the nearest price of each side and the group of
 * trailing levels that new extremes move, so that a quote that reaches nothing costs the same whatever the number of levels.
 *
 * All prices are signed: see {@link LevelSide.signed}. So every level fires at a price at or below its own, and every
 * extreme is a highest price.
 *
 * A trailing level is stored as its distance from the extreme of its group. All levels of a group have the extreme that
 * the same quote has set. A price above the extremes of several groups sets one for all, so they become one group: the
 * smaller ones move into the largest, so that a level moves a few times at most however often the extreme does.
 */
export class LevelStore {
  readonly #sql: SqlStorage;
  readonly #sides: readonly Nearest[];
  readonly #sidesOf: Readonly<Record<FeedSymbol, readonly Nearest[]>>;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(`CREATE TABLE IF NOT EXISTS levels (
      owner TEXT NOT NULL, id TEXT NOT NULL, side INTEGER NOT NULL, price INTEGER NOT NULL, armed_seq INTEGER NOT NULL,
      PRIMARY KEY (owner, id)) STRICT, WITHOUT ROWID`);
    sql.exec("CREATE INDEX IF NOT EXISTS levels_by_price ON levels (side, price, armed_seq)");
    sql.exec(`CREATE TABLE IF NOT EXISTS trail_groups (
      id INTEGER PRIMARY KEY, side INTEGER NOT NULL, extreme INTEGER NOT NULL, threshold INTEGER NOT NULL,
      size INTEGER NOT NULL, quote_seq INTEGER NOT NULL, quote TEXT) STRICT`);
    sql.exec("CREATE INDEX IF NOT EXISTS trail_groups_by_extreme ON trail_groups (side, extreme)");
    sql.exec("CREATE INDEX IF NOT EXISTS trail_groups_by_threshold ON trail_groups (side, threshold)");
    sql.exec(`CREATE TABLE IF NOT EXISTS trails (
      owner TEXT NOT NULL, id TEXT NOT NULL, group_id INTEGER NOT NULL, distance INTEGER NOT NULL,
      armed_seq INTEGER NOT NULL, PRIMARY KEY (owner, id)) STRICT, WITHOUT ROWID`);
    sql.exec("CREATE INDEX IF NOT EXISTS trails_by_distance ON trails (group_id, distance, armed_seq)");
    this.#sides = LEVEL_SIDES.map((side) => {
      return { side, price: Number.NEGATIVE_INFINITY, front: null, nextExtreme: Number.POSITIVE_INFINITY };
    });
    for (const nearest of this.#sides) this.#load(nearest);
    // Each of the sides is of one symbol.
    this.#sidesOf = Object.groupBy(this.#sides, ({ side }) => side.symbol) as Record<FeedSymbol, Nearest[]>;
  }

  get isEmpty(): boolean {
    return this.#sides.every(({ price }) => price === Number.NEGATIVE_INFINITY);
  }

  /**
   * Takes a quote that could fill, with a larger number than all levels were armed at: what it reaches becomes a
   * delivery to its owner, and extremes move.
   * @returns whether anything was stored: then the quote's number must be stored with it. `isFired`: a delivery was
   */
  take(quote: MarketQuote): { isStored: boolean; isFired: boolean } {
    let isStored = false;
    let isFired = false;
    for (const nearest of this.#sidesOf[quote.symbol]) {
      const price = nearest.side.priceOf(quote);
      if (price <= nearest.price) {
        this.#fire(nearest, price, quote.seq);
        isFired = true;
      }
      if (nearest.front && price > nearest.front.extreme) isStored = this.#follow(nearest, price, quote) || isStored;
    }
    return { isStored: isStored || isFired, isFired };
  }

  /** Stores the extremes that were moved in memory only. */
  checkpoint(): void {
    for (const nearest of this.#sides) this.#storeFront(nearest);
  }

  /** The levels of an owner, by their ids. */
  levelsOf(owner: string): Map<string, StoredLevel> {
    type Row = { id: string; type: DemoLevel["type"]; side: number; value: number; armed_seq: number };
    const query = `SELECT id, 'price' AS type, side, price AS value, armed_seq FROM levels WHERE owner = ?
      UNION ALL SELECT trails.id, 'trail', side, distance, armed_seq FROM trails
      JOIN trail_groups ON trail_groups.id = group_id WHERE owner = ?`;
    const rows = this.#sql.exec<Row>(query, owner, owner).toArray();
    return new Map(
      rows.map(({ id, type, side, value, armed_seq }) => {
        return [id, { id, type, side, text: `${type} ${side} ${value} ${armed_seq}` }];
      }),
    );
  }

  /** The quotes that set the extremes of an owner's trailing levels. */
  extremesOf(owner: string): MarketQuote[] {
    const query = `SELECT ${GROUP_COLUMNS} FROM trail_groups WHERE id IN (SELECT group_id FROM trails WHERE owner = ?)`;
    const groups = this.#sql.exec<GroupRow>(query, owner).toArray().map(groupOf);
    const fronts = new Map(this.#sides.map(({ front }) => [front?.id, front]));
    return groups.map((group) => (fronts.get(group.id) ?? group).quote).filter((quote) => quote !== null);
  }

  /**
   * Removes levels of an owner and adds others.
   * @param change.added levels that have taken all quotes so far, none of which reached them
   */
  change(owner: string, change: { removed: readonly StoredLevel[]; added: readonly WatchedLevel[] }): void {
    const { removed, added } = change;
    const codes = new Set([...removed.map(({ side }) => side), ...added.map(({ side }) => side.code)]);
    const changed = this.#sides.filter(({ side }) => codes.has(side.code));
    for (const nearest of changed) this.#storeFront(nearest);
    for (const { id, type } of removed) {
      if (type === "trail") this.#removeTrail(owner, id);
      else this.#sql.exec("DELETE FROM levels WHERE owner = ? AND id = ?", owner, id);
    }
    for (const watched of added) {
      const { level, side, price } = watched;
      if (level.type === "trail") this.#addTrail(owner, watched, level.distance);
      else
        this.#sql.exec("INSERT INTO levels VALUES (?, ?, ?, ?, ?)", owner, level.id, side.code, price, level.armedSeq);
    }
    for (const nearest of changed) this.#load(nearest);
  }

  /** Moves all that a price reaches into deliveries. */
  #fire(nearest: Nearest, price: number, seq: number): void {
    this.#storeFront(nearest);
    const { code } = nearest.side;
    const fired = "group_concat(id || ' ' || armed_seq, char(10))";
    this.#sql.exec(
      `INSERT INTO deliveries SELECT owner, ?3, ${fired}, '' FROM levels WHERE side = ?1 AND price >= ?2
       GROUP BY owner ${ADD_TO_DELIVERY}`,
      code,
      price,
      seq,
    );
    this.#sql.exec("DELETE FROM levels WHERE side = ?1 AND price >= ?2", code, price);

    this.#sql.exec(
      `INSERT INTO deliveries SELECT owner, ?3, group_concat(trails.id || ' ' || armed_seq, char(10)),
       coalesce(group_concat(due_group.quote, char(10)), '') FROM ${DUE_TRAILS} GROUP BY owner ${ADD_TO_DELIVERY}`,
      code,
      price,
      seq,
    );
    this.#sql.exec(
      `UPDATE trail_groups SET size = size - (SELECT count(*) FROM trails WHERE group_id = trail_groups.id
       AND distance <= trail_groups.extreme - ?2) WHERE side = ?1 AND threshold >= ?2`,
      code,
      price,
    );
    this.#sql.exec(`DELETE FROM trails WHERE (owner, id) IN (SELECT owner, trails.id FROM ${DUE_TRAILS})`, code, price);
    this.#sql.exec("DELETE FROM trail_groups WHERE side = ?1 AND threshold >= ?2 AND size = 0", code, price);
    this.#sql.exec(
      `UPDATE trail_groups SET threshold = extreme - (SELECT min(distance) FROM trails
       WHERE group_id = trail_groups.id) WHERE side = ?1 AND threshold >= ?2`,
      code,
      price,
    );
    this.#load(nearest);
  }

  /** Moves the extremes below a price to it. @returns whether anything was stored */
  #follow(nearest: Nearest, price: number, quote: MarketQuote): boolean {
    const { front, nextExtreme, side } = nearest;
    if (!front) return false;
    if (price <= nextExtreme) {
      front.threshold += price - front.extreme;
      front.extreme = price;
      front.quote = quote;
      front.isMoved = true;
      nearest.price = Math.max(nearest.price, front.threshold);
      return false;
    }
    this.#storeFront(nearest);
    const passed = "side = ?1 AND extreme < ?2";
    type Merged = { id: number; size: number; distance: number };
    const [merged] = this.#sql
      .exec<Merged>(
        `SELECT (SELECT id FROM trail_groups WHERE ${passed} ORDER BY size DESC LIMIT 1) AS id, sum(size) AS size,
         min(extreme - threshold) AS distance FROM trail_groups WHERE ${passed}`,
        side.code,
        price,
      )
      .toArray();
    if (!merged) throw new Error("no group was passed");
    const { id, size, distance } = merged;
    this.#sql.exec(
      `UPDATE trails SET group_id = ?3 WHERE group_id IN (SELECT id FROM trail_groups WHERE ${passed} AND id <> ?3)`,
      side.code,
      price,
      id,
    );
    this.#sql.exec(`DELETE FROM trail_groups WHERE ${passed} AND id <> ?3`, side.code, price, id);
    this.#sql.exec("UPDATE trail_groups SET size = ? WHERE id = ?", size, id);
    this.#storeGroup({ id, extreme: price, threshold: price - distance, quote });
    this.#load(nearest);
    return true;
  }

  #addTrail(owner: string, watched: WatchedLevel, distance: number): void {
    const { level, side, extreme, extremeQuote } = watched;
    const threshold = extreme - distance;
    const quoteSeq = extremeQuote?.seq ?? 0;
    type Row = { id: number };
    const join = `UPDATE trail_groups SET size = size + 1, threshold = max(threshold, ?) WHERE id =
      (SELECT id FROM trail_groups WHERE side = ? AND extreme = ? AND quote_seq = ? LIMIT 1) RETURNING id`;
    const found = this.#sql.exec<Row>(join, threshold, side.code, extreme, quoteSeq).toArray()[0];
    const insert = `INSERT INTO trail_groups (side, extreme, threshold, size, quote_seq, quote)
      VALUES (?, ?, ?, 1, ?, ?) RETURNING id`;
    const quote = extremeQuote && JSON.stringify(extremeQuote);
    const group = found ?? this.#sql.exec<Row>(insert, side.code, extreme, threshold, quoteSeq, quote).toArray()[0];
    if (!group) throw new Error("no group was stored");
    this.#sql.exec("INSERT INTO trails VALUES (?, ?, ?, ?, ?)", owner, level.id, group.id, distance, level.armedSeq);
  }

  #removeTrail(owner: string, id: string): void {
    const remove = "DELETE FROM trails WHERE owner = ? AND id = ? RETURNING group_id";
    for (const { group_id } of this.#sql.exec<{ group_id: number }>(remove, owner, id).toArray()) {
      this.#sql.exec("DELETE FROM trail_groups WHERE id = ? AND size = 1", group_id);
      this.#sql.exec(
        `UPDATE trail_groups SET size = size - 1, threshold = extreme - (SELECT min(distance) FROM trails
         WHERE group_id = trail_groups.id) WHERE id = ?`,
        group_id,
      );
    }
  }

  #storeFront({ front }: Nearest): void {
    if (!front?.isMoved) return;
    this.#storeGroup(front);
    front.isMoved = false;
  }

  #storeGroup({ id, extreme, threshold, quote }: Group): void {
    const update = "UPDATE trail_groups SET extreme = ?, threshold = ?, quote_seq = ?, quote = ? WHERE id = ?";
    this.#sql.exec(update, extreme, threshold, quote?.seq ?? 0, quote && JSON.stringify(quote), id);
  }

  /** Reads what is in memory of a side from the storage. */
  #load(nearest: Nearest): void {
    const { code } = nearest.side;
    const lowest = `SELECT ${GROUP_COLUMNS} FROM trail_groups WHERE side = ? ORDER BY extreme LIMIT 2`;
    const [front, next] = this.#sql.exec<GroupRow>(lowest, code).toArray();
    nearest.front = front ? { ...groupOf(front), isMoved: false } : null;
    nearest.nextExtreme = next?.extreme ?? Number.POSITIVE_INFINITY;
    const prices = `SELECT max(price) AS price FROM levels WHERE side = ?
      UNION ALL SELECT max(threshold) FROM trail_groups WHERE side = ?`;
    const rows = this.#sql.exec<{ price: number | null }>(prices, code, code).toArray();
    nearest.price = Math.max(...rows.map(({ price }) => price ?? Number.NEGATIVE_INFINITY));
  }
}

function groupOf({ id, extreme, threshold, quote }: GroupRow): Group {
  // Written by this class alone.
  return { id, extreme, threshold, quote: quote === null ? null : (JSON.parse(quote) as MarketQuote) };
}

/** The properties by which a level is the same as a stored one: all but its extreme, which follows the quotes. */
export function levelText(level: DemoLevel): string {
  const side = sideOf(level);
  const value = level.type === "price" ? side.signed(level.price) : level.distance;
  return `${level.type} ${side.code} ${value} ${level.armedSeq}`;
}
