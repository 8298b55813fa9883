import { expect, test } from "bun:test";
import { fc } from "../../../web/test/property.ts";
import {
  dailyShareCents,
  marginCentsOf,
  notionalCents,
  proportionCents,
  roundedQuotient,
  shareCents,
} from "./demo-arithmetic.ts";

const BTC = 10 ** 8;

test("half is rounded away from zero", () => {
  const cases: Array<[numerator: bigint, denominator: bigint, quotient: bigint]> = [
    [4n, 10n, 0n],
    [5n, 10n, 1n],
    [-4n, 10n, 0n],
    [-5n, 10n, -1n],
    [15n, 10n, 2n],
    [-15n, 10n, -2n],
    [1n, 3n, 0n],
    [2n, 3n, 1n],
    [0n, 7n, 0n],
  ];
  for (const [numerator, denominator, quotient] of cases) {
    expect(roundedQuotient(numerator, denominator)).toBe(quotient);
  }
});

test("the rounded quotient is within half of the exact one, and mirrored", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.bigInt({ min: 1n, max: 10n ** 20n }), (n, d) => {
      const quotient = roundedQuotient(n, d);
      const rest = 2n * (n - quotient * d);
      expect(rest <= d && rest >= -d).toBe(true);
      expect(roundedQuotient(-n, d)).toBe(-quotient);
    }),
  );
});

test("a mini bitcoin is a hundredth, and the largest amount at the largest price is exact", () => {
  expect(notionalCents({ symbol: "BTCUSD", units: BTC, price: 6_712_051 })).toBe(6_712_051);
  expect(notionalCents({ symbol: "MINIBTC", units: BTC, price: 6_712_050 })).toBe(67_121);
  expect(notionalCents({ symbol: "XAUUSDm", units: 999_999 * BTC, price: 999_999_900 })).toBe(999_998_900_000_100);
});

test("margins are rounded up, shares to the nearest cent", () => {
  const valued = { symbol: "BTCUSD", units: BTC, price: 6_000_001 } as const;
  expect(marginCentsOf(valued, null)).toBe(6_000_001);
  expect(marginCentsOf(valued, 2)).toBe(3_000_001);
  expect(marginCentsOf(valued, 500)).toBe(12_001);
  expect(shareCents(valued, 500)).toBe(3_000);
  expect(dailyShareCents(valued, 200_000)).toBe(3_333);
  expect(proportionCents(101, { units: 1, remaining: 2 })).toBe(51);
});
