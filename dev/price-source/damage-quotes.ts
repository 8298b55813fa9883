import type { Dialect, NamedQuote } from "./dialect.ts";

/** Prices of damaged quotes are moved by 2 to 8 times, a different one each time, so that no two in a row agree. */
const FACTORS = 7;

/**
 * The frames of a corrupt source, in turn: half a frame, crossed sides, zero prices, and prices many times too high.
 * @param turn counts the calls
 */
export function damagedFrames(dialect: Dialect, quotes: readonly NamedQuote[], turn: number): string[] {
  switch (turn % 4) {
    case 0:
      return dialect.writeQuotes(quotes, "update").map((frame) => frame.slice(0, frame.length / 2));
    case 1:
      return dialect.writeQuotes(quotes.map(crossed), "update");
    case 2:
      return dialect.writeQuotes(
        quotes.map((quote) => scaled(quote, 0)),
        "update",
      );
    default: {
      const factor = 2 + (Math.floor(turn / 4) % FACTORS);
      return dialect.writeQuotes(
        quotes.map((quote) => scaled(quote, factor)),
        "update",
      );
    }
  }
}

/** A market whose highest bid is far above its lowest ask; a trade at a price below zero says the same. */
function crossed(quote: NamedQuote): NamedQuote {
  return { ...quote, price: -quote.price, bid: quote.ask + 1, ask: quote.bid };
}

function scaled(quote: NamedQuote, factor: number): NamedQuote {
  return { ...quote, price: quote.price * factor, bid: quote.bid * factor, ask: quote.ask * factor };
}
