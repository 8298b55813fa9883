import { pointsMoved, price2Of, roundedMove2 } from "../../contract/alerts/alert-values.ts";
import { addLowest, secondAfterFiring, secondOf } from "../../contract/alerts/alert-watch.ts";
import type { MarketQuote } from "../../contract/demo/demo-types.ts";
import { DAY_MS } from "../../contract/time.ts";
import type { AlertOutboxStore } from "./alert-outbox-store.ts";
import { ALERT_SIDES, type AlertSide, bySymbol } from "./alert-sides.ts";
import { firstFrom, type Lowest, lower, ONE, setNearest, threshold } from "./lowest-prices.ts";

/** A move: `startSecond` is null before the first quote that it counts. */
export type AlertMove = {
  sides: readonly number[];
  windowMs: number;
  basisPoints: number;
  isAgain: boolean;
  startSecond: number | null;
};

/** The fewest basis points of the moves of a window, and the second in which it no longer begins at the price where it does. */
type WindowMoves = { points: number; nextShift: number };

/** The part of a side that is in memory. */
type Moves = {
  readonly side: AlertSide;
  hasMoves: boolean;
  /** Some have not counted a quote yet. */
  hasNew: boolean;
  /** Ascending by second and by price. */
  lowest: Lowest[];
  /** How many of them, from the first on, are stored as they are. */
  stored: number;
  /** The windows, in seconds, of the moves that begin when their window does. */
  windows: Map<number, WindowMoves>;
  /** The second of the last quote. */
  second: number;
  /** When the next of the windows no longer begins where it does. */
  nextShift: number;
  /** When the next move begins to count, and when the next one's window is full. */
  nextStart: number;
  nextFull: number;
};

type Due = { id: number; window_s: number; points: number; is_again: number };

const DAY_S = DAY_MS / 1_000;
/** What a move counts: nothing before its first quote; from its start on; or from the begin of its window on. */
const NEW = 0;
const STARTED = 1;
const FULL = 2;

/** The different basis points of a side's started moves up to some, then those of a range of starts. Bound: side, points, range. */
const STARTED_MOVES = `WITH RECURSIVE known (points) AS (
    SELECT min(points) FROM alert_moves WHERE side = ?1 AND phase = ${STARTED} AND points <= ?2
    UNION ALL SELECT (SELECT min(points) FROM alert_moves WHERE side = ?1 AND phase = ${STARTED}
      AND points > known.points AND points <= ?2) FROM known WHERE known.points IS NOT NULL)
  SELECT id, window_s, is_again, alert_moves.points AS points FROM known CROSS JOIN alert_moves
  ON side = ?1 AND phase = ${STARTED} AND alert_moves.points = known.points AND start_s > ?3 AND start_s <= ?4`;

/**
 * The alerts of moves in an object's SQLite. All windows of a symbol end at the newest quote, so the lowest price of each is one of those
 * that no later price is below: one queue for each side has them, of at most one price a second. With each of them is the fewest basis points of
 * the moves that begin there, and so the price at which the next move is reached: a quote that reaches none costs the same whatever their number.
 *
 * A fall is a rise of negative prices. What the queue and its points say may be less than what is true, after a move was removed or has gone on:
 * then a quote reads the storage in vain, once.
 */
export class AlertMoveStore {
  readonly #sql: SqlStorage;
  readonly #outbox: AlertOutboxStore;
  readonly #sides: readonly Moves[];
  readonly #sidesOf: Record<MarketQuote["symbol"], Moves[]>;

