import { closingPrice, isFillable, sidePrice } from "../../worker/contract/demo/demo-quotes.ts";
import type { DemoCosts, DemoSide, MarketQuote } from "../../worker/contract/demo/demo-types.ts";
import type { ClosedPart, PathPosition } from "../../worker/contract/excursion/position-path.ts";
import { TRADED_SYMBOL_LIST, TRADED_SYMBOLS } from "../../worker/contract/symbols.ts";
import { SeededChance } from "../seeded-chance.ts";
import { DemoMarket } from "./demo-market.ts";

/** A trade on a random tape: the quotes of its symbol and of another one, from before its opening to after its last closing. */
export type RandomTrade = { position: PathPosition; costs: DemoCosts; quotes: MarketQuote[] };

/** The trade of a seed, closed in one to four parts at random moments, some of them at the same quote. */
export function randomTrade(seed: number): RandomTrade {
  const chance = new SeededChance(seed);
  const below = (limit: number) => Math.floor(chance.next() * limit);
  const market = new DemoMarket(chance);
  const symbol = chance.oneOf(TRADED_SYMBOL_LIST) ?? "BTCUSD";
  const side: DemoSide = chance.next() < 0.5 ? "buy" : "sell";
  const costs: DemoCosts = chance.next() < 0.5 ? "none" : "typical";
  const { pricedFrom } = TRADED_SYMBOLS[symbol];
  const quotes: MarketQuote[] = [];
  const next = () => {
    market.wait();
    const quote = market.next([pricedFrom, pricedFrom, pricedFrom, "BTCUSDm"]);
    quotes.push(quote);
    return quote;
  };
  const nextGood = () => {
    for (let i = 0; i < 6_000; i++) {
      const quote = next();
      if (quote.symbol === pricedFrom && isFillable(quote, quote.heardAt)) return quote;
      // The next session.
      if (i % 50 === 49) market.now += 3_600_000;
    }
    throw new Error("the market never opens");
  };
  const open = nextGood();
  const openedAtMs = open.heardAt + below(3) * below(400);
  const entryPrice = sidePrice(open, side, costs);
  const riskSteps = below(3) === 0 ? null : below(400) - 40;
  const parts: ClosedPart[] = [];
  let closing = open;
  for (let i = below(4); i >= 0; i--) {
    if (parts.length === 0 || chance.next() < 0.8) {
      for (let skipped = below(12); skipped > 0; skipped--) next();
      closing = nextGood();
    }
    const atMs = Math.max(closing.heardAt, openedAtMs, parts.at(-1)?.atMs ?? 0) + below(2) * below(900);
    const price = closingPrice(closing, side, costs);
    parts.push({
      id: parts.length + 2,
      units: 1 + below(chance.oneOf([10, 3e8, 5e12]) ?? 10),
      price,
      seq: closing.seq,
      atMs,
    });
  }
  for (let after = below(5); after > 0; after--) next();
  const stop = riskSteps === null ? null : entryPrice - (side === "buy" ? riskSteps : -riskSteps);
  return { position: { symbol, side, entryPrice, openSeq: open.seq, openedAtMs, stop, parts }, costs, quotes };
}
