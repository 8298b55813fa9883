import type { MarketQuote } from "../demo/demo-types.ts";
import { aboveLine, hasMoved, line2Of, price2Of, roundedLine2, roundedMove2 } from "./alert-values.ts";
import type { AlertCondition, AlertFiring, AlertTerms } from "./price-alerts.ts";

/** What an alert needs to take quotes. */
export type WatchedTerms = Pick<AlertTerms, "symbol" | "condition" | "repeat" | "expiresAt">;
/** A firing of an alert by itself. */
export type WatchFiring = Pick<AlertFiring, "quote" | "before" | "value2" | "extreme">;

/** What happens to an alert at a quote. */
export type WatchEvent = { type: "fired"; firing: WatchFiring } | { type: "armed"; seq: number } | { type: "expired" };

type Move = AlertCondition & { type: "move" };
/** The directions of moves, in the order in which a quote is compared with them. */
export const MOVE_SIGNS = { up: [1], down: [-1], either: [1, -1] } as const;

/** The second that a window counts a quote in. */
export function secondOf({ heardAt }: { heardAt: number }): number {
  return Math.floor(heardAt / 1_000);
}

/** The first second that a move counts, of an alert that was armed or fired before a quote in a second. */
export function secondAfterFiring(second: number, windowMs: number): number {
  return second + windowMs / 1_000 + 1;
}

/** The lowest signed price of each second that no later second's is below, for the windows that end at the newest quote. */
type Lowest = { second: number; price: number; quote: MarketQuote };

/**
 * One alert by itself: it takes the quotes of the tape that count, in their order, from the record after which it is armed.
 * Source: docs/alerts.md
 */
export class AlertWatch {
  readonly terms: WatchedTerms;
  /** The record up to which it has taken the quotes. */
  seq: number;
  /** The record since which it is armed or waits. */
  sinceSeq: number;
  /** It has fired, and the price has not gone back yet. Not of moves. */
  isWaiting = false;
  isOver = false;
  /** Of a move: the first second that counts; null before the first quote. */
  startSecond: number | null = null;
  #before: MarketQuote | null = null;
  readonly #lowest: { sign: 1 | -1; queue: Lowest[] }[] = [];

  constructor(terms: WatchedTerms, armedSeq: number) {
    this.terms = terms;
    this.seq = armedSeq;
    this.sinceSeq = armedSeq;
    if (terms.condition.type === "move") {
      this.#lowest = MOVE_SIGNS[terms.condition.direction].map((sign) => ({ sign, queue: [] }));
    }
  }

  /** The lowest signed prices of a move's window, by its sign. */
  lowest(sign: 1 | -1): readonly Lowest[] {
    return this.#lowest.find((one) => one.sign === sign)?.queue ?? [];
  }

  /** @returns what happens to it at a quote that counts; null for nothing */
  take(quote: MarketQuote): WatchEvent | null {
    const { symbol, condition, expiresAt } = this.terms;
    if (this.isOver || quote.seq <= this.seq) return null;
    this.seq = quote.seq;
    if (expiresAt !== null && quote.heardAt >= expiresAt) {
      this.isOver = true;
      return { type: "expired" };
    }
    if (quote.symbol !== symbol) return null;
    const before = this.#before;
    this.#before = quote;
    if (condition.type === "move") return this.#takeMove(condition, quote, before);
    const above = aboveCondition(condition, quote, this.#shift2(condition.direction));
    const isUpwards = (condition.direction === "rises") !== this.isWaiting;
    if (isUpwards ? above < 0 : above > 0) return null;
    this.sinceSeq = quote.seq;
    if (this.isWaiting) {
      this.isWaiting = false;
      return { type: "armed", seq: quote.seq };
    }
    const value2 = condition.type === "level" ? 2 * condition.price : roundedLine2(line2Of(condition), quote.at);
    return this.#fire({ quote, before, value2, extreme: null });
  }

  /** Twice the distance from the condition's price to what is waited for. */
  #shift2(direction: "rises" | "falls"): number {
    const { repeat } = this.terms;
    if (!this.isWaiting || repeat.type === "once") return 0;
    return direction === "rises" ? -2 * repeat.retreat : 2 * repeat.retreat;
  }

  #takeMove({ basisPoints, windowMs }: Move, quote: MarketQuote, before: MarketQuote | null): WatchEvent | null {
    const second = secondOf(quote);
    this.startSecond ??= second + 1;
    if (second < this.startSecond) return null;
    const from = second - windowMs / 1_000;
    for (const { sign, queue } of this.#lowest) {
      const first = queue.findIndex((one) => one.second >= from);
      queue.splice(0, first === -1 ? queue.length : first);
      addLowest(queue, { second, price: sign * price2Of(quote), quote });
    }
    for (const { sign, queue } of this.#lowest) {
      const [lowest] = queue;
      if (!lowest || !hasMoved(sign * price2Of(quote), lowest.price, basisPoints)) continue;
      this.startSecond = secondAfterFiring(second, windowMs);
      for (const one of this.#lowest) one.queue.length = 0;
      this.sinceSeq = quote.seq;
      const value2 = roundedMove2(price2Of(lowest.quote), sign * basisPoints);
      return this.#fire({ quote, before, value2, extreme: lowest.quote });
    }
    return null;
  }

  #fire(firing: WatchFiring): WatchEvent {
    if (this.terms.repeat.type === "once") this.isOver = true;
    else if (this.terms.condition.type !== "move") this.isWaiting = true;
    return { type: "fired", firing };
  }
}

/** Above zero when a quote is above the moved price of a level or line. */
function aboveCondition(condition: Exclude<AlertCondition, Move>, quote: MarketQuote, shift2: number): number {
  if (condition.type === "level") return price2Of(quote) - 2 * condition.price - shift2;
  return aboveLine(price2Of(quote), line2Of(condition, shift2), quote.at);
}

/**
 * Adds the newest price to the lowest ones: those that are not below it leave. Of a second only the lowest price stays, since its prices
 * enter and leave a window together.
 * @returns those that left
 */
export function addLowest<Item extends { second: number; price: number }>(queue: Item[], item: Item): Item[] {
  let length = queue.length;
  while ((queue[length - 1]?.price ?? Number.NEGATIVE_INFINITY) >= item.price) length -= 1;
  const left = length < queue.length ? queue.splice(length) : [];
  if (queue[length - 1]?.second !== item.second) queue.push(item);
  return left;
}
