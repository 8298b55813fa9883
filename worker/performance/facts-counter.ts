import { dayOfQuarter, hourOfQuarter, quarterOf } from "../contract/trade-calendar.ts";
import type { GroupTotals, TradeFacts, TradeRun } from "./analytics.ts";
import { AccountFall, type Payment } from "./drawdown.ts";
import { countNext, NO_ORDERED_FIGURES } from "./ordered-figures.ts";
import { addOrdered, type OrderedSums, orderedSumsOf } from "./ordered-sums.ts";
import { offsetsOf, type TradeColumns } from "./trade-columns.ts";
import { NO_TRADES } from "./trade-totals.ts";

// The names of a constant's own fields.
const TOTALS = Object.keys(NO_TRADES) as (keyof typeof NO_TRADES)[];

type Totals = { -readonly [Name in keyof GroupTotals]: GroupTotals[Name] };

/** What all figures need of some consecutive trades, which can be stored as JSON. */
export type BlockFacts = Pick<TradeFacts, "whole" | "days" | "hours" | "symbols"> & {
  riskedTrades: number;
  riskedMilliR: number;
  ordered: OrderedSums;
};

/** The sums of trades, of which there is one at least. */
export function factsOfBlock(columns: TradeColumns, timeZone: string): BlockFacts {
  const counter = new FactsCounter(null);
  counter.count(columns, offsetsOf(columns, timeZone));
  const { whole, days, hours, symbols, ordered } = counter.facts();
  const { riskedTrades, riskedMilliR } = ordered;
  return { whole, days, hours, symbols, riskedTrades, riskedMilliR, ordered: orderedSumsOf(columns) };
}

/** Counts what all figures of trades need, which are given in the order of closing. */
export class FactsCounter {
  readonly #whole = { ...NO_TRADES };
  readonly #days = new Map<number, Totals>();
  readonly #hours = new Map<number, Totals>();
  readonly #symbols = new Map<string, Totals>();
  readonly #ordered = { ...NO_ORDERED_FIGURES };
  readonly #account: AccountFall | null;
  #riskedTrades = 0;
  #riskedMilliR = 0;

  /** @param payments null where they are not known */
  constructor(payments: readonly Payment[] | null) {
    this.#account = payments && new AccountFall(payments);
  }

  /** @param offsetAt gives the offset of the trader's zone from UTC at a quarter of an hour, in such quarters */
  count(columns: TradeColumns, offsetAt: (quarter: number) => number): void {
    const { order, symbols, symbol, isBuy, id, closedAtMs, heldMs, resultUnits, milliR } = columns;
    const ofSymbols = symbols.map(() => noTotals());
    const whole = this.#whole;
    const next: [closedAtMs: number, id: number, resultUnits: number] = [0, 0, 0];
    let quarter = Number.NaN;
    let [day, hour] = [noTotals(), noTotals()];
    for (let i = 0; i < order.length; i += 1) {
      const place = order[i] ?? 0;
      const closed = closedAtMs[place] ?? 0;
      const result = resultUnits[place] ?? 0;
      if (quarterOf(closed) !== quarter) {
        quarter = quarterOf(closed);
        const offset = offsetAt(quarter);
        day = entryOf(this.#days, dayOfQuarter(quarter, offset));
        hour = entryOf(this.#hours, hourOfQuarter(quarter, offset));
      }
      add(day, result);
      add(hour, result);
      const ofSymbol = ofSymbols[symbol[place] ?? 0];
      if (ofSymbol) add(ofSymbol, result);
      whole.trades += 1;
      whole.resultUnits += result;
      if (isBuy[place] === 1) whole.buys += 1;
      if (result > 0) {
        whole.wins += 1;
        whole.grossProfitUnits += result;
      } else if (result < 0) {
        whole.losses += 1;
        whole.grossLossUnits -= result;
      }
      const held = heldMs[place] ?? Number.NaN;
      if (!Number.isNaN(held)) whole.holdingMs += held;
      next[0] = closed;
      next[1] = id[place] ?? 0;
      next[2] = result;
      countNext(this.#ordered, next);
      this.#account?.next(closed, result);
      const r = milliR[place] ?? Number.NaN;
      if (Number.isNaN(r)) continue;
      this.#riskedTrades += 1;
      this.#riskedMilliR += r;
    }
    for (const [place, name] of symbols.entries()) {
      const others = ofSymbols[place] ?? noTotals();
      if (others.trades > 0) addTotals(entryOf(this.#symbols, name), others);
    }
  }

  /** Counts the trades of sums, in their place in the order. @returns false where it cannot, and has counted none: then the trades are to be counted */
  add({ whole, days, hours, symbols, riskedTrades, riskedMilliR, ordered }: BlockFacts): boolean {
    if (this.#account && !this.#account.add(ordered)) return false;
    for (const name of TOTALS) this.#whole[name] += whole[name];
    for (const { day, ...totals } of days) addTotals(entryOf(this.#days, day), totals);
    for (const { hour, ...totals } of hours) addTotals(entryOf(this.#hours, hour), totals);
    for (const { symbol, ...totals } of symbols) addTotals(entryOf(this.#symbols, symbol), totals);
    addOrdered(this.#ordered, ordered);
    this.#riskedTrades += riskedTrades;
    this.#riskedMilliR += riskedMilliR;
    return true;
  }

  facts(): TradeFacts {
    const ordered = this.#ordered;
    return {
      whole: { ...this.#whole },
      days: [...this.#days].sort(([a], [b]) => a - b).map(([day, totals]) => ({ day, ...totals })),
      hours: [...this.#hours].sort(([a], [b]) => a - b).map(([hour, totals]) => ({ hour, ...totals })),
      symbols: [...this.#symbols].map(([symbol, totals]) => ({ symbol, ...totals })),
      ordered: {
        drawdown: { units: ordered.maxDrawdownUnits, peakUnits: ordered.maxDrawdownPeakUnits },
        drawdownPercent: this.#account?.percent() ?? null,
        streaks: { wins: ordered.longestWinStreak, losses: ordered.longestLossStreak },
        runs: {
          drawdown: runOf(ordered.maxDrawdownFirstId, ordered.maxDrawdownLastId),
          winning: runOf(ordered.longestWinFirstId, ordered.longestWinLastId),
          losing: runOf(ordered.longestLossFirstId, ordered.longestLossLastId),
        },
        riskedTrades: this.#riskedTrades,
        riskedMilliR: this.#riskedMilliR,
      },
    };
  }
}

/** Consecutive trades by the ids of their ends; null without any. */
export function runOf(first: number | null = null, last: number | null = null): TradeRun | null {
  return first === null || last === null ? null : { first, last };
}

function noTotals(): Totals {
  return { trades: 0, wins: 0, resultUnits: 0 };
}

function add(totals: Totals, result: number): void {
  totals.trades += 1;
  if (result > 0) totals.wins += 1;
  totals.resultUnits += result;
}

function addTotals(totals: Totals, others: GroupTotals): void {
  totals.trades += others.trades;
  totals.wins += others.wins;
  totals.resultUnits += others.resultUnits;
}

function entryOf<Key>(map: Map<Key, Totals>, key: Key): Totals {
  const found = map.get(key);
  if (found) return found;
  const made = noTotals();
  map.set(key, made);
  return made;
}
