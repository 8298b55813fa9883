import { describe, expect, test } from "bun:test";
import { fc } from "../../web/test/property.ts";
import { AGREEMENTS, type CompactQuote, decodeCompactFrame, type QuoteOrigin } from "../contract/compact-frame.ts";
import type { Quotes, ServerMessage } from "../contract/market-messages.ts";
import { FEED_SYMBOL_LIST, type FeedSymbol } from "../contract/symbols.ts";
import { type FeedQuote, type FeedQuotes, wireQuotes } from "./feed-quote.ts";
import { changeFrame, type Frame, type FrameFormat, formatFor, snapshotFrame } from "./hub-frames.ts";
import { HubQuotes } from "./hub-quotes.ts";

const STAMP = { source: "simulated", now: 1_000 } as const;
const FIRST_SEQ = 5;

function quoteOf(symbol: FeedSymbol, more: Partial<FeedQuote> = {}): FeedQuote {
  const sides = { bid: 548_200, ask: 548_220, at: 990, heardAt: 991, dayOpen: 548_000, kind: "quoted" as const };
  return { symbol, ...sides, source: "coinbase", agreement: "agree", disagreesWith: null, ...more };
}

/** A hub's quotes after these changes, one `seq` each. */
function hubAfter(...changes: FeedQuotes[]): HubQuotes {
  const quotes = new HubQuotes(FIRST_SEQ - 1);
  for (const changed of changes) quotes.apply(changed, 0);
  return quotes;
}

function read(frame: Frame | null): unknown {
  if (frame === null) return null;
  return typeof frame === "string" ? JSON.parse(frame) : decodeCompactFrame(frame);
}

const us500 = quoteOf("US500");
const gold = quoteOf("XAUUSDm", { bid: 239_150, ask: 239_160, at: 995, dayOpen: 239_000 });
const US500_ON_WIRE = { price: 5_482.1, at: 990, dayOpen: 5_480 };
const GOLD_ON_WIRE = { price: 2_391.55, at: 995, dayOpen: 2_390 };

test("a client that offers the subprotocol gets compact frames, every other one JSON", () => {
  expect([null, "", "tonle.compact.2", "x, tonle.compact.1"].map(formatFor)).toEqual([
    "json",
    "json",
    "json",
    "compact",
  ]);
});

describe("JSON frames", () => {
  const format = "json";

  test("a snapshot has all current quotes of the requested symbols, and their source", () => {
    const quotes = hubAfter({ US500: us500, XAUUSDm: gold });
    expect(snapshotFrame(["US500", "BTCUSDm"], { quotes, format }, STAMP)).toBe(
      '{"type":"market-data","prices":{"US500":{"price":5482.1,"at":990,"dayOpen":5480}},"source":"simulated","seq":5,"now":1000}',
    );
  });

  test("one changed symbol is a price_update", () => {
    const quotes = hubAfter({ US500: us500 }, { US500: quoteOf("US500", { at: 999 }) });
    expect(changeFrame(["US500", "XAUUSDm"], { quotes, format, after: 5 }, STAMP)).toBe(
      '{"type":"price_update","symbol":"US500","price":5482.1,"at":999,"seq":6,"after":5,"now":1000}',
    );
  });

  test("several changed symbols are one market-data frame, with only the changed and requested ones", () => {
    const quotes = hubAfter({ US500: us500 }, { US500: us500, XAUUSDm: gold, BTCUSDm: quoteOf("BTCUSDm") });
    const prices = { US500: US500_ON_WIRE, XAUUSDm: GOLD_ON_WIRE };
    expect(read(changeFrame(["US500", "XAUUSDm", "ETHUSDm"], { quotes, format, after: 5 }, STAMP))).toEqual({
      type: "market-data",
      prices,
      source: "simulated",
      seq: 6,
      after: 5,
      now: 1_000,
    });
  });

  test("a new open of the day, or a first quote, needs the longer frame", () => {
    const newDay = hubAfter({ US500: us500 }, { US500: quoteOf("US500", { dayOpen: 548_100 }) });
    expect(read(changeFrame(["US500"], { quotes: newDay, format, after: 5 }, STAMP))).toMatchObject({
      type: "market-data",
    });
    expect(read(changeFrame(["US500"], { quotes: hubAfter({ US500: us500 }), format, after: 4 }, STAMP))).toMatchObject(
      {
        type: "market-data",
      },
    );
  });
});