  constructor(sql: SqlStorage, outbox: AlertOutboxStore) {
    this.#sql = sql;
    this.#outbox = outbox;
    sql.exec(`CREATE TABLE IF NOT EXISTS alert_moves (
      id INTEGER NOT NULL, side INTEGER NOT NULL, window_s INTEGER NOT NULL, points INTEGER NOT NULL,
      is_again INTEGER NOT NULL, phase INTEGER NOT NULL, start_s INTEGER NOT NULL, PRIMARY KEY (id, side)) STRICT, WITHOUT ROWID`);
    const index = (name: string, columns: string, phase: number) =>
      sql.exec(`CREATE INDEX IF NOT EXISTS ${name} ON alert_moves (side, ${columns}) WHERE phase = ${phase}`);
    index("alert_moves_new", "id", NEW);
    index("alert_moves_by_points", "points, start_s", STARTED);
    index("alert_moves_by_start", "start_s, points", STARTED);
    index("alert_moves_by_end", "start_s + window_s", STARTED);
    index("alert_moves_by_window", "window_s, points", FULL);
    sql.exec(`CREATE TABLE IF NOT EXISTS alert_lowest (
      side INTEGER NOT NULL, second INTEGER NOT NULL, price INTEGER NOT NULL, quote TEXT NOT NULL,
      PRIMARY KEY (side, second)) STRICT, WITHOUT ROWID`);
    this.#sides = ALERT_SIDES.map((side) => this.#readSide(side));
    this.#sidesOf = bySymbol(this.#sides);
  }

  /** How many prices are in memory. */
  get pricesHeld(): number {
    return this.#sides.reduce((sum, { lowest }) => sum + lowest.length, 0);
  }

  /** @returns whether anything was stored: then the quote's number must be stored with it */
  take(quote: MarketQuote, before: MarketQuote | null): boolean {
    let isStored = false;
    for (const moves of this.#sidesOf[quote.symbol]) {
      if (moves.hasMoves) isStored = this.#takeSide(moves, quote, before) || isStored;
    }
    return isStored;
  }

  add(id: number, { sides, windowMs, basisPoints, isAgain, startSecond }: AlertMove): void {
    const phase = startSecond === null ? NEW : STARTED;
    for (const side of sides) {
      const insert = "INSERT INTO alert_moves VALUES (?, ?, ?, ?, ?, ?, ?)";
      this.#sql.exec(insert, id, side, windowMs / 1_000, basisPoints, isAgain ? 1 : 0, phase, startSecond ?? 0);
      const moves = this.#sides[side];
      if (!moves) continue;
      moves.hasMoves = true;
      if (startSecond === null) moves.hasNew = true;
      else this.#expect(moves, { startSecond, window_s: windowMs / 1_000, points: basisPoints });
    }
  }

  /** Takes over the lowest prices of a move that has read them from the tape, where they go further back than those here. */
  adopt(side: number, lowest: readonly { second: number; price: number; quote: MarketQuote }[]): void {
    const moves = this.#sides[side];
    const [first] = lowest;
    if (!moves || !first || (moves.lowest[0]?.second ?? Number.POSITIVE_INFINITY) <= first.second) return;
    moves.lowest = lowest.map((one) => ({ ...one, points: 1, nearest: 0 }));
    moves.stored = 0;
    setNearest(moves.lowest, 0);
  }

