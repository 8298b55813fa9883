import { expect, test } from "bun:test";
import { errorRateOf, healthOf } from "./health-rules.ts";

const record = { calls: 20, failures: 0, lastSuccessMs: 100, lastFailureMs: null };

test.each([
  ["was never called", undefined, "unknown"],
  ["always answered", record, "up"],
  ["failed once in twenty calls and has answered since", { ...record, failures: 1, lastFailureMs: 99 }, "up"],
  ["failed twice in twenty calls and has answered since", { ...record, failures: 2, lastFailureMs: 99 }, "shaky"],
  ["answered and failed in the same millisecond", { ...record, failures: 1, lastFailureMs: 100 }, "up"],
  ["failed last", { ...record, failures: 1, lastFailureMs: 101 }, "down"],
  ["never answered", { calls: 1, failures: 1, lastSuccessMs: null, lastFailureMs: 1 }, "down"],
  ["was not called for an hour, and answered then", { ...record, calls: 0 }, "up"],
  ["was not called for an hour, and failed then", { ...record, calls: 0, lastFailureMs: 101 }, "down"],
] as const)("a service that %s", (_, known, state) => {
  expect(healthOf(known)).toBe(state);
});

test("the error rate is relative to the calls that were made", () => {
  expect(errorRateOf({ calls: 8, failures: 2 })).toBe(0.25);
  expect(errorRateOf({ calls: 0, failures: 0 })).toBe(0);
});
