import { expect, test } from "bun:test";
import type { SourceId } from "../quotes.ts";
import type { FeedSymbol } from "../symbols.ts";
import type { TapeRecord } from "../tape/tape-record.ts";
import { MarketState, NO_MARKET } from "./market-state.ts";

/** A Tuesday, in the main hours of every market. */
const NOW_MS = Date.UTC(2026, 10, 24, 15);

const quote = (seq: number, symbol: FeedSymbol, source: SourceId = "coinbase", ageMs = 0): TapeRecord => {
  const origin = { source, kind: "quoted" } as const;
  return { seq, heardAt: NOW_MS + seq, type: "quote", symbol, bid: 100, ask: 101, at: NOW_MS + seq - ageMs, ...origin };
};
const disagreement = (seq: number, symbol: FeedSymbol, sources: [SourceId, SourceId], isOver: boolean): TapeRecord => {
  return { seq, heardAt: NOW_MS + seq, type: "disagreement", symbol, sources, isOver };
};

test("a quote is held while its source and another one disagree about its symbol", () => {
  const state = new MarketState(NO_MARKET);
  const isHeld = (record: TapeRecord) => state.take(record)?.quote.isHeld;
  expect(isHeld(quote(1, "BTCUSDm"))).toBe(false);
  state.take(disagreement(2, "BTCUSDm", ["coinbase", "kraken"], false));
  expect(isHeld(quote(3, "BTCUSDm", "coinbase"))).toBe(true);
  expect(isHeld(quote(4, "BTCUSDm", "kraken"))).toBe(true);
  expect(isHeld(quote(5, "BTCUSDm", "finnhub"))).toBe(false);
  expect(isHeld(quote(6, "ETHUSDm", "coinbase"))).toBe(false);
  state.take(disagreement(7, "BTCUSDm", ["coinbase", "finnhub"], false));
  state.take(disagreement(8, "BTCUSDm", ["kraken", "coinbase"], true));
  expect(isHeld(quote(9, "BTCUSDm", "kraken"))).toBe(false);
  expect(isHeld(quote(10, "BTCUSDm", "coinbase"))).toBe(true);
  state.take(disagreement(11, "BTCUSDm", ["coinbase", "finnhub"], true));
  expect(isHeld(quote(12, "BTCUSDm", "coinbase"))).toBe(false);
});

test("the last price is the newest quote that could fill when it was heard", () => {
  const state = new MarketState(NO_MARKET);
  expect(state.take(quote(1, "BTCUSDm", "coinbase", 10_000))?.isFillable).toBe(true);
  expect(state.take(quote(2, "BTCUSDm", "coinbase", 10_001))?.isFillable).toBe(false);
  state.take(quote(3, "ETHUSDm"));
  expect(state.newest("BTCUSDm")?.seq).toBe(2);
  expect(state.lastFillable("BTCUSDm")?.seq).toBe(1);
  expect(state.lastFillableBeside("XAUUSDm").map(({ seq }) => seq)).toEqual([1, 3]);
  expect(state.lastFillableBeside("BTCUSDm").map(({ seq }) => seq)).toEqual([3]);
});

test("a state that was stored goes on as the one that it was stored from", () => {
  const state = new MarketState(NO_MARKET);
  state.take(quote(1, "BTCUSDm"));
  state.take(disagreement(2, "BTCUSDm", ["coinbase", "kraken"], false));
  const restored = new MarketState(JSON.parse(JSON.stringify(state.snapshot())));
  expect(restored.take(quote(3, "BTCUSDm"))).toEqual(state.take(quote(3, "BTCUSDm")));
  expect(restored.snapshot()).toEqual(state.snapshot());
});
