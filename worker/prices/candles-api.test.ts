import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Stack } from "../../dev/stack.ts";
import { Client } from "../../dev/test/test-client.ts";
import { holdPrices, letPricesMove } from "../../dev/test/test-market.ts";
import { apiStack, startFreshApi } from "../../dev/test/test-stack.ts";
import { control, outage } from "../../dev/test/test-stand-ins.ts";
import { waitUntil } from "../../dev/test/wait-until.ts";
import {
  CANDLE_INTERVAL_LIST,
  CANDLE_INTERVALS,
  type Candle,
  type CandleInterval,
  candleStartMs,
} from "../contract/candles.ts";

setDefaultTimeout(600_000);

let stack: Stack;
let client: Client;
beforeAll(async () => {
  stack = await apiStack();
  client = new Client(stack.origin);
}, 600_000);

const get = async (query: Record<string, string | number>, by = client) => {
  const params = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return by.get(`/api/market/candles?${new URLSearchParams(params)}`);
};
const candlesOf = async (interval: CandleInterval, more: Record<string, string | number> = {}) => {
  const { status, body } = await get({ symbol: "BTCUSDm", interval, ...more });
  expect(status).toBe(200);
  return body as { candles: Candle[]; isWhole: boolean };
};
const settled = <T>(value: readonly T[]) => value.slice(0, -1);

describe("GET /api/market/candles", () => {
  test.each(CANDLE_INTERVAL_LIST.map((interval) => [interval]))(
    "returns %s candles without a gap, oldest first",
    async (interval) => {
      const sizeMs = CANDLE_INTERVALS[interval];
      let reply = await candlesOf(interval, { limit: 200 });
      // Years of candles may take longer than the route waits: it reports that, and the client retries.
      while (!reply.isWhole) reply = await candlesOf(interval, { limit: 200 });
      const { candles } = reply;
      expect(candles).toHaveLength(200);
      expect(candles.at(-1)?.[0]).toBeGreaterThan(Date.now() - 2 * sizeMs);
      for (const [i, [startMs, open, high, low, close]] of candles.entries()) {
        expect(candleStartMs(startMs, sizeMs)).toBe(startMs);
        if (i > 0) expect(startMs).toBe((candles[i - 1]?.[0] ?? 0) + sizeMs);
        expect(low).toBeLessThanOrEqual(Math.min(open, close));
        expect(high).toBeGreaterThanOrEqual(Math.max(open, close));
      }
    },
  );

  test("older candles are requested by the first one's start, and join without overlap", async () => {
    const newer = await candlesOf("15m", { limit: 50 });
    const older = await candlesOf("15m", { limit: 50, before: newer.candles[0]?.[0] ?? 0 });
    expect(older.candles.at(-1)?.[0]).toBe((newer.candles[0]?.[0] ?? 0) - CANDLE_INTERVALS["15m"]);
    // A quarter of an hour may have begun since.
    const newestMs = newer.candles.at(-1)?.[0] ?? 0;
    const both = (await candlesOf("15m", { limit: 100 })).candles.filter(([startMs]) => startMs <= newestMs);
    expect(settled([...older.candles, ...newer.candles]).slice(-90)).toEqual(settled(both).slice(-90));
  });

  test("an hour equals its minutes", async () => {
    const minutes = (await candlesOf("1m", { limit: 240 })).candles;
    const hours = settled((await candlesOf("1h", { limit: 4 })).candles);
    // The one before the last was over before the feed started: live ticks are fewer than what the source has.
    const hour = hours.at(-2);
    const within = minutes.filter(([startMs]) => hour && startMs >= hour[0] && startMs < hour[0] + 3_600_000);
    expect(within).toHaveLength(60);
    expect(hour?.[2]).toBe(Math.max(...within.map(([, , high]) => high)));
    expect(hour?.[3]).toBe(Math.min(...within.map(([, , , low]) => low)));
  });

  test("the candle of the current minute contains the current price", async () => {
    await candlesOf("1m");
    const held = 70_123.45;
    await holdPrices(stack, { BTCUSDm: held });
    try {
      // Repeat until it is seen: the source may be queried just after a tick, when its own price has already changed.
      let minute: Candle | undefined;
      let day: Candle | undefined;
      do {
        await control(stack.urls.priceSource, "/price", { symbol: "BTCUSDm", price: held });
        minute = (await candlesOf("1m", { limit: 2 })).candles.at(-1);
        day = (await candlesOf("1d", { limit: 1 })).candles.at(-1);
      } while (minute?.[4] !== held || day?.[4] !== held);
      expect(minute[2]).toBeGreaterThanOrEqual(held);
      expect(day[2]).toBeGreaterThanOrEqual(held);
    } finally {
      await letPricesMove(stack, ["BTCUSDm"]);
    }
  });

  test.each([
    [{ symbol: "DOGE", interval: "1m" }, "symbol"],
    [{ symbol: "BTCUSDm", interval: "2m" }, "interval"],
    [{ symbol: "BTCUSDm" }, "interval"],
    [{ symbol: "BTCUSDm", interval: "1m", limit: 0 }, "limit"],
    [{ symbol: "BTCUSDm", interval: "1m", limit: 1_001 }, "limit"],
    [{ symbol: "BTCUSDm", interval: "1m", before: "yesterday" }, "before"],
    [{ symbol: "BTCUSDm", interval: "1m", before: -5 }, "before"],
    [{ symbol: "BTCUSDm", interval: "1m", since: 5 }, "since"],
  ])("refuses %p by its field", async (query, field) => {
    const { status, body } = await get(query);
    expect(status).toBe(400);
    expect(body).toMatchObject({ success: false, code: "invalid_input", field });
  });
});

