import type { PriceSource, Quotes, ServerMessage } from "../contract/market-messages.ts";
import type { FeedSymbol } from "../contract/symbols.ts";

/** The fields that every frame of one flush has. */
export type Stamp = { source: PriceSource; seq: number; now: number };

/** All current quotes of the symbols: the first frame for a subscriber. */
export function snapshotFrame(symbols: readonly FeedSymbol[], quotes: Quotes, stamp: Stamp): string {
  return encode({ type: "market-data", prices: pick(symbols, quotes), ...stamp });
}

/**
 * The changes for subscribers of these symbols.
 * @param facts.before the quotes they were sent last; a change of the day's open needs the longer frame
 * @param facts.after the `seq` that they were sent last
 * @returns null when nothing of theirs changed
 */
export function changeFrame(
  symbols: readonly FeedSymbol[],
  { changed, before, after }: { changed: Quotes; before: Quotes; after: number },
  { source, seq, now }: Stamp,
): string | null {
  const prices = pick(symbols, changed);
  const [symbol, ...others] = symbols.filter((one) => prices[one]);
  const quote = symbol && prices[symbol];
  if (!quote) return null;
  if (others.length > 0 || before[symbol]?.dayOpen !== quote.dayOpen) {
    return encode({ type: "market-data", prices, source, seq, after, now });
  }
  return encode({ type: "price_update", symbol, price: quote.price, at: quote.at, seq, after, now });
}

/** The quotes of the given symbols, without unknown ones. */
export function pick(symbols: readonly FeedSymbol[], quotes: Quotes): Quotes {
  const picked: Quotes = {};
  for (const symbol of symbols) {
    const quote = quotes[symbol];
    if (quote) picked[symbol] = quote;
  }
  return picked;
}

/** Serialises a message. */
export function encode(message: ServerMessage): string {
  return JSON.stringify(message);
}