describe("compact frames", () => {
  const format = "compact";
  const origin = { source: "coinbase", agreement: "agree", disagreesWith: null };

  test("a snapshot has both sides, the day's open and the origin of each quote", () => {
    const quotes = hubAfter({ US500: us500, XAUUSDm: gold });
    expect(read(snapshotFrame(["US500"], { quotes, format }, STAMP))).toEqual({
      source: "simulated",
      seq: 5,
      now: 1_000,
      after: null,
      quotes: { US500: { bid: 548_200, ask: 548_220, at: 990, dayOpen: 548_000, origin } },
    });
  });

  test("changes have the day's open and the origin only where they changed", () => {
    const disagreement = { agreement: "disagree", disagreesWith: "kraken" } as const;
    const quotes = hubAfter(
      { US500: us500, XAUUSDm: gold, BTCUSDm: us500 },
      { US500: { ...us500, at: 999 }, XAUUSDm: { ...gold, dayOpen: 239_100 }, BTCUSDm: { ...us500, ...disagreement } },
    );
    expect(read(changeFrame(["US500", "XAUUSDm", "BTCUSDm"], { quotes, format, after: 5 }, STAMP))).toMatchObject({
      seq: 6,
      after: 5,
      quotes: {
        US500: { at: 999, dayOpen: null, origin: null },
        XAUUSDm: { dayOpen: 239_100, origin: null },
        BTCUSDm: { dayOpen: null, origin: { ...origin, ...disagreement } },
      },
    });
  });

  test("an origin that changed and changed back is sent: a client may have been told what was between", () => {
    const other = quoteOf("US500", { agreement: "alone" });
    const quotes = hubAfter({ US500: us500 }, { US500: other }, { US500: us500 });
    expect(read(changeFrame(["US500"], { quotes, format, after: 5 }, STAMP))).toMatchObject({
      quotes: { US500: { origin } },
    });
  });
});

test.each(["json", "compact"] as const)("no relevant change means no %s frame", (format) => {
  const quotes = hubAfter({ US500: us500 });
  expect(changeFrame(["XAUUSDm"], { quotes, format, after: 4 }, STAMP)).toBeNull();
  expect(changeFrame(["US500"], { quotes, format, after: 5 }, STAMP)).toBeNull();
});

const someQuote = fc
  .record({
    bid: fc.integer({ min: 1, max: 5 }),
    spread: fc.nat({ max: 2 }),
    at: fc.nat({ max: 1_000 }),
    dayOpen: fc.integer({ min: 1, max: 2 }),
    source: fc.constantFrom("coinbase" as const, "kraken" as const),
    agreement: fc.constantFrom(...AGREEMENTS),
  })
  .map(({ spread, ...rest }) => ({ ...rest, ask: rest.bid + spread }));
const changes = fc.dictionary(fc.constantFrom(...FEED_SYMBOL_LIST), someQuote, { minKeys: 1, noNullPrototype: true });

/** The prices that a client knows after the frames it received, by the rules of its format. */
class FrameReader {
  readonly prices: Quotes = {};
  readonly details: Partial<Record<FeedSymbol, Omit<CompactQuote, "origin"> & { origin: QuoteOrigin | null }>> = {};

  take(frame: Frame): void {
    if (typeof frame === "string") this.#takeJson(JSON.parse(frame));
    else this.#takeCompact(frame);
  }

  #takeJson(message: ServerMessage): void {
    if (message.type === "market-data") Object.assign(this.prices, message.prices);
    if (message.type !== "price_update") return;
    const { symbol, price, at } = message;
    this.prices[symbol] = { price, at, dayOpen: this.prices[symbol]?.dayOpen ?? Number.NaN };
  }

  #takeCompact(frame: Uint8Array): void {
    const { quotes } = decodeCompactFrame(frame);
    for (const symbol of FEED_SYMBOL_LIST) {
      const quote = quotes[symbol];
      if (!quote) continue;
      const known = this.details[symbol];
      this.details[symbol] = {
        ...quote,
        dayOpen: quote.dayOpen ?? known?.dayOpen ?? null,
        origin: quote.origin ?? known?.origin ?? null,
      };
    }
  }
}

test("whoever joins when, and whatever is left out between, clients of both formats know the newest of everything", () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ changed: changes, isSent: fc.boolean() }), { minLength: 1, maxLength: 12 }),
      fc.nat({ max: 11 }),
      fc.constantFrom<FrameFormat>("json", "compact"),
      (steps, joinsAt, format) => {
        const quotes = new HubQuotes(0);
        const [early, late] = [new FrameReader(), new FrameReader()];
        const clients = [early];
        let after = 0;
        for (const [step, { changed, isSent }] of steps.entries()) {
          quotes.apply(feedQuotes(changed), 0);
          if (step === joinsAt) {
            // Its snapshot is newer than the last frame of the group that it joins.
            late.take(snapshotFrame(FEED_SYMBOL_LIST, { quotes, format }, STAMP));
            clients.push(late);
          }
          if (!isSent && step < steps.length - 1) continue;
          const frame = changeFrame(FEED_SYMBOL_LIST, { quotes, format, after }, STAMP);
          after = quotes.seq;
          if (frame) for (const client of clients) client.take(frame);
        }
        for (const { prices, details } of clients) {
          if (format === "json") expect(prices).toEqual(wireQuotes(quotes.newest));
          else expect(details).toEqual(detailsOf(quotes.newest));
        }
      },
    ),
  );
});

function feedQuotes(changed: Partial<Record<FeedSymbol, Partial<FeedQuote>>>): FeedQuotes {
  return Object.fromEntries(
    FEED_SYMBOL_LIST.flatMap((one) => (changed[one] ? [[one, quoteOf(one, changed[one])]] : [])),
  );
}

function detailsOf(quotes: FeedQuotes): FrameReader["details"] {
  return Object.fromEntries(
    Object.values(quotes).flatMap((quote) => {
      if (!quote) return [];
      const { symbol, bid, ask, at, dayOpen, source, agreement, disagreesWith } = quote;
      return [[symbol, { bid, ask, at, dayOpen, origin: { source, agreement, disagreesWith } }]];
    }),
  );
}
