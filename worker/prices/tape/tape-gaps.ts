import { FEED_SYMBOL_LIST, type FeedSymbol } from "../../contract/symbols.ts";
import type { GapRecord } from "../../contract/tape/tape-record.ts";

/** The gaps that the tape must state before the next quote of their symbols. */
export class TapeGaps {
  readonly #gaps = new Map<FeedSymbol, { reason: GapRecord["reason"]; fromMs: number }>();

  /** Prices of these symbols may have been missed since a time, epoch ms. A gap that is open already keeps its begin and reason. */
  open(symbols: readonly FeedSymbol[], reason: GapRecord["reason"], fromMs: number): void {
    for (const symbol of symbols) if (!this.#gaps.has(symbol)) this.#gaps.set(symbol, { reason, fromMs });
  }

  /** Returns what must be stated before a quote of a symbol: its gap, with all symbols that have the same one. */
  beforeQuote(symbol: FeedSymbol): GapRecord[] {
    const gap = this.#gaps.get(symbol);
    if (!gap) return [];
    const symbols = FEED_SYMBOL_LIST.filter((one) => {
      const other = this.#gaps.get(one);
      return other?.reason === gap.reason && other.fromMs === gap.fromMs;
    });
    for (const one of symbols) this.#gaps.delete(one);
    return [{ type: "gap", symbols, ...gap }];
  }
}