  /** Removes those of some alerts that are moves. */
  remove(ids: readonly number[]): void {
    this.#sql.exec("DELETE FROM alert_moves WHERE id IN (SELECT value FROM json_each(?))", JSON.stringify(ids));
    for (const moves of this.#sides) this.#forgetIfNone(moves);
  }

  /** Stores the prices that are in memory only. */
  checkpoint(): void {
    for (const { side, lowest, stored } of this.#sides) {
      const [first] = lowest;
      if (!first) continue;
      const last = lowest[stored - 1]?.second ?? -1;
      const isRest = "DELETE FROM alert_lowest WHERE side = ?1 AND (second > ?2 OR second < ?3)";
      this.#sql.exec(isRest, side.code, last, first.second);
      for (const one of lowest.slice(stored)) {
        const insert = "INSERT INTO alert_lowest VALUES (?, ?, ?, ?)";
        this.#sql.exec(insert, side.code, one.second, one.price, JSON.stringify(one.quote));
        one.quote = null;
      }
    }
    for (const moves of this.#sides) moves.stored = moves.lowest.length;
  }

  #takeSide(moves: Moves, quote: MarketQuote, before: MarketQuote | null): boolean {
    const second = secondOf(quote);
    const price = moves.side.sign * price2Of(quote);
    let isStored = false;
    if (second !== moves.second) isStored = this.#forgetBefore(moves, second);
    const last = moves.lowest.at(-1);
    // Most quotes: neither a new second nor a new lowest price of it.
    if (last?.second === second && price > last.price && price * ONE < last.nearest && !moves.hasNew) return false;
    const item: Lowest = { second, price, quote, points: Number.POSITIVE_INFINITY, nearest: 0 };
    for (const { points } of addLowest(moves.lowest, item)) item.points = Math.min(item.points, points);
    const at = moves.lowest.length - 1;
    if (moves.lowest[at] === item) {
      moves.stored = Math.min(moves.stored, at);
      setNearest(moves.lowest, at);
    }
    if (second !== moves.second) this.#begin(moves, second);
    if (moves.hasNew) isStored = this.#startNew(moves, second);
    const scaled = price * ONE;
    if (scaled >= (moves.lowest[at]?.nearest ?? Number.POSITIVE_INFINITY)) {
      isStored = this.#fireAll(moves, quote, before) || isStored;
    }
    return isStored;
  }

  /** What no window reaches back to leaves; moves that have counted for a whole window begin with it from then on. */
  #forgetBefore(moves: Moves, second: number): boolean {
    const { code } = moves.side;
    const old = moves.lowest.findIndex((one) => one.second >= second - DAY_S);
    if (old !== 0) {
      const count = old === -1 ? moves.lowest.length : old;
      moves.lowest.splice(0, count);
      moves.stored = Math.max(0, moves.stored - count);
      setNearest(moves.lowest, 0);
    }
    if (second < moves.nextFull) return false;
    type Row = { window_s: number; points: number };
    const update = `UPDATE alert_moves SET phase = ${FULL} WHERE side = ? AND phase = ${STARTED}
      AND start_s + window_s <= ? RETURNING window_s, points`;
    const rows = this.#sql.exec<Row>(update, code, second).toArray();
    for (const { window_s, points } of rows) {
      const fewest = Math.min(points, moves.windows.get(window_s)?.points ?? points);
      moves.windows.set(window_s, { points: fewest, nextShift: 0 });
    }
    if (rows.length > 0) moves.nextShift = 0;
    const next = `SELECT min(start_s + window_s) AS next FROM alert_moves WHERE side = ? AND phase = ${STARTED}`;
    moves.nextFull = this.#number(next, code) ?? Number.POSITIVE_INFINITY;
    return rows.length > 0;
  }

