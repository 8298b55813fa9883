import { expect, test } from "bun:test";
import { simulatedTrades, utc } from "../../test/simulated-traders.ts";
import { permutationTests } from "./permutation-test.ts";
import { prepareTrades } from "./prepare-trades.ts";
import { GROUP, OTHERS, type Question } from "./question.ts";
import { seededRandom } from "./random.ts";
import { sidesOf, welchT } from "./welch.ts";

const COUNT = 8;
const trades = prepareTrades(simulatedTrades(COUNT, seededRandom(1)), utc);
const firstThree: Question = {
  id: "first_three",
  isOfPath: false,
  mark: (groups) => void groups.fill(OTHERS).fill(GROUP, 0, 3),
};
const afterLoss: Question = {
  id: "after_loss",
  isOfPath: true,
  mark(groups, _, outcomes) {
    for (let at = 1; at < COUNT; at += 1) groups[at] = (outcomes[at - 1] ?? 0) < 0 ? GROUP : OTHERS;
  },
};

/** Every order of values. */
function* orders(values: number[]): Generator<number[]> {
  if (values.length < 2) yield values;
  for (const [at, value] of values.entries()) {
    for (const rest of orders(values.toSpliced(at, 1))) yield [value, ...rest];
  }
}

test.each([firstThree, afterLoss])("the p-value of %p is the share of all orders", (question) => {
  const outcomes = [-1, 2.5, -0.4, 1.1, 0.3, -1.3, 0.9, -0.2];
  const distance = (order: number[]) => {
    const values = Float64Array.from(order);
    const groups = new Uint8Array(COUNT).fill(2);
    question.mark(groups, trades, values);
    return Math.abs(welchT(sidesOf(values, groups)));
  };
  const own = distance(outcomes) - 1e-9;
  const all = [...orders(outcomes)];
  const exact = all.filter((order) => distance(order) >= own).length / all.length;
  // Many seeds, as one test ends with twenty that are as far apart: its error is a fifth of the share.
  const means = Array.from({ length: 200 }, (_, seed) => {
    const [p = 1] = permutationTests([question], trades, Float64Array.from(outcomes), seededRandom(seed));
    return p;
  });
  const mean = means.reduce((sum, p) => sum + p, 0) / means.length;
  expect(Math.abs(mean - exact)).toBeLessThan(0.1 * exact);
});

test("outcomes that never differ have nothing to say, and the same seed says the same", () => {
  expect(permutationTests([firstThree], trades, new Float64Array(COUNT).fill(1), seededRandom(1))).toEqual([1]);
  const outcomes = Float64Array.from([5, 4, 6, -1, -2, -1, -3, -2]);
  const once = permutationTests([firstThree, afterLoss], trades, outcomes, seededRandom(7));
  expect(permutationTests([firstThree, afterLoss], trades, outcomes, seededRandom(7))).toEqual(once);
  expect(once[0]).toBeLessThan(0.03);
});
