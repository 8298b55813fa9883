import { describe, expect, test } from "bun:test";
import { meanInterval, shareInterval, studentQuantile } from "./intervals.ts";

describe("Student's quantile at 97.5 %", () => {
  // The published table, NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2.
  test.each([
    [19, 2.093],
    [24, 2.064],
    [30, 2.042],
    [60, 2.0],
    [100, 1.984],
  ])("of %d degrees of freedom is that of the table", (degrees, quantile) => {
    expect(studentQuantile(degrees)).toBeCloseTo(quantile, 3);
  });
});

describe("the interval of a share", () => {
  test("is Wilson's", () => {
    // By hand: 12 of 20, (0.6 + 1.96^2/40 -+ 1.96 sqrt(0.24/20 + 1.96^2/1600)) / (1 + 1.96^2/20).
    const { value, low, high } = shareInterval(12, 20);
    expect(value).toBe(0.6);
    expect(low).toBeCloseTo(0.3866, 4);
    expect(high).toBeCloseTo(0.7812, 4);
  });

  test("stays within 0 and 1, and says something where all or none were won", () => {
    expect(shareInterval(0, 20)).toMatchObject({ value: 0, low: 0 });
    expect(shareInterval(0, 20).high).toBeCloseTo(0.1611, 3);
    expect(shareInterval(20, 20)).toMatchObject({ value: 1, high: 1 });
  });
});

test("the interval of a mean is Student's", () => {
  const numbers = Array.from({ length: 20 }, (_, at) => at + 1);
  const sum = numbers.reduce((all, one) => all + one, 0);
  const squares = numbers.reduce((all, one) => all + one * one, 0);
  // Mean 10.5, variance 35, error 1.3229.
  const { value, low, high } = meanInterval({ count: 20, sum, squares });
  expect(value).toBe(10.5);
  expect(low).toBeCloseTo(10.5 - 2.0930115 * Math.sqrt(35 / 20), 6);
  expect(high).toBeCloseTo(10.5 + 2.0930115 * Math.sqrt(35 / 20), 6);
});

test("outcomes that do not vary have an interval without a width", () => {
  expect(meanInterval({ count: 30, sum: -30, squares: 30 })).toEqual({ value: -1, low: -1, high: -1 });
});

/** The same numbers between 0 and 1 each time. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296;
  };
}

describe("of 2,000 simulated samples the interval holds the true mean", () => {
  const random = seeded(12_345);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const outcomes: Record<string, { mean: number; next: () => number; least: number }> = {
    "normal outcomes": { mean: 0, next: normal, least: 0.935 },
    "a target of two and a stop of one": { mean: 0.2, next: () => (random() < 0.4 ? 2 : -1), least: 0.91 },
    "a stop, and wins of any size": {
      mean: -0.55 + 0.45 * Math.exp(0.32),
      next: () => (random() < 0.55 ? -1 : Math.exp(normal() * 0.8)),
      least: 0.91,
    },
    "many small wins and few large losses": {
      mean: 0.85 * 0.3 - 0.15 * 1.5,
      next: () => (random() < 0.85 ? 0.3 : -1.5),
      least: 0.91,
    },
  };
  test.each(Object.keys(outcomes))("%s", (name) => {
    const { mean, next, least } = outcomes[name] ?? { mean: 0, next: normal, least: 1 };
    for (const count of [20, 50, 200]) {
      let held = 0;
      for (let sample = 0; sample < 2_000; sample += 1) {
        let [sum, squares] = [0, 0];
        for (let at = 0; at < count; at += 1) {
          const outcome = next();
          sum += outcome;
          squares += outcome * outcome;
        }
        const { low, high } = meanInterval({ count, sum, squares });
        if (low <= mean && mean <= high) held += 1;
      }
      expect(held / 2_000).toBeWithin(least, 0.975);
    }
  });
});
