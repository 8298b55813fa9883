import { dayOfQuarter, hourOfQuarter, quarterOf, weekdayOf } from "../contract/trade-calendar.ts";
import {
  binOfR,
  type Dimension,
  HELD_RANGES,
  NO_KEY,
  NUMBER_RANGES,
  R_RANGES,
  type Range,
  type SizeGroup,
  sizeGroupOf,
} from "../contract/trade-groups.ts";
import { addSums, countInto, type GroupSums, noSums, numbersOfSums, SumsOfCells, sumsOfNumbers } from "./group-sums.ts";
import { offsetsOf, type TradeColumns } from "./trade-columns.ts";

/** The dimensions that follow from the trades alone. */
export type CountedDimension = Exclude<Dimension, "setup" | "tag" | "mistake">;

/** The sums of an account's trades by group, which can be stored as JSON. */
export type CountedGroups = {
  all: GroupSums;
  by: Record<CountedDimension, [key: string, sums: GroupSums][]>;
  rBins: number[];
};

/** What groups need of some consecutive trades, which can be stored as JSON; sums are those of {@link SumsOfCells}. */
export type BlockGroups = {
  clock: number[];
  held: number[];
  /** By the number in the day, of trades of all days but the first, where it follows from the trades before. */
  number: number[];
  /** The trades of the first day, of which more come before: the first ones by themselves, and the sums of all others. */
  firstDay: { day: number; trades: number; first: [resultUnits: number, milliR: number | null][]; others: number[] };
  lastDay: { day: number; trades: number };
  symbols: [symbol: string, sizes: SizeEntry[]][];
  rBins: number[];
};

/** A size with the sums of its trades as {@link numbersOfSums}. */
type SizeEntry = [size: number, ...sums: number[]];

/** Numbers of a day up to which each has a group that is not that of all later ones. */
const EARLY = (NUMBER_RANGES.at(-1)?.from ?? 1) - 1;

const HOURS = 24;
const WEEKDAYS = 7;
/** Where the time held is not known. */
const HELD_UNKNOWN = HELD_RANGES.length;

/** The ends of ranges, in which a million trades are placed in one request. @returns the place, as `rangeOf` */
function placesIn(ranges: readonly Range[]): (value: number) => number {
  const ends = Float64Array.from(ranges, ({ to }) => to ?? Number.POSITIVE_INFINITY);
  const last = ends.length - 1;
  return (value) => {
    let place = 0;
    while (place < last && value >= (ends[place] ?? 0)) place += 1;
    return place;
  };
}
const placeOfHeld = placesIn(HELD_RANGES);
const placeOfNumber = placesIn(NUMBER_RANGES);

/** Groups trades, which are given in the order of closing. */
export class GroupCounter {
  // Each has all trades, divided by two dimensions where both have few groups, so that a trade is counted in few.
  readonly #byClock = new SumsOfCells(WEEKDAYS * HOURS);
  readonly #byHeld = new SumsOfCells(2 * (HELD_UNKNOWN + 1));
  readonly #byNumber = new SumsOfCells(NUMBER_RANGES.length);
  readonly #bySymbol = new Map<string, SizeSums>();
  readonly #rBins = R_RANGES.map(() => 0);
  #day = Number.NaN;
  #number = 0;

