import { describe, expect, test } from "bun:test";
import { LOCAL_MARKETS } from "../../dev/price-source/local-markets.ts";
import { fc } from "../../web/test/property.ts";
import {
  AGREEMENTS,
  type CompactFrame,
  type CompactQuote,
  decodeCompactFrame,
  encodeCompactFrame,
  type QuoteOrigin,
} from "./compact-frame.ts";
import { PRICE_SOURCES } from "./quotes.ts";
import { FEED_SYMBOL_LIST, FEED_SYMBOLS, type FeedSymbol } from "./symbols.ts";

const NOW = Date.UTC(2026, 10, 23, 21, 53);
const ORIGIN: QuoteOrigin = { source: "coinbase", agreement: "agree", disagreesWith: null };

/** Today's quotes of every symbol; `age` is that of a quote in the middle of busy hours. */
function quotesOfToday(extra: Pick<CompactQuote, "dayOpen" | "origin">, age = 140): CompactFrame["quotes"] {
  return Object.fromEntries(
    FEED_SYMBOL_LIST.map((symbol) => {
      const { decimals } = FEED_SYMBOLS[symbol];
      const bid = Math.round(LOCAL_MARKETS[symbol].level * 10 ** decimals);
      const dayOpen = extra.dayOpen === null ? null : Math.round(bid * 1.012);
      return [symbol, { ...extra, bid, ask: bid + 40, at: NOW - age, dayOpen }];
    }),
  );
}

describe("the size of a frame", () => {
  test("changes of five symbols take 40 to 60 bytes", () => {
    const changes = (age: number) => {
      const quotes = quotesOfToday({ dayOpen: null, origin: null }, age);
      return encodeCompactFrame({ source: "live", seq: NOW + 3, now: NOW + 3, after: NOW - 90, quotes }).length;
    };
    expect(FEED_SYMBOL_LIST).toHaveLength(5);
    expect([0, 140, 8_000].map(changes)).toEqual([40, 45, 45]);
  });

  test("a snapshot of five symbols, with days' opens and sources, takes at most 70 bytes", () => {
    const quotes = quotesOfToday({ dayOpen: 1, origin: ORIGIN });
    const snapshot = encodeCompactFrame({ source: "live", seq: NOW, now: NOW, after: null, quotes });
    expect(snapshot.length).toBeWithin(50, 71);
  });

  test("a single change takes at most 20 bytes", () => {
    const { BTCUSDm } = quotesOfToday({ dayOpen: null, origin: null });
    const quotes = { BTCUSDm };
    expect(
      encodeCompactFrame({ source: "live", seq: NOW, now: NOW, after: NOW - 60, quotes }).length,
    ).toBeLessThanOrEqual(20);
  });
});

test("every byte is as documented", () => {
  const frame: CompactFrame = {
    source: "simulated",
    seq: 300,
    now: 299,
    after: 172,
    quotes: {
      USTECm: { bid: 1_000, ask: 1_128, at: 301, dayOpen: null, origin: null },
      BTCUSDm: {
        bid: 5,
        ask: 5,
        at: 199,
        dayOpen: 4,
        origin: { source: "coinbase", agreement: "disagree", disagreesWith: "kraken" },
      },
    },
  };
  const bytes = [
    // The type, 300 as 2 x 128 + 44, -1, and 128.
    [64 + 2, 128 + 44, 2, 1, 128, 1],
    // The second symbol: 1,000 as 7 x 128 + 104, 128, and -2.
    [1, 128 + 104, 7, 128, 1, 3],
    // The fourth one: 5, 0, and 100; then Coinbase, which disagrees with Kraken; then -1.
    [3 + 32 + 64, 5, 0, 128 + 72, 1, 1 + 16 * 2 + 64, 2, 1],
  ].flat();
  expect([...encodeCompactFrame(frame)]).toEqual(bytes);
  expect(decodeCompactFrame(Uint8Array.from(bytes))).toEqual(frame);
});

