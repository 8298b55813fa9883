import { expect, test } from "bun:test";
import { SeededChance } from "../../../dev/seeded-chance.ts";
import { AlertTapes } from "../../../dev/test/alert-tapes.ts";
import { type NaiveFiring, naiveAlert, namedFiring } from "../../../dev/test/naive-alerts.ts";
import { fc } from "../../../web/test/property.ts";
import { MarketState, NO_MARKET } from "../demo/market-state.ts";
import { aboveLine, hasMoved, type Line2, pointsMoved, roundedLine2 } from "./alert-values.ts";
import { AlertWatch } from "./alert-watch.ts";

/** What differs between an alert by itself and the naive reading, on one random tape; null for nothing. */
function differenceOf(seed: number): { expected: unknown; found: unknown; firings: number } {
  const tapes = new AlertTapes(new SeededChance(seed));
  tapes.add(tapes.upTo(30));
  const alerts = Array.from({ length: 6 }, () => {
    tapes.add(tapes.upTo(10));
    return { terms: tapes.terms(), armedSeq: tapes.seq };
  });
  tapes.add(150);
  const expected = alerts.map(({ terms, armedSeq }) => naiveAlert(tapes.records, terms, armedSeq));
  const found = alerts.map(({ terms, armedSeq }) => {
    const watch = new AlertWatch(terms, armedSeq);
    const market = new MarketState(NO_MARKET);
    const found: { firings: NaiveFiring[]; armedSeqs: number[] } = { firings: [], armedSeqs: [] };
    for (const record of tapes.records) {
      const before = record.type === "quote" ? (market.lastFillable(record.symbol) ?? null) : null;
      const taken = market.take(record);
      const event = taken?.isFillable ? watch.take(taken.quote) : null;
      // An alert by itself does not know the quotes before it was armed.
      if (event?.type === "fired") found.firings.push(namedFiring({ ...event.firing, before }));
      if (event?.type === "armed") found.armedSeqs.push(event.seq);
    }
    return found;
  });
  const firings = expected.reduce((sum, one) => sum + one.firings.length, 0);
  return { expected: expected.map(({ firings, armedSeqs }) => ({ firings, armedSeqs })), found, firings };
}

test("an alert does at each quote of a random tape what the naive reading of docs/alerts.md does", () => {
  let firings = 0;
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const { expected, found, firings: count } = differenceOf(seed);
      expect(found).toEqual(expected);
      firings += count;
    }),
    { numRuns: 150 },
  );
  expect(firings).toBeGreaterThan(600);
});

const whole = fc.oneof(fc.integer({ min: 1, max: 20_000_000 }), fc.integer({ min: 1, max: 2 ** 51 }));
const time = fc.integer({ min: 0, max: 4_102_444_800_000 });

test("a price is compared with a line exactly, also a half step beside it and with numbers of any size", () => {
  const line = fc
    .record({ atMs: time, value2: whole, to: whole, runMs: fc.integer({ min: 1, max: 4_102_444_800_000 }) })
    .map(({ to, ...rest }): Line2 => ({ ...rest, rise2: to - rest.value2 }));
  const exact = (price2: number, { atMs, value2, rise2, runMs }: Line2, at: number) =>
    (BigInt(price2) - BigInt(value2)) * BigInt(runMs) - BigInt(rise2) * (BigInt(at) - BigInt(atMs));
  fc.assert(
    fc.property(line, time, whole, fc.integer({ min: -1, max: 1 }), fc.boolean(), (one, at, any, beside, isNear) => {
      const value = roundedLine2(one, at);
      const price2 = isNear && Math.abs(value) < 2 ** 52 ? value + beside : any;
      const above = exact(price2, one, at);
      expect(Math.sign(aboveLine(price2, one, at))).toBe(above > 0n ? 1 : above < 0n ? -1 : 0);
    }),
    { numRuns: 3_000 },
  );
});

test("basis points are compared exactly, at the least price that has moved by them, with numbers of any size", () => {
  fc.assert(
    fc.property(whole, fc.integer({ min: 1, max: 10_000 }), fc.boolean(), (size, points, isFall) => {
      const extreme = isFall ? -size : size;
      const least = Number((BigInt(extreme) * 10_000n + BigInt(size * 1) * BigInt(points) + 9_999n) / 10_000n);
      for (const price of [least - 2, least - 1, least, least + 1].filter((one) => one >= extreme)) {
        const is = (BigInt(price) - BigInt(extreme)) * 10_000n >= BigInt(size) * BigInt(points);
        expect([price, hasMoved(price, extreme, points)]).toEqual([price, is]);
        expect(pointsMoved(price, extreme) >= points).toBe(is);
      }
    }),
    { numRuns: 3_000 },
  );
});
