import { afterEach, beforeEach, describe, expect, setSystemTime, test } from "bun:test";
import type { QuoteOrigin } from "../../worker/contract/compact-frame.ts";
import type { FeedSymbol } from "../../worker/contract/symbols.ts";
import { priceMessage } from "../test/price-message.ts";
import {
  conditionOf,
  drawnQuoteOf,
  feedCondition,
  forgetPrices,
  isStale,
  priceSource,
  quoteOf,
  serverNow,
  setLink,
  setSparing,
  takePrices,
  throttledQuoteOf,
  tickClock,
  tradablePrice,
  trailOf,
} from "./prices.ts";

// Long ago: prices left behind by these tests are stale for every other test.
const NOW = Date.UTC(2026, 0, 5, 12);
beforeEach(() => setSystemTime(NOW));
afterEach(() => setLink("idle"));

const ORIGIN: QuoteOrigin = { source: "coinbase", agreement: "agree", disagreesWith: null };

/** Prices in dollars, two dollars apart. */
function takeSnapshot(
  prices: Partial<Record<FeedSymbol, { price: number; at: number; dayOpen: number }>>,
  now = NOW,
): void {
  for (const [symbol, { price, at, dayOpen }] of Object.entries(prices)) {
    takePrices(priceMessage({ [symbol]: [price - 1, price + 1] }, { dayOpen, ageMs: now - at, now, origin: ORIGIN }));
  }
}

/** A change of Bitcoin's bid alone, in dollars; the ask is two dollars above. */
function takeChange(bid: number, at: number): void {
  const quote = { bid: bid * 100, ask: (bid + 2) * 100, at, dayOpen: null, origin: null };
  takePrices({ quotes: { BTCUSDm: quote }, source: "simulated", seq: 77, now: at });
}

describe("the condition of the feed", () => {
  test.each([
    ["idle", 0, { kind: "connecting" }],
    ["connecting", 60_000, { kind: "connecting" }],
    ["open", null, { kind: "connecting" }],
    ["open", -900, { kind: "live" }],
    ["open", 3_999, { kind: "live" }],
    ["open", 4_000, { kind: "delayed", ageMs: 4_000 }],
    ["open", 9_999, { kind: "delayed", ageMs: 9_999 }],
    ["open", 10_000, { kind: "stale", ageMs: 10_000 }],
    ["lost", 1_000, { kind: "offline", ageMs: 1_000 }],
    ["lost", null, { kind: "offline", ageMs: null }],
  ] as const)("with the link %s and a price %p ms old", (link, ageMs, condition) => {
    const newestAtMs = ageMs === null ? null : NOW - ageMs;
    expect(conditionOf({ link, newestAtMs, nowMs: NOW })).toEqual(condition);
  });

  test("follows the newest price of all symbols, second by second", () => {
    takeSnapshot({
      US500: { price: 5_482, at: NOW - 3_600_000, dayOpen: 5_400 },
      BTCUSDm: { price: 67_120.5, at: NOW, dayOpen: 67_000 },
    });
    expect(feedCondition.value).toEqual({ kind: "live" });
    setSystemTime(NOW + 7_000);
    tickClock();
    expect(feedCondition.value).toEqual({ kind: "delayed", ageMs: 7_000 });
    expect([isStale("BTCUSDm").value, isStale("US500").value]).toEqual([false, true]);
    setSystemTime(NOW + 10_000);
    tickClock();
    expect([feedCondition.value.kind, isStale("BTCUSDm").value]).toEqual(["stale", true]);
    takeChange(67_121, NOW + 10_000);
    expect([feedCondition.value.kind, isStale("BTCUSDm").value]).toEqual(["live", false]);
  });

  test("a price is tradable until it is 10 s old by the exact clock, not by the displayed one", () => {
    takeSnapshot({ BTCUSDm: { price: 67_120.5, at: NOW, dayOpen: 67_000 } });
    setSystemTime(NOW + 9_999);
    expect(tradablePrice("BTCUSDm")).toBe(6_712_050);
    setSystemTime(NOW + 10_000);
    expect([tradablePrice("BTCUSDm"), isStale("BTCUSDm").value]).toEqual([null, false]);
  });

  test("counts ages by the server's clock, even if the local clock is wrong", () => {
    const serverMs = NOW + 86_400_000;
    takeSnapshot({ BTCUSDm: { price: 67_120.5, at: serverMs - 100, dayOpen: 67_000 } }, serverMs);
    expect(feedCondition.value.kind).toBe("live");
    expect(serverNow()).toBe(serverMs);
    tickClock();
    expect(feedCondition.value.kind).toBe("live");
  });

  test("a delayed price keeps its true age, until another connection delivers a new one", () => {
    takeSnapshot({ BTCUSDm: { price: 67_120.5, at: NOW, dayOpen: 67_000 } });
    setSystemTime(NOW + 30_000);
    const heldBack = { price: 67_100, at: NOW + 1_000, dayOpen: 67_000 };
    takeSnapshot({ BTCUSDm: heldBack }, NOW + 1_000);
    expect(feedCondition.value).toEqual({ kind: "stale", ageMs: 29_000 });
    expect([tradablePrice("BTCUSDm"), isStale("BTCUSDm").value]).toEqual([null, true]);
    // A frame without delay confirms the time.
    takeSnapshot({ BTCUSDm: { price: 67_130, at: NOW + 29_900, dayOpen: 67_000 } }, NOW + 30_000);
    expect([feedCondition.value.kind, tradablePrice("BTCUSDm")]).toEqual(["live", 6_713_000]);
    setLink("lost");
    takeSnapshot({ BTCUSDm: heldBack }, NOW + 1_000);
    expect([feedCondition.value.kind, tradablePrice("BTCUSDm")]).toEqual(["live", 6_710_000]);
  });
});

