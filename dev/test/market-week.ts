import { sessionOf } from "../../worker/contract/market-sessions.ts";
import type { SourceId } from "../../worker/contract/quotes.ts";
import { FEED_SYMBOL_LIST, FEED_SYMBOLS, type FeedSymbol } from "../../worker/contract/symbols.ts";
import { LOCAL_MARKETS } from "../price-source/local-markets.ts";
import type { SeededChance } from "../seeded-chance.ts";
import type { TimedObjects } from "./timed-objects.ts";

const SECOND_MS = 1_000;
/** How often a source that has nothing to say shows that it lives. */
const BEAT_EVERY = 2;
/** How many of the seconds have a quote of a symbol, while nobody waits for one. */
const QUOTED_SHARE = { coinbase: 0.06, kraken: 0.02, finnhub: 0.05 } as const;
/** The largest usual change of a price from one second to the next, as a share of it. */
const STEP_SHARE = 0.000_04;
const SPREAD_STEPS = { coinbase: 20, kraken: 60, finnhub: 0 } as const;

/** A disturbance for some time: two sources disagree, or none sends anything. */
export type MarketTrouble = { type: "disagreement" | "silence"; fromMs: number; untilMs: number };

/**
 * Sends what three sources would over days, second by second: prices that wander, and jump where a market opens after a
 * weekend or the sources were silent.
 */
export class MarketWeek {
  readonly #objects: TimedObjects;
  readonly #chance: SeededChance;
  readonly #troubles: readonly MarketTrouble[];
  /** The middle of each price, in steps. */
  readonly #mids = new Map<FeedSymbol, number>();
  #second = 0;
  #wasOpen = new Set<FeedSymbol>();
  #wasSilent = false;

  constructor(objects: TimedObjects, chance: SeededChance, troubles: readonly MarketTrouble[]) {
    this.#objects = objects;
    this.#chance = chance;
    this.#troubles = troubles;
    for (const symbol of FEED_SYMBOL_LIST) this.#mids.set(symbol, LOCAL_MARKETS[symbol].level * 100);
  }

  get now(): number {
    return this.#objects.clock.nowMs;
  }

  /** About what a symbol costs, in steps. */
  price(symbol: FeedSymbol): number {
    return Math.round(this.#mids.get(symbol) ?? 0);
  }

  /** How far from the price an order is reached within some minutes, in steps. */
  reach(symbol: FeedSymbol): number {
    return Math.ceil(this.price(symbol) * STEP_SHARE * 10);
  }

  /** The next second. @param given.isQuoted whether every market that is open has a quote in it */
  async next({ isQuoted = false } = {}): Promise<void> {
    this.#second += 1;
    const trouble = this.#troubles.find(({ fromMs, untilMs }) => fromMs <= this.now && this.now < untilMs);
    this.#move(trouble?.type === "silence");
    if (trouble?.type !== "silence") this.#send(isQuoted, trouble?.type === "disagreement");
    await this.#objects.runUntil(this.now + SECOND_MS);
  }

  #move(isSilent: boolean): void {
    const open = new Set(FEED_SYMBOL_LIST.filter((symbol) => sessionOf(symbol, this.now) !== "closed"));
    const hasSpoken = this.#wasSilent && !isSilent;
    for (const symbol of open) {
      const isJump = hasSpoken || !this.#wasOpen.has(symbol);
      const share = (isJump ? 0.03 : STEP_SHARE) * (2 * this.#chance.next() - 1);
      this.#mids.set(symbol, (this.#mids.get(symbol) ?? 0) * (1 + share));
    }
    this.#wasOpen = open;
    this.#wasSilent = isSilent;
  }

  #send(isQuoted: boolean, isDisagreement: boolean): void {
    const { sources } = this.#objects;
    if (this.#second % BEAT_EVERY === 0)
      for (const source of ["coinbase", "kraken"] as const) sources.beat(source, this.now);
    for (const symbol of this.#wasOpen) {
      const names = FEED_SYMBOLS[symbol];
      if (names.coinbase === null) this.#quote("finnhub", symbol, isQuoted);
      // It shows with coins that its connection lives while other markets are closed.
      else if (this.#second % 20 === 0) this.#quote("finnhub", symbol, true);
      if (names.coinbase !== null) this.#quote("coinbase", symbol, isQuoted || isDisagreement);
      if (names.kraken !== null) this.#quote("kraken", symbol, isDisagreement, isDisagreement ? 1.02 : 1);
    }
  }

  #quote(source: SourceId, symbol: FeedSymbol, isSure: boolean, factor = 1): void {
    if (!isSure && this.#chance.next() >= QUOTED_SHARE[source]) return;
    const middle = this.price(symbol) * factor;
    const half = SPREAD_STEPS[source] / 2;
    const [bid, ask] = [Math.round(middle - half) / 100, Math.round(middle + half) / 100];
    const atMs = this.now - Math.floor(this.#chance.next() * 300);
    this.#objects.sources.quote(source, symbol, { bid, ask, atMs });
  }
}