  /** Sets the moves whose windows begin elsewhere in this second, or that begin to count, to the prices where they do. */
  #begin(moves: Moves, second: number): void {
    const { code } = moves.side;
    if (second >= moves.nextShift) this.#shift(moves, second);
    if (second >= moves.nextStart) {
      const from = moves.second;
      const started = `SELECT min(points) AS next FROM alert_moves WHERE side = ? AND phase = ${STARTED} AND start_s > ? AND start_s <= ?`;
      const points = this.#number(started, code, from, second);
      if (points !== null) lower(moves.lowest, moves.lowest.length - 1, points);
      const next = `SELECT min(start_s) AS next FROM alert_moves WHERE side = ? AND phase = ${STARTED} AND start_s > ?`;
      moves.nextStart = this.#number(next, code, second) ?? Number.POSITIVE_INFINITY;
    }
    moves.second = second;
  }

  /** Sets the moves that begin with their windows to the prices where these do so in this second. */
  #shift(moves: Moves, second: number): void {
    moves.nextShift = Number.POSITIVE_INFINITY;
    for (const [window, of] of moves.windows) {
      if (second >= of.nextShift) {
        const at = firstFrom(moves.lowest, second - window);
        lower(moves.lowest, at, of.points);
        of.nextShift = (moves.lowest[at]?.second ?? second) + window + 1;
      }
      moves.nextShift = Math.min(moves.nextShift, of.nextShift);
    }
  }

  /** A move that is new begins with the second after its first quote. */
  #startNew(moves: Moves, second: number): true {
    moves.hasNew = false;
    type Row = { window_s: number };
    const update = `UPDATE alert_moves SET phase = ${STARTED}, start_s = ? WHERE side = ? AND phase = ${NEW} RETURNING window_s`;
    const rows = this.#sql.exec<Row>(update, second + 1, moves.side.code).toArray();
    moves.nextStart = Math.min(moves.nextStart, second + 1);
    for (const { window_s } of rows) moves.nextFull = Math.min(moves.nextFull, second + 1 + window_s);
    return true;
  }

  /** Looks at a move that has started when its time comes; at one that has before, with the next quote. */
  #expect(
    moves: Moves,
    { startSecond, window_s, points }: { startSecond: number; window_s: number; points: number },
  ): void {
    moves.nextStart = Math.min(moves.nextStart, startSecond);
    moves.nextFull = Math.min(moves.nextFull, startSecond + window_s);
    if (startSecond > moves.second) return;
    for (const one of moves.lowest) one.points = Math.min(one.points, points);
    setNearest(moves.lowest, 0);
  }

  /** Fires all moves that a price reaches. @returns whether there were any */
  #fireAll(moves: Moves, quote: MarketQuote, before: MarketQuote | null): boolean {
    const price = moves.side.sign * price2Of(quote);
    const second = secondOf(quote);
    let isFired = false;
    let from = Number.NEGATIVE_INFINITY;
    for (const [at, lowest] of moves.lowest.entries()) {
      if (price * ONE >= threshold(lowest)) {
        const windows = [...moves.windows.keys()].filter((window) => firstFrom(moves.lowest, second - window) === at);
        const range = { from: Math.max(-1, from), to: lowest.second, windows };
        const due = this.#due(moves, range, pointsMoved(price, lowest.price));
        if (due.length > 0) this.#outbox.writeQuote(quote, before);
        for (const one of due) this.#fire(moves, one, { lowest, quote });
        isFired ||= due.length > 0;
        lowest.points = this.#fewest(moves, range);
        setNearest(moves.lowest, at);
      }
      from = lowest.second;
    }
    if (isFired) for (const one of this.#sidesOf[moves.side.symbol]) this.#forgetIfNone(one);
    return isFired;
  }

  #due({ side, windows }: Moves, range: Range, points: number): Due[] {
    const started = this.#sql.exec<Due>(STARTED_MOVES, side.code, points, range.from, range.to).toArray();
    const query = `SELECT id, window_s, points, is_again FROM alert_moves WHERE side = ? AND phase = ${FULL} AND window_s = ? AND points <= ?`;
    const full = range.windows
      .filter((window) => (windows.get(window)?.points ?? Number.POSITIVE_INFINITY) <= points)
      .flatMap((window) => this.#sql.exec<Due>(query, side.code, window, points).toArray());
    return [...started, ...full].toSorted((one, other) => one.id - other.id);
  }

  /** The fewest basis points of the moves of a range; the windows' too are set to what is true. */
  #fewest({ side, windows }: Moves, range: Range): number {
    const query = `SELECT min(points) AS next FROM alert_moves WHERE side = ? AND phase = ${FULL} AND window_s = ?`;
    for (const window of range.windows) {
      const points = this.#number(query, side.code, window);
      const of = windows.get(window);
      if (points === null) windows.delete(window);
      else if (of) of.points = points;
    }
    type Row = { points: number };
    const [first] = this.#sql.exec<Row>(`${STARTED_MOVES} LIMIT 1`, side.code, ONE, range.from, range.to).toArray();
    const ofWindows = range.windows.map((window) => windows.get(window)?.points ?? Number.POSITIVE_INFINITY);
    return Math.min(first?.points ?? Number.POSITIVE_INFINITY, ...ofWindows);
  }

  #fire(
    { side }: Moves,
    { id, window_s, points, is_again }: Due,
    { lowest, quote }: { lowest: Lowest; quote: MarketQuote },
  ): void {
    const extreme = lowest.quote ?? this.#storedQuote(side, lowest.second);
    const value2 = roundedMove2(price2Of(extreme), side.sign * points);
    this.#outbox.fired(id, { seq: quote.seq, value2, extreme, isOver: !is_again });
    if (!is_again) {
      this.#sql.exec("DELETE FROM alert_moves WHERE id = ?", id);
      return;
    }
    const start = secondAfterFiring(secondOf(quote), window_s * 1_000);
    this.#sql.exec(`UPDATE alert_moves SET phase = ${STARTED}, start_s = ? WHERE id = ?`, start, id);
    for (const moves of this.#sidesOf[side.symbol]) this.#expect(moves, { startSecond: start, window_s, points });
  }

  #forgetIfNone(moves: Moves): void {
    if (!moves.hasMoves || this.#hasMoves(moves.side)) return;
    this.#sql.exec("DELETE FROM alert_lowest WHERE side = ?", moves.side.code);
    Object.assign(moves, emptySide(moves.side));
  }

  #hasMoves({ code }: AlertSide): boolean {
    const count = (phase: number) => `EXISTS (SELECT 1 FROM alert_moves WHERE side = ?1 AND phase = ${phase})`;
    return this.#number(`SELECT ${count(NEW)} OR ${count(STARTED)} OR ${count(FULL)} AS next`, code) === 1;
  }

  #storedQuote({ code }: AlertSide, second: number): MarketQuote {
    const query = "SELECT quote FROM alert_lowest WHERE side = ? AND second = ?";
    const [row] = this.#sql.exec<{ quote: string }>(query, code, second).toArray();
    if (!row) throw new Error("a lowest price is not stored");
    // Written by this class alone.
    return JSON.parse(row.quote) as MarketQuote;
  }

  #number(query: string, ...bound: number[]): number | null {
    return this.#sql.exec<{ next: number | null }>(query, ...bound).toArray()[0]?.next ?? null;
  }

  #readSide(side: AlertSide): Moves {
    const moves = { ...emptySide(side), hasMoves: this.#hasMoves(side), hasNew: true };
    if (!moves.hasMoves) return moves;
    type Row = { second: number; price: number };
    const query = "SELECT second, price FROM alert_lowest WHERE side = ? ORDER BY second";
    // Moves of any basis points may begin at each: the first quotes find out.
    moves.lowest = this.#sql
      .exec<Row>(query, side.code)
      .toArray()
      .map((row) => ({ ...row, quote: null, points: 1, nearest: 0 }));
    moves.stored = moves.lowest.length;
    setNearest(moves.lowest, 0);
    type Window = { window_s: number; points: number };
    const windows = `SELECT window_s, min(points) AS points FROM alert_moves WHERE side = ? AND phase = ${FULL} GROUP BY window_s`;
    const rows = this.#sql.exec<Window>(windows, side.code).toArray();
    moves.windows = new Map(rows.map(({ window_s, points }) => [window_s, { points, nextShift: 0 }]));
    moves.nextStart = 0;
    moves.nextFull = 0;
    return moves;
  }
}

/** The moves that begin after one second and up to another, and those of some windows. */
type Range = { from: number; to: number; windows: readonly number[] };

function emptySide(side: AlertSide): Moves {
  const last = Number.POSITIVE_INFINITY;
  const empty = {
    hasMoves: false,
    hasNew: false,
    lowest: [],
    stored: 0,
    second: -1,
    nextShift: 0,
    nextStart: last,
    nextFull: last,
  };
  return { side, ...empty, windows: new Map() };
}