  /** @param offsetAt gives the offset of the trader's zone from UTC at a quarter of an hour, in such quarters */
  count(columns: TradeColumns, offsetAt: (quarter: number) => number): void {
    const { order, symbols, symbol, isBuy, closedAtMs, heldMs, size, resultUnits, milliR } = columns;
    const sizes = symbols.map((name) => entryOf(this.#bySymbol, name, () => new SizeSums()));
    const [byClock, byHeld, byNumber, rBins] = [this.#byClock, this.#byHeld, this.#byNumber, this.#rBins];
    // Trades of one quarter of an hour, most of which are of one range of numbers too, are added up before they are added to the sums of both.
    const run = new SumsOfCells(1);
    let [quarter, day, clock, lastDay, number] = [Number.NaN, Number.NaN, 0, this.#day, this.#number];
    let ofNumber = 0;
    for (let i = 0; i < order.length; i += 1) {
      const place = order[i] ?? 0;
      const closed = closedAtMs[place] ?? 0;
      const isNext = quarterOf(closed) !== quarter;
      const before = clock;
      if (isNext) {
        quarter = quarterOf(closed);
        const offset = offsetAt(quarter);
        day = dayOfQuarter(quarter, offset);
        clock = weekdayOf(day) * HOURS + hourOfQuarter(quarter, offset);
      }
      number = day === lastDay ? number + 1 : 1;
      lastDay = day;
      const range = placeOfNumber(number);
      if (isNext || range !== ofNumber) {
        byClock.addCell(before, run);
        byNumber.addCell(ofNumber, run);
        run.clear();
        ofNumber = range;
      }
      const result = resultUnits[place] ?? 0;
      const r = milliR[place] ?? Number.NaN;
      const held = heldMs[place] ?? Number.NaN;
      const ofHeld = Number.isNaN(held) ? HELD_UNKNOWN : placeOfHeld(held);
      run.count(0, result, r);
      byHeld.count((isBuy[place] ?? 0) * (HELD_UNKNOWN + 1) + ofHeld, result, r);
      sizes[symbol[place] ?? 0]?.count(size[place] ?? 0, result, r);
      if (Number.isNaN(r)) continue;
      const bin = binOfR(r);
      rBins[bin] = (rBins[bin] ?? 0) + 1;
    }
    byClock.addCell(clock, run);
    byNumber.addCell(ofNumber, run);
    this.#day = lastDay;
    this.#number = number;
  }

  /** The sums of trades, of which there is one at least; null where they have so many sizes that their sums are no fewer than they are. */
  static ofBlock(columns: TradeColumns, timeZone: string): BlockGroups | null {
    const { order, closedAtMs, resultUnits, milliR } = columns;
    const offsetAt = offsetsOf(columns, timeZone);
    const dayAt = (place = 0) => {
      const quarter = quarterOf(closedAtMs[place] ?? 0);
      return dayOfQuarter(quarter, offsetAt(quarter));
    };
    const day = dayAt(order[0]);
    let end = 1;
    while (end < order.length && dayAt(order[end]) === day) end += 1;
    const counter = new GroupCounter();
    counter.count({ ...columns, order: order.subarray(0, end) }, offsetsOf(columns, timeZone));
    counter.#byNumber.clear();
    counter.count({ ...columns, order: order.subarray(end) }, offsetsOf(columns, timeZone));
    const symbols: BlockGroups["symbols"] = [];
    let left = order.length / TRADES_OF_SIZE;
    for (const [symbol, sizes] of counter.#bySymbol) {
      const entries = sizes.entries();
      left -= entries?.length ?? Number.POSITIVE_INFINITY;
      if (!entries || left < -SIZES_MIN) return null;
      // The columns may have the names of symbols without a trade.
      if (entries.length > 0) symbols.push([symbol, entries]);
    }
    const others = new SumsOfCells(1);
    const first: BlockGroups["firstDay"]["first"] = [];
    for (const place of order.subarray(0, end)) {
      const [result, r] = [resultUnits[place] ?? 0, milliR[place] ?? Number.NaN];
      if (first.length < EARLY) first.push([result, Number.isNaN(r) ? null : r]);
      else others.count(0, result, r);
    }
    return {
      clock: counter.#byClock.numbers(),
      held: counter.#byHeld.numbers(),
      number: counter.#byNumber.numbers(),
      firstDay: { day, trades: end, first, others: others.numbers() },
      lastDay: { day: counter.#day, trades: counter.#number },
      symbols,
      rBins: counter.#rBins,
    };
  }

  /** Counts the trades of sums, in their place in the order. */
  add({ clock, held, number, firstDay, lastDay, symbols, rBins }: BlockGroups): void {
    const before = firstDay.day === this.#day ? this.#number : 0;
    for (const [at, [result, r]] of firstDay.first.entries()) {
      this.#byNumber.count(placeOfNumber(before + at + 1), result, r ?? Number.NaN);
    }
    this.#byNumber.addNumbers(firstDay.others, NUMBER_RANGES.length - 1);
    this.#byNumber.addNumbers(number);
    this.#byClock.addNumbers(clock);
    this.#byHeld.addNumbers(held);
    for (const [symbol, sizes] of symbols) entryOf(this.#bySymbol, symbol, () => new SizeSums()).add(sizes);
    for (const [bin, trades] of rBins.entries()) this.#rBins[bin] = (this.#rBins[bin] ?? 0) + trades;
    this.#number = lastDay.trades + (lastDay.day === firstDay.day ? before : 0);
    this.#day = lastDay.day;
  }

  groups(): CountedGroups {
    const heldOf = (cell: number) => cell % (HELD_UNKNOWN + 1);
    const bySymbol = [...this.#bySymbol].map(([symbol, sizes]) => ({ symbol, sizes: sizes.groups() }));
    const [byClock, byHeld, byNumber] = [this.#byClock.list(), this.#byHeld.list(), this.#byNumber.list()];
    return {
      all: totalOf(byNumber),
      by: {
        symbol: bySymbol.map(({ symbol, sizes }) => [symbol, totalOf(sizes.values())]),
        direction: grouped(byHeld, (cell) => (cell > HELD_UNKNOWN ? "Buy" : "Sell")),
        weekday: grouped(byClock, (cell) => String(Math.floor(cell / HOURS))),
        hour: grouped(byClock, (cell) => String(cell % HOURS)),
        held: grouped(byHeld, (cell) => (heldOf(cell) === HELD_UNKNOWN ? NO_KEY : String(heldOf(cell)))),
        size: merged(bySymbol.flatMap(({ sizes }) => [...sizes])),
        number: grouped(byNumber, String),
      },
      rBins: this.#rBins,
    };
  }
}

/** Of a block there are sums by size where this many trades or more have one, and some sizes in any case. */
const TRADES_OF_SIZE = 16;
const SIZES_MIN = 64;

/** From how many different sizes of a symbol on further ones are kept trade by trade, which then take less memory than sums of each. */
const SIZES_MAX = 4_096;

/** The trades of a symbol by their size, since the usual size is known at the end alone. */
class SizeSums {
  readonly #sums = new Map<number, GroupSums>();
  readonly #others: { size: number[]; result: number[]; milliR: number[] } = { size: [], result: [], milliR: [] };
  #last: { size: number; sums: GroupSums } = { size: Number.NaN, sums: noSums() };

  count(size: number, result: number, milliR: number): void {
    if (size !== this.#last.size) {
      let sums = this.#sums.get(size);
      if (!sums) {
        if (this.#sums.size >= SIZES_MAX) {
          this.#others.size.push(size);
          this.#others.result.push(result);
          this.#others.milliR.push(milliR);
          return;
        }
        sums = noSums();
        this.#sums.set(size, sums);
      }
      this.#last = { size, sums };
    }
    countInto(this.#last.sums, result, milliR);
  }

  /** The sums of each size; null where some were kept trade by trade. */
  entries(): SizeEntry[] | null {
    if (this.#others.size.length > 0) return null;
    return [...this.#sums].map(([size, sums]) => [size, ...numbersOfSums(sums)]);
  }

  /** Adds sums of sizes, however many they are. */
  add(sizes: readonly SizeEntry[]): void {
    for (const [size, ...sums] of sizes) addSums(entryOf(this.#sums, size, noSums), sumsOfNumbers(sums));
  }

  /** The sums by how sizes compare with the median. */
  groups(): Map<SizeGroup, GroupSums> {
    const usual = this.#lowerMedian();
    const groups = new Map<SizeGroup, GroupSums>();
    const groupOf = (size: number) => entryOf(groups, sizeGroupOf(size, usual), noSums);
    for (const [size, sums] of this.#sums) addSums(groupOf(size), sums);
    const { size, result, milliR } = this.#others;
    for (const [at, one] of size.entries()) countInto(groupOf(one), result[at] ?? 0, milliR[at] ?? Number.NaN);
    return groups;
  }

  /** The median of all trades' sizes; of an even number the lower of the two in the middle. */
  #lowerMedian(): number {
    const others = Float64Array.from(this.#others.size).sort();
    const known = [...this.#sums].map(([size, { trades }]) => ({ size, trades })).sort((a, b) => a.size - b.size);
    const trades = known.reduce((sum, one) => sum + one.trades, others.length);
    let left = Math.floor((trades - 1) / 2);
    let at = 0;
    for (const { size, trades: ofSize } of known) {
      for (; at < others.length && (others[at] ?? 0) < size; at += 1, left -= 1) if (left === 0) return others[at] ?? 0;
      if (left < ofSize) return size;
      left -= ofSize;
    }
    return others[at + left] ?? 0;
  }
}

/** The sums of cells by the keys of those that have trades. */
function grouped(cells: readonly GroupSums[], keyOf: (cell: number) => string): [string, GroupSums][] {
  return merged(cells.flatMap((sums, cell): [string, GroupSums][] => (sums.trades > 0 ? [[keyOf(cell), sums]] : [])));
}

function merged(entries: readonly (readonly [key: string, sums: GroupSums])[]): [string, GroupSums][] {
  const groups = new Map<string, GroupSums>();
  for (const [key, sums] of entries) addSums(entryOf(groups, key, noSums), sums);
  return [...groups];
}

function totalOf(cells: Iterable<GroupSums>): GroupSums {
  const total = noSums();
  for (const sums of cells) addSums(total, sums);
  return total;
}

/** The value of a key, which is made where there is none. */
function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