test("symbols, sources and agreements keep their places: pages that are open decode by them", () => {
  expect(FEED_SYMBOL_LIST.slice(0, 5)).toEqual(["US500", "USTECm", "XAUUSDm", "BTCUSDm", "ETHUSDm"]);
  expect(PRICE_SOURCES.slice(0, 3)).toEqual(["finnhub", "coinbase", "kraken"]);
  expect(AGREEMENTS).toEqual(["alone", "agree", "disagree"]);
});

test("there is room for every symbol and source", () => {
  expect(FEED_SYMBOL_LIST.length).toBeLessThanOrEqual(32);
  expect(PRICE_SOURCES.length).toBeLessThanOrEqual(16);
});

const time = fc.integer({ min: 0, max: 2 ** 45 });
const steps = fc.integer({ min: 1, max: 2 ** 40 });
const origin = fc.record({
  source: fc.constantFrom(...PRICE_SOURCES),
  agreement: fc.constantFrom(...AGREEMENTS),
  disagreesWith: fc.option(fc.constantFrom(...PRICE_SOURCES)),
});
const quote = fc
  .record({ bid: steps, spread: fc.nat(), at: time, dayOpen: fc.option(steps), origin: fc.option(origin) })
  .map(({ spread, ...rest }): CompactQuote => ({ ...rest, ask: rest.bid + spread }));
const frame = fc
  .record({
    source: fc.constantFrom("live" as const, "simulated" as const),
    seq: time,
    now: time,
    before: fc.option(fc.nat()),
    quotes: fc.dictionary(fc.constantFrom<FeedSymbol>(...FEED_SYMBOL_LIST), quote, { noNullPrototype: true }),
  })
  .map(({ before, ...rest }): CompactFrame => ({ ...rest, after: before === null ? null : rest.seq - before }));

test("a decoded frame is what was encoded", () => {
  fc.assert(
    fc.property(frame, (given) => {
      expect(decodeCompactFrame(encodeCompactFrame(given))).toEqual(given);
    }),
  );
});

test("a frame cut anywhere is refused, or has the whole quotes before the cut and no other", () => {
  fc.assert(
    fc.property(frame, fc.nat(), (given, place) => {
      const bytes = encodeCompactFrame(given);
      const cut = decodeOrRefuse(bytes.subarray(0, place % bytes.length));
      if (cut) expect(given).toEqual({ ...cut, quotes: { ...given.quotes, ...cut.quotes } });
    }),
  );
});

test("any bytes are decoded or refused with a RangeError, and decoded numbers are whole", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), fc.integer({ min: 64, max: 67 }), (bytes, type) => {
      const decoded = decodeOrRefuse(Uint8Array.of(type, ...bytes));
      for (const value of decoded ? [decoded.seq, decoded.now] : []) expect(Number.isInteger(value)).toBe(true);
      for (const { bid, ask, at } of Object.values(decoded?.quotes ?? {}).filter((one) => one !== undefined)) {
        expect([bid, ask, at].every(Number.isInteger)).toBe(true);
        expect(ask).toBeGreaterThanOrEqual(bid);
      }
    }),
  );
});

test.each([
  ["nothing", []],
  ["an unknown type", [0, 1, 0]],
  ["a type of the future", [64 + 4, 1, 0]],
  ["a number that is not over", [64 + 1, 128]],
  ["an endless number", [64 + 1, ...Array<number>(200).fill(128), 0]],
  ["a number above all whole ones", [64 + 1, ...Array<number>(8).fill(255), 1, 0]],
  ["an unknown symbol", [64 + 1, 1, 0, 31, 1, 0, 0]],
  ["an unknown source", [64 + 1, 1, 0, 32, 1, 0, 0, 15]],
  ["an unknown agreement", [64 + 1, 1, 0, 32, 1, 0, 0, 48]],
])("%s is refused", (_, bytes) => {
  expect(() => decodeCompactFrame(Uint8Array.from(bytes))).toThrow(RangeError);
});

function decodeOrRefuse(bytes: Uint8Array): CompactFrame | null {
  try {
    return decodeCompactFrame(bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError);
    return null;
  }
}
