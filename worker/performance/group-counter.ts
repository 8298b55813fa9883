import { dayOfQuarter, hourOfQuarter, quarterOf, weekdayOf } from "../contract/trade-calendar.ts";
import {
  type Dimension,
  HELD_RANGES,
  NO_KEY,
  NUMBER_RANGES,
  R_RANGES,
  rangeOf,
  sizeGroupOf,
} from "../contract/trade-groups.ts";
import { countInto, type GroupSums, noSums } from "./group-sums.ts";

/** The dimensions that follow from the trades alone. */
export type CountedDimension = Exclude<Dimension, "setup" | "tag" | "mistake">;

/** A trade as it is grouped. */
export type GroupedTrade = {
  openedAtMs: number | null;
  closedAtMs: number;
  symbol: string;
  isBuy: boolean;
  size: number;
  resultUnits: number;
  /** Null without a known stop. */
  milliR: number | null;
};

/** The sums of an account's trades by group, which can be stored as JSON. */
export type CountedGroups = {
  all: GroupSums;
  by: Record<CountedDimension, [key: string, sums: GroupSums][]>;
  rBins: number[];
};

/** Sizes and outcomes of the trades of a symbol, since the usual size is known at the end alone; numbers, as they may be a million. */
type Sizes = { size: number[]; result: number[]; milliR: (number | null)[] };

/** Groups trades, which are given in the order of closing. */
export class GroupCounter {
  readonly #all = noSums();
  readonly #groups = new Map<Exclude<CountedDimension, "size">, Map<string | number, GroupSums>>();
  readonly #sizes = new Map<string, Sizes>();
  readonly #rBins = R_RANGES.map(() => 0);
  #day = Number.NaN;
  #number = 0;

  /** @param offsetQuarters of the trader's zone from UTC when it was closed, in quarters of an hour */
  count(trade: GroupedTrade, offsetQuarters: number): void {
    const { openedAtMs, closedAtMs, symbol, isBuy, size, resultUnits, milliR } = trade;
    const quarter = quarterOf(closedAtMs);
    const day = dayOfQuarter(quarter, offsetQuarters);
    this.#number = day === this.#day ? this.#number + 1 : 1;
    this.#day = day;
    countInto(this.#all, resultUnits, milliR);
    const groups = [
      this.#group("symbol", symbol),
      this.#group("direction", isBuy ? "Buy" : "Sell"),
      this.#group("weekday", weekdayOf(day)),
      this.#group("hour", hourOfQuarter(quarter, offsetQuarters)),
      this.#group("held", openedAtMs === null ? NO_KEY : rangeOf(HELD_RANGES, closedAtMs - openedAtMs)),
      this.#group("number", rangeOf(NUMBER_RANGES, this.#number)),
    ];
    for (const group of groups) countInto(group, resultUnits, milliR);
    if (milliR !== null) {
      const bin = rangeOf(R_RANGES, milliR);
      this.#rBins[bin] = (this.#rBins[bin] ?? 0) + 1;
    }
    const sizes = entryOf(this.#sizes, symbol, () => ({ size: [], result: [], milliR: [] }));
    sizes.size.push(size);
    sizes.result.push(resultUnits);
    sizes.milliR.push(milliR);
  }

  groups(): CountedGroups {
    const entriesOf = (dimension: Exclude<CountedDimension, "size">) =>
      [...(this.#groups.get(dimension) ?? [])].map(([key, sums]): [string, GroupSums] => [String(key), sums]);
    return {
      all: this.#all,
      by: {
        symbol: entriesOf("symbol"),
        direction: entriesOf("direction"),
        weekday: entriesOf("weekday"),
        hour: entriesOf("hour"),
        held: entriesOf("held"),
        size: [...this.#bySize()],
        number: entriesOf("number"),
      },
      rBins: this.#rBins,
    };
  }

  #group(dimension: Exclude<CountedDimension, "size">, key: string | number): GroupSums {
    const groups = entryOf(this.#groups, dimension, () => new Map<string | number, GroupSums>());
    return entryOf(groups, key, noSums);
  }

  #bySize(): Map<string, GroupSums> {
    const groups = new Map<string, GroupSums>();
    for (const { size, result, milliR } of this.#sizes.values()) {
      const usual = lowerMedian(size);
      size.forEach((one, at) => {
        const sums = entryOf(groups, sizeGroupOf(one, usual), noSums);
        countInto(sums, result[at] ?? 0, milliR[at] ?? null);
      });
    }
    return groups;
  }
}

/** The value of a key, which is made where there is none. */
function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}

/** The median; of an even number the lower of the two in the middle. @param numbers at least one */
function lowerMedian(numbers: readonly number[]): number {
  const sorted = Float64Array.from(numbers).sort();
  return sorted[(sorted.length - 1) >> 1] ?? 0;
}
