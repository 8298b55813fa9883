import { afterAll, beforeAll, expect, test } from "bun:test";
import { CANDLE_INTERVALS } from "../contract/candles.ts";
import { HOUR_MS } from "../contract/time.ts";
import { requestCandles } from "./request-candles.ts";
import { coinbase } from "./sources/coinbase-protocol.ts";
import { kraken } from "./sources/kraken-protocol.ts";
import type { CandleSource } from "./sources/price-source.ts";

const TO_MS = Date.UTC(2026, 10, 21, 12);
const SPAN = { symbol: "BTCUSDm", sizeMs: CANDLE_INTERVALS["1h"], fromMs: TO_MS - HOUR_MS, toMs: TO_MS } as const;

let answer: () => Response;
let calls = 0;
let server: Bun.Server<undefined>;
let source: CandleSource;
beforeAll(() => {
  server = Bun.serve({
    port: 0,
    fetch: () => {
      calls += 1;
      return answer();
    },
  });
  source = coinbase({ feedUrl: server.url.href, apiUrl: server.url.href });
});
afterAll(() => server.stop(true));

test("candles are parsed from the source's response", async () => {
  answer = () => Response.json([[TO_MS / 1_000, 90, 120, 100, 110, 5]]);
  expect(await requestCandles([source], SPAN)).toEqual([[TO_MS, 100, 120, 90, 110, 5]]);
});

test.each([401, 403, 404])("status %d is a final refusal", async (status) => {
  answer = () => Response.json({ message: "no" }, { status });
  expect(await requestCandles([source], SPAN)).toBe("refused");
});

test.each([408, 429, 500, 503])("status %d is temporary", async (status) => {
  answer = () => Response.json({ message: "later" }, { status });
  expect(await requestCandles([source], SPAN)).toBe("unanswered");
});

test.each([
  ["a page", () => new Response("<html></html>")],
  ["something else", () => Response.json({ hello: "there" })],
])("%s is not a valid response", async (_, page) => {
  answer = page;
  expect(await requestCandles([source], SPAN)).toBe("unanswered");
});

test("an unreachable source gives no answer", async () => {
  const gone = Bun.serve({ port: 0, fetch: () => new Response() });
  const url = gone.url.href;
  await gone.stop(true);
  expect(await requestCandles([coinbase({ feedUrl: url, apiUrl: url })], SPAN)).toBe("unanswered");
});

test("a symbol that the source does not have has no candles, and is not requested", async () => {
  const before = calls;
  expect(await requestCandles([source], { ...SPAN, symbol: "US500" })).toEqual([]);
  expect(calls).toBe(before);
});

test("the candles of a symbol come from the first source that has them, whatever is before it", async () => {
  answer = () => Response.json([[TO_MS / 1_000, 90, 120, 100, 110, 5]]);
  const sources = [kraken({ feedUrl: "https://feed.example" }), source];
  expect(await requestCandles(sources, SPAN)).toEqual([[TO_MS, 100, 120, 90, 110, 5]]);
  expect(await requestCandles(sources.slice(0, 1), SPAN)).toEqual([]);
});
