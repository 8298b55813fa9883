import { afterAll, describe, expect, test } from "bun:test";
import { fc } from "../../../web/test/property.ts";
import { CANDLE_INTERVALS } from "../../contract/candles.ts";
import { modelledSides, NEWEST_SPREADS } from "../../contract/modelled-spreads.ts";
import { midSteps, PRICE_SOURCES, QUOTE_KIND_OF } from "../../contract/quotes.ts";
import { FEED_SYMBOLS, type FeedSymbol } from "../../contract/symbols.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../contract/time.ts";
import { requestCandles } from "../request-candles.ts";
import { PlausibleQuotes, type QuoteFault } from "./plausible-quotes.ts";
import { hasCandles, type PriceSource, type SourceQuote } from "./price-source.ts";
import { type RawQuote, RECORDED, type RecordedSource } from "./recorded-frames.ts";

/** Every case runs on every source that can send it; the table of the results is printed at the end. */

/** A Monday, while all markets are open. */
const NOW = Date.UTC(2026, 10, 23, 15);
/** Bitcoin's price in steps. */
const PRICE = 6_712_050;
const SPREAD = 10;

/** A source in a test: its recorded frames, its client, and what was made of the frames. */
class Replay {
  readonly recorded: RecordedSource;
  readonly source: PriceSource;
  readonly accepted: SourceQuote[] = [];
  readonly faults: QuoteFault[] = [];
  readonly #plausible = new PlausibleQuotes();

  constructor(recorded: RecordedSource, source: PriceSource) {
    this.recorded = recorded;
    this.source = source;
  }

  /** The values of a quote in the source's own form, around a price in steps. */
  raw(steps: number, atMs = NOW, symbol: FeedSymbol = "BTCUSDm"): RawQuote {
    const { price, time, bitcoin } = this.recorded;
    const dollars = (of: number) => price((of / 100).toFixed(2));
    const name = symbol === "BTCUSDm" ? bitcoin : FEED_SYMBOLS[symbol].finnhub.name;
    const bid = steps - SPREAD / 2;
    return { name, bid: dollars(bid), ask: dollars(bid + SPREAD), trade: dollars(steps), time: time(atMs) };
  }

  /** The frame of one quote. */
  frame(quote: RawQuote): string {
    const frame = this.recorded.frameOf([quote]);
    if (frame === null) throw new Error("every source can send one quote");
    return frame;
  }

  /** Hears a frame. @returns the quotes in it, before they are judged */
  hear(frame: string, nowMs = NOW): SourceQuote[] {
    const quotes = this.source.readQuotes(frame, nowMs);
    const { accepted, refused } = this.#plausible.judge(quotes, nowMs);
    this.accepted.push(...accepted);
    this.faults.push(...refused.map(({ fault }) => fault));
    return quotes;
  }

  /** Hears a quote at a price in steps. */
  quote(steps: number, atMs = NOW, nowMs = atMs): void {
    this.hear(this.frame(this.raw(steps, atMs)), nowMs);
  }

  /** The middles of the accepted quotes. */
  get mids(): number[] {
    return this.accepted.map(midSteps);
  }
}

const isTradeSource = ({ source }: Replay) => QUOTE_KIND_OF[source.id] === "modelled";

type Case = {
  name: string;
  /** Why it does not apply to a source; null when it does. */
  missing?: (replay: Replay) => string | null;
  run: (replay: Replay) => void | Promise<void>;
};

