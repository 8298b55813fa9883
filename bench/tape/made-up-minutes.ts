import { SeededChance } from "../../dev/seeded-chance.ts";
import { WATCHLIST_SYMBOLS } from "../../worker/contract/symbols.ts";
import type { TapeRecord } from "../../worker/contract/tape/tape-record.ts";
import { MINUTE_MS } from "../../worker/contract/time.ts";

const FIRST_MINUTE_MS = Date.UTC(2026, 10, 23, 22);
/** Bid of the first quote, in steps: the middle of the prices that the product has. */
const FIRST_BID = 2_400_000;

/**
 * Minutes of quotes, the same for the same arguments: a random walk for each symbol of the watchlist, at random times,
 * with the delays and spreads of a source that quotes both sides.
 * @param quotesPerSecond of all symbols together, on average
 */
export function madeUpMinutes({
  minutes,
  quotesPerSecond,
}: {
  minutes: number;
  quotesPerSecond: number;
}): TapeRecord[][] {
  const chance = new SeededChance(7);
  const bids = new Map(WATCHLIST_SYMBOLS.map((symbol, i) => [symbol, FIRST_BID * (i + 1)]));
  let seq = 1;
  return Array.from({ length: minutes }, (_, minute) => {
    const times = Array.from({ length: quotesPerSecond * 60 }, () => Math.floor(chance.next() * MINUTE_MS));
    return times
      .sort((one, other) => one - other)
      .map((withinMs): TapeRecord => {
        const symbol = chance.oneOf(WATCHLIST_SYMBOLS) ?? "US500";
        // A step of a normal walk, about 40 price steps wide.
        const move = Math.round((chance.next() + chance.next() + chance.next() - 1.5) * 80);
        const bid = (bids.get(symbol) ?? FIRST_BID) + move;
        bids.set(symbol, bid);
        const heardAt = FIRST_MINUTE_MS + minute * MINUTE_MS + withinMs;
        const spread = 100 + Math.floor(chance.next() * 40);
        const at = heardAt - 40 - Math.floor(chance.next() * 60);
        return {
          seq: seq++,
          heardAt,
          type: "quote",
          symbol,
          bid,
          ask: bid + spread,
          at,
          source: "coinbase",
          kind: "quoted",
        };
      });
  });
}
