import { type Estimate, GROUP_MIN } from "../contract/trade-groups.ts";
import { type Moments, meanInterval, shareInterval } from "./intervals.ts";

/**
 * The sums of a group of trades that its figures need. Results are whole units of the account, R is in thousandths; the squares are not exact from
 * 2^53 on, as they are for intervals alone.
 */
export type GroupSums = {
  trades: number;
  wins: number;
  result: number;
  resultSquares: number;
  risked: number;
  milliR: number;
  milliRSquares: number;
};

/** The sums of no trades. */
export function noSums(): GroupSums {
  return { trades: 0, wins: 0, result: 0, resultSquares: 0, risked: 0, milliR: 0, milliRSquares: 0 };
}

/** Counts a trade. A million are counted in one request, so the sums themselves are changed. @param milliR null or NaN without a known stop */
export function countInto(sums: GroupSums, resultUnits: number, milliR: number | null): void {
  sums.trades += 1;
  if (resultUnits > 0) sums.wins += 1;
  sums.result += resultUnits;
  sums.resultSquares += resultUnits * resultUnits;
  if (milliR === null || Number.isNaN(milliR)) return;
  sums.risked += 1;
  sums.milliR += milliR;
  sums.milliRSquares += milliR * milliR;
}

const FIELDS = 7;

/** The sums of so many groups, in one array, which takes half the time of {@link countInto}. */
export class SumsOfCells {
  readonly #numbers: Float64Array;

  constructor(cells: number) {
    this.#numbers = new Float64Array(cells * FIELDS);
  }

  /** Counts a trade. @param milliR NaN without a known stop */
  count(cell: number, resultUnits: number, milliR: number): void {
    const numbers = this.#numbers;
    const at = cell * FIELDS;
    const add = (field: number, by: number) => {
      numbers[at + field] = (numbers[at + field] ?? 0) + by;
    };
    add(0, 1);
    if (resultUnits > 0) add(1, 1);
    add(2, resultUnits);
    add(3, resultUnits * resultUnits);
    if (Number.isNaN(milliR)) return;
    add(4, 1);
    add(5, milliR);
    add(6, milliR * milliR);
  }

  /** Adds the first cell of others. */
  addCell(cell: number, others: SumsOfCells): void {
    for (let field = 0; field < FIELDS; field += 1) {
      const at = cell * FIELDS + field;
      this.#numbers[at] = (this.#numbers[at] ?? 0) + (others.#numbers[field] ?? 0);
    }
  }

  /** Adds sums of as many cells, or of fewer from a cell on. */
  addNumbers(numbers: readonly number[], fromCell = 0): void {
    for (const [i, number] of numbers.entries()) {
      const at = fromCell * FIELDS + i;
      this.#numbers[at] = (this.#numbers[at] ?? 0) + number;
    }
  }

  clear(): void {
    this.#numbers.fill(0);
  }

  /** All sums, for {@link addNumbers}. */
  numbers(): number[] {
    return [...this.#numbers];
  }

  list(): GroupSums[] {
    return Array.from({ length: this.#numbers.length / FIELDS }, (_, cell) =>
      sumsOfNumbers(this.#numbers.subarray(cell * FIELDS, (cell + 1) * FIELDS)),
    );
  }
}

/** Sums as a short list, as many of which are stored. */
export function numbersOfSums(sums: GroupSums): number[] {
  const { trades, wins, result, resultSquares, risked, milliR, milliRSquares } = sums;
  return [trades, wins, result, resultSquares, risked, milliR, milliRSquares];
}

/** The sums of {@link numbersOfSums}. */
export function sumsOfNumbers(numbers: Iterable<number>): GroupSums {
  const [trades = 0, wins = 0, result = 0, resultSquares = 0, risked = 0, milliR = 0, milliRSquares = 0] = numbers;
  return { trades, wins, result, resultSquares, risked, milliR, milliRSquares };
}

/** Adds sums of other trades. */
export function addSums(sums: GroupSums, others: GroupSums): void {
  sums.trades += others.trades;
  sums.wins += others.wins;
  sums.result += others.result;
  sums.resultSquares += others.resultSquares;
  sums.risked += others.risked;
  sums.milliR += others.milliR;
  sums.milliRSquares += others.milliRSquares;
}

/** The sums of the trades of a whole that are in none of its parts. @param parts groups of different trades of the whole */
export function restOf(whole: GroupSums, parts: Iterable<GroupSums>): GroupSums {
  const rest = { ...whole };
  for (const part of parts) {
    rest.trades -= part.trades;
    rest.wins -= part.wins;
    rest.result -= part.result;
    rest.resultSquares -= part.resultSquares;
    rest.risked -= part.risked;
    rest.milliR -= part.milliR;
    rest.milliRSquares -= part.milliRSquares;
  }
  return rest;
}

/** The figures of a group: null where it has too few trades for a rate or an interval. Means are in units and in R, not rounded. */
export function figuresOfGroup(sums: GroupSums): {
  winRate: Estimate | null;
  each: Estimate | null;
  r: Estimate | null;
} {
  const { trades, wins, result, resultSquares, risked, milliR, milliRSquares } = sums;
  return {
    winRate: trades < GROUP_MIN ? null : scaled(shareInterval(wins, trades), 100),
    each: meanOf({ count: trades, sum: result, squares: resultSquares }, 1),
    r: meanOf({ count: risked, sum: milliR, squares: milliRSquares }, 1 / 1_000),
  };
}

function meanOf(moments: Moments, by: number): Estimate | null {
  return moments.count < GROUP_MIN ? null : scaled(meanInterval(moments), by);
}

function scaled({ value, low, high }: Estimate, by: number): Estimate {
  return { value: value * by, low: low * by, high: high * by };
}
