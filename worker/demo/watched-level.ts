import type { DemoLevel, MarketQuote } from "../contract/demo/demo-types.ts";
import { type LevelSide, sideOf } from "./level-sides.ts";

/**
 * One level by itself, while it is armed: it takes the quotes after its `armedSeq` that could fill, in their order,
 * until it is reached.
 */
export class WatchedLevel {
  readonly level: DemoLevel;
  readonly side: LevelSide;
  /** The record up to which it has taken the quotes. */
  seq: number;
  /** The quote that reached it; null while none has. */
  reachedBy: MarketQuote | null = null;
  /** Of a trailing level: the signed extreme. */
  extreme: number;
  /** The quote that set the extreme; null for the one that it was armed with. */
  extremeQuote: MarketQuote | null = null;

  constructor(level: DemoLevel) {
    this.level = level;
    this.side = sideOf(level);
    this.seq = level.armedSeq;
    this.extreme = level.type === "trail" ? this.side.signed(level.extreme) : 0;
  }

  /** The signed price at or below which it is reached. */
  get price(): number {
    return this.level.type === "price" ? this.side.signed(this.level.price) : this.extreme - this.level.distance;
  }

  /** @returns whether the quote reached it */
  take(quote: MarketQuote): boolean {
    if (this.reachedBy || quote.seq <= this.seq) return false;
    this.seq = quote.seq;
    if (quote.symbol !== this.side.symbol) return false;
    const price = this.side.priceOf(quote);
    if (price <= this.price) {
      this.reachedBy = quote;
      return true;
    }
    if (this.level.type === "trail" && price > this.extreme) {
      this.extreme = price;
      this.extremeQuote = quote;
    }
    return false;
  }
}
