import type { MarketQuote } from "../../worker/contract/demo/demo-types.ts";
import { PRICE_SOURCES } from "../../worker/contract/quotes.ts";
import { FEED_SYMBOL_LIST, type FeedSymbol } from "../../worker/contract/symbols.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../worker/contract/time.ts";
import { LOCAL_MARKETS } from "../price-source/local-markets.ts";
import type { SeededChance } from "../seeded-chance.ts";

/**
 * Random quotes for demo programs. Only whole numbers, sums and products: powers and logarithms differ between runtimes,
 * and the programs must be the same in each.
 */

/** Where a window of quotes begins: before pauses, weekends, holidays and changes of the clock, and on an ordinary day. */
const STARTS = [
  Date.UTC(2026, 10, 24, 15, 0),
  Date.UTC(2026, 10, 24, 15, 0),
  // The day's end in New York is 22:00 UTC in winter, 21:00 in summer.
  Date.UTC(2026, 10, 24, 21, 59),
  Date.UTC(2026, 10, 24, 22, 59),
  Date.UTC(2026, 7, 4, 20, 59),
  // Friday's end and Sunday's start.
  Date.UTC(2026, 10, 20, 21, 59),
  Date.UTC(2026, 10, 22, 22, 59),
  // The half day after Thanksgiving ends at 13:00.
  Date.UTC(2026, 10, 27, 17, 59),
  // Daylight saving time ends, and begins.
  Date.UTC(2026, 10, 1, 5, 59),
  Date.UTC(2027, 2, 14, 6, 59),
];

const PACES_MS = [20, 200, 1_000, 4_000];

/** How a window's prices move: the largest usual step, and how often they jump, by a share of the price. */
const MOVES = [
  { usual: 0, jump: 0, jumpShare: 0 },
  { usual: 0.000_1, jump: 0.002, jumpShare: 0.02 },
  { usual: 0.001, jump: 0.02, jumpShare: 0.05 },
  { usual: 0.01, jump: 0.3, jumpShare: 0.03 },
  { usual: 0.03, jump: 1.5, jumpShare: 0.08 },
];

type Side = { mid: number; spread: number; isHeld: boolean };

/** Makes quotes of the five symbols, one after another. */
export class DemoMarket {
  readonly #chance: SeededChance;
  readonly #sides = new Map<FeedSymbol, Side>();
  readonly #paceMs: number;
  readonly #leapShare: number;
  readonly #staleShare: number;
  readonly #heldShare: number;
  readonly #move: (typeof MOVES)[number];
  now: number;
  seq: number;
  /** The newest quotes, and the last ones that were neither stale nor held. */
  readonly newest = new Map<FeedSymbol, MarketQuote>();
  readonly lastGood = new Map<FeedSymbol, MarketQuote>();

  constructor(chance: SeededChance) {
    this.#chance = chance;
    this.now = (chance.oneOf(STARTS) ?? 0) + this.#below(MINUTE_MS);
    this.seq = 1 + this.#below(1_000_000);
    this.#paceMs = chance.oneOf(PACES_MS) ?? 1;
    this.#leapShare = chance.oneOf([0, 0.01, 0.05]) ?? 0;
    this.#staleShare = chance.oneOf([0, 0.02, 0.2]) ?? 0;
    this.#heldShare = chance.oneOf([0, 0.01, 0.05]) ?? 0;
    const areCheap = chance.next() < 0.1;
    this.#move = chance.oneOf(MOVES) ?? { usual: 0, jump: 0, jumpShare: 0 };
    for (const symbol of FEED_SYMBOL_LIST) {
      const { level } = LOCAL_MARKETS[symbol];
      const mid = areCheap ? 1 + this.#below(300) : Math.floor(level * (50 + this.#below(100)));
      this.#sides.set(symbol, { mid, spread: chance.oneOf([0, 0, 1, 2, 15, 50, 121]) ?? 0, isHeld: false });
    }
  }

  #below(limit: number): number {
    return Math.floor(this.#chance.next() * limit);
  }

  /** Lets time pass: mostly as long as the pace says, at times past a quote's ten seconds, a session or days. */
  wait(): void {
    this.now += this.#below(2 * this.#paceMs);
    if (this.#chance.next() >= this.#leapShare) return;
    const leaps = [9_990, 10_010, 30_000, 5 * MINUTE_MS, HOUR_MS, 5 * HOUR_MS, DAY_MS, 3 * DAY_MS];
    this.now += this.#chance.oneOf(leaps) ?? 0;
  }

  /** The usual difference between a price and the next, in steps, for prices of orders that are soon reached. */
  reach(symbol: FeedSymbol): number {
    const { mid } = this.#sideOf(symbol);
    return Math.max(3, Math.ceil(mid * this.#move.usual * 3));
  }

  /** About what the symbol costs now. */
  price(symbol: FeedSymbol): number {
    return this.#sideOf(symbol).mid;
  }

  #sideOf(symbol: FeedSymbol): Side {
    const side = this.#sides.get(symbol);
    if (!side) throw new Error(`no price of ${symbol}`);
    return side;
  }

  /** The next quote. */
  next(symbols: readonly FeedSymbol[]): MarketQuote {
    const symbol = this.#chance.oneOf(symbols) ?? "BTCUSDm";
    const side = this.#sideOf(symbol);
    this.#moveSide(side);
    this.seq += this.#chance.next() < 0.05 ? 2 + this.#below(5) : 1;
    const lag =
      this.#chance.next() < this.#staleShare
        ? (this.#chance.oneOf([5_000, 9_999, 10_000, 10_001, 60_000]) ?? 0)
        : this.#below(300);
    const bid = Math.max(1, side.mid - Math.floor(side.spread / 2));
    const quote: MarketQuote = {
      symbol,
      bid,
      ask: bid + side.spread,
      at: this.now - lag,
      source: this.#chance.oneOf(PRICE_SOURCES) ?? "kraken",
      kind: this.#chance.next() < 0.3 ? "modelled" : "quoted",
      seq: this.seq,
      heardAt: this.now,
      isHeld: side.isHeld,
    };
    this.newest.set(symbol, quote);
    if (lag < 10_000 && !side.isHeld) this.lastGood.set(symbol, quote);
    return quote;
  }

  #moveSide(side: Side): void {
    const { usual, jump, jumpShare } = this.#move;
    const isJump = this.#chance.next() < jumpShare;
    const change = side.mid * (isJump ? jump : usual) * (2 * this.#chance.next() - 1);
    let steps = usual === 0 || this.#chance.next() < 0.2 ? this.#below(5) - 2 : Math.floor(change);
    // A sale of all that there was is then worth nothing, to the cent.
    if (isJump && jump > 1 && this.#chance.next() < 0.5) steps = side.mid;
    side.mid = Math.min(Math.max(1, side.mid + steps), 900_000_000);
    if (this.#chance.next() < 0.03) {
      const wide = [Math.floor(side.mid / 200), Math.floor(side.mid / 10)];
      side.spread = this.#chance.oneOf([0, 1, 3, 50, 400, ...wide]) ?? 0;
    }
    if (side.isHeld ? this.#chance.next() < 0.2 : this.#chance.next() < this.#heldShare) side.isHeld = !side.isHeld;
  }
}