const CASES: Case[] = [
  {
    name: "a quote has its symbol, both sides in steps, its time and its source",
    run(replay) {
      replay.quote(PRICE);
      const sides = isTradeSource(replay)
        ? { ...modelledSides("BTCUSDm", PRICE, NOW), kind: "modelled" }
        : { bid: PRICE - SPREAD / 2, ask: PRICE + SPREAD / 2, kind: "quoted" };
      expect(replay.accepted).toMatchObject([{ symbol: "BTCUSDm", at: NOW, source: replay.source.id, ...sides }]);
    },
  },
  {
    name: "it can do what it declares, and nothing else",
    run(replay) {
      const { source } = replay;
      replay.quote(PRICE);
      expect(replay.accepted[0]?.kind).toBe(QUOTE_KIND_OF[source.id]);
      expect("candleCall" in source).toBe(source.capabilities.candles);
      if (source.capabilities.history) expect(hasCandles(source)).toBe(true);
    },
  },
  {
    name: "a price between two steps",
    run(replay) {
      const { price } = replay.recorded;
      const between = { bid: price("67120.4599"), ask: price("67120.5301"), trade: price("67120.5049") };
      replay.hear(replay.frame({ ...replay.raw(PRICE), ...between }));
      const sides = isTradeSource(replay)
        ? modelledSides("BTCUSDm", 6_712_050, NOW)
        : { bid: 6_712_045, ask: 6_712_054 };
      expect(replay.accepted).toMatchObject([sides]);
    },
  },
  {
    name: "several quotes in one frame",
    missing: ({ recorded }) => (recorded.frameOf([]) === null ? "one quote per frame" : null),
    run(replay) {
      const quotes = [1, 2, 3].map((more) => replay.raw(PRICE + more, NOW + more));
      replay.hear(replay.recorded.frameOf(quotes) ?? "", NOW + 3);
      expect(replay.mids).toEqual([PRICE + 1, PRICE + 2, PRICE + 3]);
    },
  },
  {
    name: "fields that were added since",
    run(replay) {
      const known: object = JSON.parse(replay.frame(replay.raw(PRICE)));
      replay.hear(JSON.stringify({ ...known, added: { since: ["then"] } }));
      expect(replay.mids).toEqual([PRICE]);
    },
  },
  {
    name: "out of order",
    run(replay) {
      replay.quote(PRICE, NOW);
      replay.quote(PRICE + 1, NOW - 1, NOW);
      expect([replay.mids, replay.faults]).toEqual([[PRICE], ["out_of_order"]]);
    },
  },
  {
    name: "duplicate",
    run(replay) {
      replay.quote(PRICE);
      replay.quote(PRICE);
      expect([replay.mids, replay.faults]).toEqual([[PRICE], ["duplicate"]]);
    },
  },
  {
    name: "two quotes of the same time",
    run(replay) {
      replay.quote(PRICE);
      replay.quote(PRICE + 1);
      expect(replay.mids).toEqual([PRICE, PRICE + 1]);
    },
  },
  {
    name: "crossed sides",
    missing: (replay) => (isTradeSource(replay) ? "trades have no sides" : null),
    run(replay) {
      const { bid, ask } = replay.raw(PRICE);
      replay.hear(replay.frame({ ...replay.raw(PRICE), bid: ask, ask: bid }));
      expect([replay.mids, replay.faults]).toEqual([[], ["crossed"]]);
    },
  },
  {
    name: "a price of zero",
    run(replay) {
      const zero = replay.recorded.price("0.00");
      replay.hear(replay.frame({ ...replay.raw(PRICE), bid: zero, ask: zero, trade: zero }));
      expect([replay.mids, replay.faults]).toEqual([[], ["not_positive"]]);
    },
  },
  {
    name: "one side of zero, as in an empty book",
    missing: (replay) => (isTradeSource(replay) ? "trades have no sides" : null),
    run(replay) {
      replay.hear(replay.frame({ ...replay.raw(PRICE), bid: replay.recorded.price("0") }));
      expect([replay.mids, replay.faults]).toEqual([[], ["not_positive"]]);
    },
  },
  {
    name: "a price below zero",
    run(replay) {
      const below = replay.recorded.price("-67120.50");
      replay.hear(replay.frame({ ...replay.raw(PRICE), bid: below, ask: below, trade: below }));
      expect(replay.mids).toEqual([]);
    },
  },
  {
    name: "a jump of one quote",
    run(replay) {
      replay.quote(PRICE, NOW);
      replay.quote(10 * PRICE, NOW + 1);
      replay.quote(PRICE + 1, NOW + 2);
      expect([replay.mids, replay.faults]).toEqual([[PRICE, PRICE + 1], ["jump"]]);
    },
  },
  {
    name: "a jump that three quotes agree on",
    run(replay) {
      replay.quote(PRICE, NOW);
      for (const more of [1, 2, 3]) replay.quote(2 * PRICE + more, NOW + more);
      expect([replay.mids, replay.faults]).toEqual([
        [PRICE, 2 * PRICE + 3],
        ["jump", "jump"],
      ]);
    },
  },
  {
    name: "freeze: heartbeats without quotes",
    run(replay) {
      for (let second = 0; second < 30; second++) {
        expect(replay.hear(replay.recorded.heartbeat, NOW + 1_000 * second)).toEqual([]);
      }
    },
  },
  {
    name: "freeze: the same quote again and again",
    run(replay) {
      for (let second = 0; second < 30; second++) replay.quote(PRICE, NOW, NOW + 1_000 * second);
      expect(replay.mids).toEqual([PRICE]);
    },
  },
  {
    name: "cut-off: half a frame, then a whole one",
    run(replay) {
      const whole = replay.frame(replay.raw(PRICE));
      for (let length = 0; length < whole.length; length += 7) replay.hear(whole.slice(0, length));
      expect([replay.mids, replay.faults]).toEqual([[], []]);
      replay.hear(whole);
      expect(replay.mids).toEqual([PRICE]);
    },
  },
  {
    name: "cut-off: a new connection repeats old quotes",
    run(replay) {
      for (const more of [0, 1, 2]) replay.quote(PRICE + more, NOW + more);
      for (const more of [1, 2, 3]) replay.quote(PRICE + more, NOW + more);
      expect([replay.mids, replay.faults]).toEqual([
        [PRICE, PRICE + 1, PRICE + 2, PRICE + 3],
        ["out_of_order", "duplicate"],
      ]);
    },
  },
  {
    name: "rate limit: an error frame",
    run(replay) {
      expect(replay.hear(replay.recorded.rateLimit)).toEqual([]);
    },
  },
  {
    name: "rate limit: candles answered with 429 may be asked for again",
    missing: ({ source }) => (hasCandles(source) ? null : "no candles"),
    async run(replay) {
      const server = Bun.serve({ port: 0, fetch: () => new Response("Too many requests", { status: 429 }) });
      try {
        const source = replay.recorded.open(server.url.href);
        const span = { symbol: "BTCUSDm", sizeMs: CANDLE_INTERVALS["1m"], fromMs: NOW - HOUR_MS, toMs: NOW } as const;
        expect(await requestCandles([source], span)).toBe("unanswered");
      } finally {
        await server.stop(true);
      }
    },
  },
  {
    name: "a refused subscription",
    run(replay) {
      expect(replay.hear(replay.recorded.refusedSubscription)).toEqual([]);
    },
  },
  {
    name: "greeting and confirmation of the subscription",
    missing: ({ recorded }) => (recorded.greetings.length === 0 ? "sends none" : null),
    run(replay) {
      for (const frame of replay.recorded.greetings) expect(replay.hear(frame)).toEqual([]);
    },
  },
  {
    name: "weekend: Bitcoin is quoted as on other days",
    run(replay) {
      const saturday = Date.UTC(2026, 10, 21, 12);
      replay.quote(PRICE, saturday);
      replay.quote(PRICE + 1, saturday + 1);
      expect(replay.mids).toEqual([PRICE, PRICE + 1]);
    },
  },
  {
    name: "weekend: the first price after it may be far away",
    run(replay) {
      replay.quote(PRICE, NOW - 2 * DAY_MS);
      replay.quote(2 * PRICE, NOW);
      expect(replay.mids).toEqual([PRICE, 2 * PRICE]);
    },
  },
  {
    name: "weekend: Friday's price sent on Sunday is too old",
    run(replay) {
      replay.quote(PRICE, NOW - 2 * DAY_MS, NOW);
      expect([replay.mids, replay.faults]).toEqual([[], ["clock"]]);
    },
  },
  {
    name: "weekend: an index has the spread of a closed market",
    missing: hasNoIndex,
    run: (replay) => expect(spreadOfIndex(replay, Date.UTC(2026, 10, 21, 15))).toBe(spreads("US500").closed),
  },
  {
    name: "half day: an index closes at 13:00 in New York",
    missing: hasNoIndex,
    run(replay) {
      const closesAtMs = Date.UTC(2026, 10, 27, 18);
      expect(spreadOfIndex(replay, closesAtMs - 1)).toBe(spreads("US500").regular);
      expect(spreadOfIndex(replay, closesAtMs)).toBe(spreads("US500").closed);
    },
  },
  {
    name: "half day: Bitcoin is quoted as on other days",
    run(replay) {
      const closesAtMs = Date.UTC(2026, 10, 27, 18);
      replay.quote(PRICE, closesAtMs - 1);
      replay.quote(PRICE, closesAtMs);
      const [before, after] = replay.accepted.map(({ bid, ask }) => ask - bid);
      expect(after).toBe(before ?? Number.NaN);
    },
  },
  {
    name: "summer time: an index opens an hour later in UTC from November on",
    missing: hasNoIndex,
    run(replay) {
      expect(spreadOfIndex(replay, Date.UTC(2026, 9, 30, 13, 30))).toBe(spreads("US500").regular);
      expect(spreadOfIndex(replay, Date.UTC(2026, 10, 2, 13, 30))).toBe(spreads("US500").extended);
      expect(spreadOfIndex(replay, Date.UTC(2026, 10, 2, 14, 30))).toBe(spreads("US500").regular);
    },
  },
  {
    name: "summer time: no quote is out of order in the hour that New York has twice",
    run(replay) {
      const endsAtMs = Date.UTC(2026, 10, 1, 6);
      for (let minute = -90; minute <= 90; minute += 30) replay.quote(PRICE + minute, endsAtMs + minute * MINUTE_MS);
      expect([replay.mids.length, replay.faults]).toEqual([7, []]);
    },
  },
  {
    name: "clock: a little ahead counts as now, and far ahead is refused",
    run(replay) {
      replay.quote(PRICE, NOW + 900, NOW);
      replay.quote(PRICE + 1, NOW + 2 * MINUTE_MS, NOW);
      expect(replay.accepted).toMatchObject([{ at: NOW }]);
      expect(replay.faults).toEqual(["clock"]);
    },
  },
  {
    name: "clock: more than an hour behind is refused",
    run(replay) {
      replay.quote(PRICE, NOW - HOUR_MS - 1, NOW);
      expect([replay.mids, replay.faults]).toEqual([[], ["clock"]]);
    },
  },
  {
    name: "a time that is none",
    run(replay) {
      for (const time of ["yesterday", "2026-13-45T99:00:00Z", -1, 1e300, null, true]) {
        replay.hear(replay.frame({ ...replay.raw(PRICE), time }));
      }
      expect(replay.mids).toEqual([]);
    },
  },
  {
    name: "numbers as the wrong type",
    run(replay) {
      const other = (value: RawQuote["bid"]) => (typeof value === "number" ? String(value) : Number(value));
      const { bid, ask, trade, ...quote } = replay.raw(PRICE);
      replay.hear(replay.frame({ ...quote, bid: other(bid), ask: other(ask), trade: other(trade) }));
      for (const price of ["x", "", "Infinity", null, true]) {
        replay.hear(replay.frame({ ...quote, bid: price, ask: price, trade: price }));
      }
      expect(replay.mids).toEqual([]);
    },
  },
  {
    name: "numbers too large for a price",
    run(replay) {
      for (const dollars of ["1e30", "9".repeat(30), `1${"0".repeat(400)}`]) {
        const price = replay.recorded.price(dollars);
        replay.hear(replay.frame({ ...replay.raw(PRICE), bid: price, ask: price, trade: price }));
      }
      expect(replay.mids).toEqual([]);
    },
  },
  {
    name: "a symbol that nobody asked for",
    run(replay) {
      for (const name of ["DOGE-USD", "toString", "", null]) replay.hear(replay.frame({ ...replay.raw(PRICE), name }));
      expect(replay.mids).toEqual([]);
    },
  },
  {
    name: "nonsense: what is no frame of the source",
    run(replay) {
      const others = Object.values(RECORDED).filter((one) => one !== replay.recorded);
      const foreign = others.flatMap((one) => [one.heartbeat, one.rateLimit, ...one.greetings]);
      for (const text of ["", " ", "null", "[]", "{}", "0", '"ticker"', "<html>", "\u0000", ...foreign]) {
        expect(replay.hear(text)).toEqual([]);
      }
    },
  },
  {
    name: "nonsense: any text, any JSON and any damaged frame",
    run(replay) {
      const whole = replay.frame(replay.raw(PRICE));
      const damaged = fc
        .tuple(fc.nat(whole.length), fc.nat(8), fc.string({ maxLength: 8 }))
        .map(([from, length, text]) => whole.slice(0, from) + text + whole.slice(from + length));
      fc.assert(
        fc.property(fc.oneof(fc.string(), fc.json(), damaged), (text) => {
          replay.hear(text);
          for (const { bid, ask, at } of replay.accepted) {
            expect(bid > 0 && ask >= bid && Number.isSafeInteger(bid) && Number.isSafeInteger(ask)).toBe(true);
            expect(at).toBeLessThanOrEqual(NOW);
          }
        }),
      );
    },
  },
];

