import { expect, test } from "bun:test";
import { fc } from "../../web/test/property.ts";
import { CANDLE_INTERVAL_LIST, CANDLE_INTERVALS, candleStartMs } from "../contract/candles.ts";
import { isStoredForEver, STORED_CANDLES, storedSinceMs, storedSizeFor } from "./kept-candles.ts";

const { "1m": minute, "1h": hour, "1d": day } = CANDLE_INTERVALS;
const nowMs = fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2034, 0) });

test("every interval is folded from the largest stored size that divides it", () => {
  expect(CANDLE_INTERVAL_LIST.map((interval) => [interval, storedSizeFor(interval)])).toEqual([
    ["1m", minute],
    ["5m", minute],
    ["15m", minute],
    ["1h", hour],
    ["4h", hour],
    ["1d", day],
    ["1w", day],
  ]);
});

test("stored candles begin where every interval folded from them begins, and reach as far back as promised", () => {
  fc.assert(
    fc.property(nowMs, fc.constantFrom(...CANDLE_INTERVAL_LIST), (now, interval) => {
      const keptMs = storedSizeFor(interval);
      const sinceMs = storedSinceMs(keptMs, now);
      const promisedMs = { [minute]: 7 * day, [hour]: 730 * day, [day]: 3_650 * day }[keptMs];
      expect(candleStartMs(sinceMs, CANDLE_INTERVALS[interval])).toBe(sinceMs);
      expect(now - sinceMs).toBeGreaterThanOrEqual(promisedMs);
      expect(now - sinceMs).toBeLessThan(promisedMs + (keptMs === day ? 7 * day : day));
    }),
  );
});

test("only days are stored for ever", () => {
  expect(STORED_CANDLES.filter(({ sizeMs }) => isStoredForEver(sizeMs)).map(({ sizeMs }) => sizeMs)).toEqual([
    CANDLE_INTERVALS["1d"],
  ]);
});