describe("while the source has no candles", () => {
  let apart: Stack;
  beforeAll(async () => {
    apart = await startFreshApi();
  }, 600_000);
  afterAll(() => apart.stop());
  afterEach(() => outage(apart.urls.priceSource, "off"));

  test("a chart gets the stored candles and is told that more may come, and gets all of them once the source is back", async () => {
    const there = new Client(apart.origin);
    const query = { symbol: "XAUUSDm", interval: "1h", limit: 24 };
    await outage(apart.urls.priceSource, "refuse");
    const without = await get(query, there);
    expect(without.status).toBe(200);
    expect(without.body).toMatchObject({ success: true, candles: [], isWhole: false });
    await outage(apart.urls.priceSource, "off");
    // After no answer, the source is not queried for a while.
    const candles = await waitUntil("whole candles", async () => {
      const { body } = await get(query, there);
      return body.isWhole && body.candles;
    });
    expect(candles).toHaveLength(24);
  });

  test("a chart whose source refuses candles is told that there are no more than the live ones", async () => {
    const there = new Client(apart.origin);
    await outage(apart.urls.priceSource, "no-candles");
    const { body } = await get({ symbol: "USTECm", interval: "1h" }, there);
    expect(body.isWhole).toBeTrue();
    expect(body.candles.length).toBeLessThanOrEqual(2);
  });
});

describe("without a key for the price source", () => {
  let keyless: Stack;
  beforeAll(async () => {
    keyless = await startFreshApi({ PRICE_SOURCE_KEY: "", PRICE_SOURCES: "" });
  }, 600_000);
  afterAll(() => keyless.stop());

  test("the coins have prices and candles from the public stream, the other symbols have no price", async () => {
    const there = new Client(keyless.origin);
    const { body } = await there.get("/api/market/prices");
    expect(Object.keys(body.prices).sort()).toEqual(["BTCUSDm", "ETHUSDm"]);
    const coin = await get({ symbol: "ETHUSDm", interval: "5m", limit: 100 }, there);
    expect(coin.body.candles).toHaveLength(100);
    const index = await get({ symbol: "US500", interval: "5m" }, there);
    expect(index.body.candles).toEqual([]);
  });
});
