import { expect, test } from "bun:test";
import { MINUTE_MS } from "../../contract/time.ts";
import { ServiceTally } from "./service-tally.ts";

const NOON = Date.UTC(2026, 10, 21, 12);

test("calls are counted by service and minute, with the last success and the last failure", () => {
  const tally = new ServiceTally();
  tally.note("mail", { calls: 1, failures: 0 }, NOON + 1);
  tally.note("mail", { calls: 1, failures: 1 }, NOON + 2);
  tally.note("mail", { calls: 1, failures: 0 }, NOON + MINUTE_MS);
  tally.note("database", { calls: 3, failures: 1 }, NOON + 3);
  expect(tally.take(NOON + MINUTE_MS)).toEqual([
    { service: "mail", minuteMs: NOON, calls: 2, failures: 1, lastSuccessMs: NOON + 1, lastFailureMs: NOON + 2 },
    {
      service: "mail",
      minuteMs: NOON + MINUTE_MS,
      calls: 1,
      failures: 0,
      lastSuccessMs: NOON + MINUTE_MS,
      lastFailureMs: null,
    },
    { service: "database", minuteMs: NOON, calls: 3, failures: 1, lastSuccessMs: NOON + 3, lastFailureMs: NOON + 3 },
  ]);
  expect(tally.take(NOON + MINUTE_MS)).toEqual([]);
});

test("counts are due once per interval, and only if there are any", () => {
  const tally = new ServiceTally();
  expect(tally.isDue(30_000, NOON)).toBe(false);
  tally.note("mail", { calls: 0, failures: 0 }, NOON);
  expect(tally.isDue(30_000, NOON)).toBe(false);
  tally.note("mail", { calls: 1, failures: 0 }, NOON);
  expect(tally.isDue(30_000, NOON)).toBe(true);
  tally.take(NOON);
  tally.note("mail", { calls: 1, failures: 0 }, NOON + 1);
  expect(tally.isDue(30_000, NOON + 29_999)).toBe(false);
  expect(tally.isDue(30_000, NOON + 30_000)).toBe(true);
});

test("counts that could not be reported are reported the next time with the new ones, unless they are an hour old", () => {
  const tally = new ServiceTally();
  tally.note("bakong", { calls: 1, failures: 1 }, NOON);
  const taken = tally.take(NOON);
  tally.note("bakong", { calls: 1, failures: 0 }, NOON + 5);
  tally.putBack(taken, NOON + 6);
  expect(tally.take(NOON + 6)).toEqual([
    { service: "bakong", minuteMs: NOON, calls: 2, failures: 1, lastSuccessMs: NOON + 5, lastFailureMs: NOON },
  ]);
  tally.putBack(taken, NOON + 60 * MINUTE_MS);
  expect(tally.take(NOON + 60 * MINUTE_MS)).toEqual([]);
});
