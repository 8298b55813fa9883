import { expect, test } from "bun:test";
import { fc } from "../../web/test/property.ts";
import { INSTRUMENTS, REFERENCE_MS } from "./instruments.ts";
import { PriceWalk, STEP_MS } from "./price-walk.ts";

const DAY_STEPS = 86_400_000 / STEP_MS;
const YEAR_DAYS = 365;
const REFERENCE_STEP = REFERENCE_MS / STEP_MS;

const instrument = fc.constantFrom(...INSTRUMENTS);
const step = fc.integer({
  min: REFERENCE_STEP - 3 * YEAR_DAYS * DAY_STEPS,
  max: REFERENCE_STEP + YEAR_DAYS * DAY_STEPS,
});

test("any range of the walk is the same whether computed alone or as part of another", () => {
  fc.assert(
    fc.property(instrument, step, fc.nat(400), fc.nat(400), (one, from, before, length) => {
      const walk = new PriceWalk(one, 7);
      const whole = walk.points(from - before, from + length);
      expect(walk.points(from, from + length)).toEqual(whole.slice(before));
    }),
    { numRuns: 60 },
  );
});

test("another seed gives another walk, the same seed the same walk", () => {
  const [gold] = INSTRUMENTS.filter(({ symbol }) => symbol === "XAUUSDm");
  if (!gold) throw new Error("gold is quoted");
  const points = (seed: number) => new PriceWalk(gold, seed).points(REFERENCE_STEP - 100, REFERENCE_STEP - 1);
  expect(points(1)).toEqual(points(1));
  expect(points(1)).not.toEqual(points(2));
});

test.each([...INSTRUMENTS])("$symbol is at its level at the reference time and has its yearly volatility", (one) => {
  const walk = new PriceWalk(one, 1);
  expect(Math.exp(walk.points(REFERENCE_STEP, REFERENCE_STEP)[0] ?? 0)).toBeCloseTo(one.level, 6);
  // With another reference time all of it is as much later.
  const [from, laterSteps] = [REFERENCE_STEP - 500, 1_234_567];
  const later = new PriceWalk(one, 1, REFERENCE_MS + laterSteps * STEP_MS);
  expect(later.points(from + laterSteps, from + laterSteps + 1_000)).toEqual(walk.points(from, from + 1_000));

  const closes = Array.from({ length: 2 * YEAR_DAYS }, (_, day) => {
    const at = REFERENCE_STEP - day * DAY_STEPS;
    return walk.points(at, at)[0] ?? 0;
  });
  const returns = closes.slice(1).map((close, day) => close - (closes[day] ?? 0));
  const yearVolatility = Math.sqrt((sumOf(returns.map((one) => one ** 2)) / returns.length) * YEAR_DAYS);
  expect(yearVolatility / one.yearVolatility).toBeWithin(0.75, 1.25);
});

test("volatile minutes cluster, and activity over the day follows the market's shape", () => {
  const [index] = INSTRUMENTS;
  if (!index) throw new Error("an index is quoted");
  const walk = new PriceWalk(index, 1);
  const byHour = Array.from({ length: 24 }, () => 0);
  const sizes: number[] = [];
  for (let day = 1; day <= 100; day++) {
    const from = REFERENCE_STEP - day * DAY_STEPS;
    const points = walk.points(from, from + DAY_STEPS);
    for (let minute = 0; minute < 1_440; minute++) {
      const move = (points[minute * 16 + 16] ?? 0) - (points[minute * 16] ?? 0);
      const hour = Math.floor(minute / 60);
      byHour[hour] = (byHour[hour] ?? 0) + move ** 2;
      // Only one hour, so that the day's shape is not mistaken for clustering.
      if (hour === 16) sizes.push(Math.abs(move));
    }
  }
  // The hour after the New York opening against the middle of the night there.
  expect((byHour[14] ?? 0) / (byHour[4] ?? 1)).toBeGreaterThan(3);
  expect(correlation(sizes.slice(1), sizes.slice(0, -1))).toBeGreaterThan(0.1);
});

function sumOf(numbers: number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}

function correlation(left: number[], right: number[]): number {
  const centre = (list: number[]) => list.map((one) => one - sumOf(list) / list.length);
  const [a, b] = [centre(left), centre(right)];
  const together = sumOf(a.map((one, index) => one * (b[index] ?? 0)));
  return together / Math.sqrt(sumOf(a.map((one) => one ** 2)) * sumOf(b.map((one) => one ** 2)));
}