function hasNoIndex({ source }: Replay): string | null {
  return source.symbols.includes("US500") ? null : "coins alone";
}

function spreadOfIndex(replay: Replay, atMs: number): number {
  const [quote] = replay.source.readQuotes(replay.frame(replay.raw(548_000, atMs, "US500")), atMs);
  return quote ? quote.ask - quote.bid : Number.NaN;
}

function spreads(symbol: FeedSymbol) {
  return NEWEST_SPREADS.spreads[symbol];
}

type Result = "passed" | "failed" | `- ${string}`;
const results = new Map<string, Record<string, Result>>(CASES.map(({ name }) => [name, {}]));

describe.each([...PRICE_SOURCES])("%s", (id) => {
  for (const { name, missing, run } of CASES) {
    const recorded = RECORDED[id];
    const replay = new Replay(recorded, recorded.open("https://source.example"));
    const row = results.get(name) ?? {};
    const reason = missing?.(replay) ?? null;
    if (reason !== null) {
      row[id] = `- ${reason}`;
      continue;
    }
    test(name, async () => {
      row[id] = "failed";
      await run(replay);
      row[id] = "passed";
    });
  }
});

afterAll(() => {
  const widest = Math.max(...CASES.map(({ name }) => name.length));
  const line = (name: string, cells: readonly string[]) =>
    `${name.padEnd(widest)}  ${cells.map((cell) => cell.padEnd(25)).join("")}`.trimEnd();
  const rows = [...results].map(([name, row]) =>
    line(
      name,
      PRICE_SOURCES.map((id) => row[id] ?? ""),
    ),
  );
  const all = [...results.values()].flatMap((row) => Object.values(row));
  const run = all.filter((result) => !result.startsWith("-"));
  const passed = run.filter((result) => result === "passed");
  console.info([line("case", PRICE_SOURCES), ...rows, `${passed.length} of ${run.length} passed`].join("\n"));
});
