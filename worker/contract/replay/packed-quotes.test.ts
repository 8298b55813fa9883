import { expect, test } from "bun:test";
import { randomTape } from "../../../dev/test/random-tape.ts";
import { fc } from "../../../web/test/property.ts";
import { MarketState, NO_MARKET } from "../demo/market-state.ts";
import { FEED_SYMBOL_LIST } from "../symbols.ts";
import { packQuotes, QuoteUnpacker } from "./packed-quotes.ts";

test("pieces of any tape are unpacked as the market has their quotes, held ones as held", () => {
  fc.assert(
    fc.property(randomTape(), fc.constantFrom(...FEED_SYMBOL_LIST), (segments, symbol) => {
      const market = new MarketState(NO_MARKET);
      const expected = segments
        .flat()
        .flatMap((record) => market.take(record)?.quote ?? [])
        .filter((quote) => quote.symbol === symbol);
      const unpacker = new QuoteUnpacker(symbol);
      const found = segments.flatMap((records) => {
        // As it travels.
        return unpacker.next(JSON.parse(JSON.stringify(packQuotes(records, symbol))));
      });
      expect(found).toEqual(expected);
    }),
  );
});
