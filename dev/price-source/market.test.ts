import { expect, test } from "bun:test";
import { fc } from "../../web/test/property.ts";
import { DAY_MS, MINUTE_MS } from "../../worker/contract/time.ts";
import { INSTRUMENTS, REFERENCE_MS } from "./instruments.ts";
import { type Candle, HISTORY_START_MS, Market } from "./market.ts";

const NOW_MS = REFERENCE_MS + 5 * DAY_MS + 34_567_891;

const instrument = fc.constantFrom(...INSTRUMENTS);
const pastMs = fc.integer({ min: NOW_MS - 730 * DAY_MS, max: NOW_MS });

function fold(candles: Candle[]): Candle {
  const [first] = candles;
  const last = candles.at(-1);
  if (!first || !last) throw new Error("nothing to fold");
  return {
    startMs: first.startMs,
    open: first.open,
    high: Math.max(...candles.map(({ high }) => high)),
    low: Math.min(...candles.map(({ low }) => low)),
    close: last.close,
    volume: candles.reduce((sum, { volume }) => sum + volume, 0),
  };
}

/** Forced prices at random, increasing times. */
const forces = fc.array(
  fc.record({ pauseMs: fc.integer({ min: 1, max: 90_000 }), factor: fc.double({ min: 0.5, max: 2, noNaN: true }) }),
  {
    maxLength: 6,
  },
);

test("every candle spans its open and close, and the next one opens where it closed", () => {
  fc.assert(
    fc.property(instrument, pastMs, fc.constantFrom(1, 5, 15, 60), (one, toMs, minutes) => {
      const sizeMs = minutes * MINUTE_MS;
      const candles = new Market(one, 1, []).candles({ fromMs: toMs - 20 * sizeMs, toMs, sizeMs, nowMs: NOW_MS });
      expect(candles.length).toBeGreaterThanOrEqual(20);
      for (const [index, { open, high, low, close, volume, startMs }] of candles.entries()) {
        expect(high).toBeGreaterThanOrEqual(Math.max(open, close));
        expect(low).toBeLessThanOrEqual(Math.min(open, close));
        expect(volume).toBeGreaterThanOrEqual(0);
        const next = candles[index + 1];
        if (next) expect(next).toMatchObject({ startMs: startMs + sizeMs, open: close });
      }
    }),
    { numRuns: 60 },
  );
});

test("a large candle equals the fold of its minutes, even while it grows and after forced prices", () => {
  fc.assert(
    fc.property(instrument, forces, pastMs, fc.constantFrom(5, 15, 60, 1_440), (one, forced, atMs, minutes) => {
      const market = new Market(one, 1, []);
      let nowMs = atMs;
      for (const { pauseMs, factor } of forced) {
        nowMs += pauseMs;
        market.force(one.level * factor, nowMs);
      }
      nowMs += 10_000;
      const sizeMs = minutes * MINUTE_MS;
      const startMs = Math.floor(nowMs / sizeMs) * sizeMs;
      const [large] = market.candles({ fromMs: startMs, toMs: startMs, sizeMs, nowMs });
      const small = market.candles({ fromMs: startMs, toMs: nowMs, sizeMs: MINUTE_MS, nowMs });
      expect(large).toEqual(fold(small));
    }),
    { numRuns: 80 },
  );
});

test("no tick lies outside the candle of its minute, with any forced prices", () => {
  fc.assert(
    fc.property(instrument, forces, pastMs, (one, forced, atMs) => {
      const market = new Market(one, 1, []);
      const ticks: { atMs: number; price: number }[] = [];
      let nowMs = atMs;
      for (const { pauseMs, factor } of [...forced, { pauseMs: 30_000, factor: 1 }]) {
        for (const endMs = nowMs + pauseMs; nowMs < endMs; nowMs += 250)
          ticks.push({ atMs: nowMs, price: market.tick(nowMs) });
        market.force(one.level * factor, nowMs);
        ticks.push({ atMs: nowMs, price: market.tick(nowMs) });
        nowMs += 1;
      }
      const candles = new Map(
        market
          .candles({ fromMs: atMs - MINUTE_MS, toMs: nowMs, sizeMs: MINUTE_MS, nowMs })
          .map((candle) => [candle.startMs, candle]),
      );
      for (const tick of ticks) {
        const candle = candles.get(Math.floor(tick.atMs / MINUTE_MS) * MINUTE_MS);
        expect(tick.price).toBeWithin(candle?.low ?? Number.NaN, (candle?.high ?? Number.NaN) + 1e-9);
      }
    }),
    { numRuns: 60 },
  );
});

test("a forced price applies at once and the walk continues from it until it is released", () => {
  const [one] = INSTRUMENTS;
  if (!one) throw new Error("an instrument is quoted");
  const free = new Market(one, 1, []);
  const market = new Market(one, 1, []);
  market.force(1_000, NOW_MS);
  expect(market.tick(NOW_MS)).toBe(1_000);
  expect(market.isForced).toBe(true);

  const later = NOW_MS + 3_600_000;
  expect(market.tick(later)).not.toBe(1_000);
  expect(market.tick(later) / free.tick(later)).toBeCloseTo(1_000 / free.tick(NOW_MS), 3);

  market.force(null, later);
  expect(market.isForced).toBe(false);
  expect(market.tick(later + 60_000)).toBe(free.tick(later + 60_000));
});

test("a forced price changes no candle before it", () => {
  const [one] = INSTRUMENTS;
  if (!one) throw new Error("an instrument is quoted");
  const market = new Market(one, 1, []);
  const read = () =>
    market.candles({ fromMs: NOW_MS - 2 * DAY_MS, toMs: NOW_MS - MINUTE_MS, sizeMs: MINUTE_MS, nowMs: NOW_MS });
  const before = read();
  market.force(1, NOW_MS);
  expect(read()).toEqual(before);
});

test("there is no candle before the history or in the future", () => {
  const [one] = INSTRUMENTS;
  if (!one) throw new Error("an instrument is quoted");
  const market = new Market(one, 1, []);
  const [first] = market.candles({ fromMs: 0, toMs: HISTORY_START_MS + DAY_MS, sizeMs: DAY_MS, nowMs: NOW_MS });
  expect(first?.startMs).toBe(HISTORY_START_MS);
  expect(market.candles({ fromMs: NOW_MS + 1, toMs: NOW_MS + DAY_MS, sizeMs: MINUTE_MS, nowMs: NOW_MS })).toEqual([]);
});
