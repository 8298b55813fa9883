import { expect, test } from "bun:test";
import { broughtUsd } from "./deposit-sums.ts";

test.each([
  ["nothing while nothing was credited", [], 0],
  ["what was paid and what reviews credited", [100, 25.5, 90], 215.5],
])("the credited total is %s", (_, amounts, brought) => {
  const credits = amounts.map((amount) => ({ amount, at: "2026-11-21T15:00:00.000Z" }));
  expect(broughtUsd({ credits })).toBe(brought);
});