describe("quotes", () => {
  test("a change keeps the day's open and the origin, and needs a snapshot before it", () => {
    forgetPrices();
    takeChange(67_130, NOW);
    expect(quoteOf("BTCUSDm").value).toBeNull();
    takeSnapshot({ BTCUSDm: { price: 67_120.5, at: NOW, dayOpen: 67_000 } });
    takeChange(67_130, NOW + 1);
    expect(quoteOf("BTCUSDm").value).toEqual({
      symbol: "BTCUSDm",
      ...{ bid: 6_713_000, ask: 6_713_200, mid: 6_713_100 },
      at: NOW + 1,
      dayOpen: 6_700_000,
      ...{ source: "coinbase", kind: "quoted", origin: ORIGIN, isHeld: false },
      // Those of the message that brought it.
      ...{ seq: 77, heardAt: NOW + 1 },
    });
    expect(priceSource.value).toBe("simulated");
  });

  test("what follows from prices gets a symbol's first price at once, and later ones all together", async () => {
    forgetPrices();
    const throttled = () => [throttledQuoteOf("BTCUSDm").peek()?.mid, throttledQuoteOf("US500").peek()?.mid];
    takeSnapshot({ BTCUSDm: { price: 67_000, at: NOW, dayOpen: 67_000 } });
    expect(throttled()).toEqual([6_700_000, undefined]);
    takeChange(67_001, NOW + 1);
    expect(throttled()).toEqual([6_700_000, undefined]);
    takeSnapshot({ US500: { price: 5_482, at: NOW, dayOpen: 5_400 } });
    expect(throttled()).toEqual([6_700_200, 548_200]);
    takeChange(67_002, NOW + 2);
    const later = Promise.withResolvers<void>();
    const stop = throttledQuoteOf("BTCUSDm").subscribe((quote) => quote?.mid === 6_700_400 && later.resolve());
    takeChange(67_003, NOW + 3);
    expect([quoteOf("BTCUSDm").peek()?.mid, ...throttled()]).toEqual([6_700_400, 6_700_200, 548_200]);
    await later.promise;
    stop();
  });

  test("a chart gets every price, and on a page that is sparing those that what follows from prices gets", async () => {
    forgetPrices();
    const shown = () => [quoteOf, drawnQuoteOf, throttledQuoteOf].map((of) => of("BTCUSDm").peek()?.bid);
    takeSnapshot({ BTCUSDm: { price: 67_001, at: NOW, dayOpen: 67_000 } });
    takeChange(67_001, NOW + 1);
    expect(shown()).toEqual([6_700_100, 6_700_100, 6_700_000]);
    setSparing(true);
    takeChange(67_002, NOW + 2);
    expect(shown()).toEqual([6_700_200, 6_700_100, 6_700_000]);
    const together = Promise.withResolvers<void>();
    const stop = throttledQuoteOf("BTCUSDm").subscribe((quote) => quote?.bid === 6_700_200 && together.resolve());
    await together.promise;
    stop();
    expect(shown()).toEqual([6_700_200, 6_700_200, 6_700_200]);
    setSparing(false);
    takeChange(67_003, NOW + 3);
    expect(drawnQuoteOf("BTCUSDm").peek()?.bid).toBe(6_700_300);
  });

  test("a quote of a source that tells only trades is modelled, and one that another source disagrees with is held", () => {
    const origin = { source: "finnhub", agreement: "disagree", disagreesWith: "kraken" } as const;
    takePrices(priceMessage({ BTCUSDm: 67_000 }, { origin, now: NOW }));
    expect(quoteOf("BTCUSDm").value).toMatchObject({ source: "finnhub", kind: "modelled", isHeld: true });
  });

  test.each([
    { agreement: "alone" },
    { agreement: "disagree", disagreesWith: "kraken" },
    { source: "kraken" },
  ] as const)("another origin of the same price, %p, is a change", (other) => {
    takeSnapshot({ BTCUSDm: { price: 67_120.5, at: NOW, dayOpen: 67_000 } });
    const known = quoteOf("BTCUSDm").value;
    if (!known) throw new Error("there is no quote");
    const origin = { ...ORIGIN, ...other };
    takePrices({ quotes: { BTCUSDm: { ...known, origin } }, source: "simulated", seq: 1, now: NOW });
    expect(quoteOf("BTCUSDm").value?.origin).toEqual(origin);
  });

  test("an identical quote changes nothing", () => {
    takeSnapshot({ BTCUSDm: { price: 67_120.5, at: NOW, dayOpen: 67_000 } });
    const known = quoteOf("BTCUSDm").value;
    takeSnapshot({ BTCUSDm: { price: 67_120.5, at: NOW, dayOpen: 67_000 } });
    expect(quoteOf("BTCUSDm").value).toBe(known);
  });

  test("extend the price trail", () => {
    const { points, everyMs } = trailOf("XAUUSDm").value;
    const at = (points.at(-1)?.at ?? NOW) + everyMs;
    takeSnapshot({ XAUUSDm: { price: 2_391.55, at, dayOpen: 2_390 } });
    expect(trailOf("XAUUSDm").value.points.at(-1)).toEqual({ at, price: 239_155 });
  });
});
