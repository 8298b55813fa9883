import { FEED_SYMBOL_LIST, FEED_SYMBOLS, type FeedSymbol } from "../../contract/symbols.ts";

/** The symbols that a source has, by the source's own names. */
export function symbolsByName(
  nameOf: (upstream: (typeof FEED_SYMBOLS)[FeedSymbol]) => string | null,
): ReadonlyMap<string, FeedSymbol> {
  return new Map(
    FEED_SYMBOL_LIST.flatMap((symbol) => {
      const name = nameOf(FEED_SYMBOLS[symbol]);
      return name === null ? [] : [[name, symbol] as const];
    }),
  );
}
