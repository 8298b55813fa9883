import { expect, test } from "bun:test";
import { HOUR_MS, MINUTE_MS } from "../../contract/time.ts";
import { retryDelayMs } from "./mail-outbox.ts";

test("a failed mail is retried 5, 15 and 45 seconds later, and then at doubling intervals of up to an hour", () => {
  const ages: number[] = [];
  for (let attempts = 1, ageMs = 0; attempts <= 3; attempts++) {
    ageMs += retryDelayMs(attempts);
    ages.push(ageMs);
  }
  expect(ages).toEqual([5_000, 15_000, 45_000]);
  expect([4, 5, 6].map(retryDelayMs)).toEqual([MINUTE_MS, 2 * MINUTE_MS, 4 * MINUTE_MS]);
  expect([10, 14].map(retryDelayMs)).toEqual([HOUR_MS, HOUR_MS]);
});
