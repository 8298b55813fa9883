import { describe, expect, test } from "bun:test";
import { CANDLE_INTERVALS, type Candle } from "../contract/candles.ts";
import { CandleCache, type CandleQuery } from "./candle-cache.ts";

const NOW = Date.UTC(2026, 10, 23, 12, 0, 30);
const HOUR = CANDLE_INTERVALS["1h"];
const NEWEST: CandleQuery = { symbol: "BTCUSDm", interval: "1h", beforeMs: Number.MAX_SAFE_INTEGER, limit: 100 };

/** A feed with a candle an hour that counts how often it is asked. */
function countingFeed({ isWhole = true } = {}) {
  const asked: CandleQuery[] = [];
  const load = async (query: CandleQuery) => {
    asked.push(query);
    const startsMs = Array.from({ length: query.limit }, (_, i) => query.beforeMs - (query.limit - i) * HOUR);
    return { candles: startsMs.map((startMs): Candle => [startMs, 1, 2, 1, 2, 0]), isWhole };
  };
  return { asked, load };
}

test("the newest candles are asked for once a second, whatever number of them and whatever time to come is named", async () => {
  const { asked, load } = countingFeed();
  const cache = new CandleCache();
  for (const [ms, beforeMs, limit] of [
    [0, Number.MAX_SAFE_INTEGER, 100],
    [500, NOW + 40 * HOUR, 500],
    [999, NOW + 1, 1],
  ] as const) {
    const { candles, isClosed } = await cache.get({ ...NEWEST, beforeMs, limit }, NOW + ms, load);
    expect([candles.length, candles.at(-1)?.[0], isClosed]).toEqual([limit, Date.UTC(2026, 10, 23, 12), false]);
  }
  expect(asked).toHaveLength(1);
  await cache.get(NEWEST, NOW + 1_000, load);
  expect(asked).toHaveLength(2);
});

describe("older candles", () => {
  const older = (hours: number, more = 0) => ({
    ...NEWEST,
    beforeMs: Date.UTC(2026, 10, 23, 12) - hours * HOUR - more,
  });

  test("are one window for all times within a candle, which is closed and kept", async () => {
    const { asked, load } = countingFeed();
    const cache = new CandleCache();
    const first = await cache.get(older(10), NOW, load);
    for (const more of [1, 1_000, HOUR - 1])
      expect(await cache.get(older(10, more), NOW + 60_000, load)).toEqual(first);
    expect([first.isClosed, asked.length]).toEqual([true, 1]);
    await cache.get(older(11), NOW, load);
    await cache.get(older(10), NOW + 6 * 60_000, load);
    expect(asked).toHaveLength(3);
  });

  test("that are not whole are asked for again after a second", async () => {
    const { asked, load } = countingFeed({ isWhole: false });
    const cache = new CandleCache();
    for (const ms of [0, 999, 1_000]) expect((await cache.get(older(10), NOW + ms, load)).isClosed).toBe(false);
    expect(asked).toHaveLength(2);
  });

  test("are asked for twenty times a second at most; what is kept, and the newest, are answered beyond that", async () => {
    const { asked, load } = countingFeed();
    const cache = new CandleCache();
    for (let hours = 1; hours <= 20; hours += 1) await cache.get(older(hours), NOW, load);
    await expect(cache.get(older(21), NOW, load)).rejects.toMatchObject({ code: "busy" });
    await cache.get(older(20), NOW, load);
    await cache.get(NEWEST, NOW, load);
    expect(asked).toHaveLength(21);
    await cache.get(older(21), NOW + 1_000, load);
    expect(asked).toHaveLength(22);
  });

  test("of a failed answer are not kept, and only so many windows are", async () => {
    const { asked, load } = countingFeed();
    const cache = new CandleCache();
    await expect(cache.get(older(1), NOW, () => Promise.reject(new Error("the feed restarted")))).rejects.toThrow();
    for (let hours = 1; hours <= 70; hours += 1) await cache.get(older(hours), NOW + hours * 1_000, load);
    await cache.get(older(70), NOW + 71_000, load);
    await cache.get(older(1), NOW + 72_000, load);
    expect(asked.map(({ beforeMs }) => beforeMs).filter((ms) => ms === older(1).beforeMs)).toHaveLength(2);
    expect(asked).toHaveLength(71);
  });
});
