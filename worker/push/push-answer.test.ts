import { expect, test } from "bun:test";
import { readPushAnswer, readPushFailure } from "./push-answer.ts";

const NOW = Date.UTC(2026, 10, 29, 12);
const answer = (status: number, retryAfter?: string) => ({
  status,
  headers: new Headers(retryAfter === undefined ? {} : { "Retry-After": retryAfter }),
});

test.each([
  [201, "accepted"],
  [202, "accepted"],
  [200, "accepted"],
  [404, "gone"],
  [410, "gone"],
  [400, "refused"],
  [401, "refused"],
  [403, "refused"],
  [413, "refused"],
  [301, "refused"],
  [307, "refused"],
  [500, "failed"],
  [502, "failed"],
  [504, "failed"],
  [521, "failed"],
  [530, "failed"],
  [520, "unknown"],
  [524, "unknown"],
  [429, "busy"],
  [503, "busy"],
] as const)("a push service that answers %d: %s", (status, outcome) => {
  expect(readPushAnswer(answer(status), NOW)).toEqual({ outcome, status });
});

test.each([
  ["120", 120_000],
  ["0", 0],
  ["Sun, 29 Nov 2026 12:00:30 GMT", 30_000],
  ["Sun, 29 Nov 2026 11:00:00 GMT", 0],
] as const)("Retry-After %s is a pause of %d ms", (text, retryAfterMs) => {
  expect(readPushAnswer(answer(429, text), NOW)).toEqual({ outcome: "busy", status: 429, retryAfterMs });
});

test("a Retry-After that is no time says nothing", () => {
  expect(readPushAnswer(answer(503, "soon"), NOW)).toEqual({ outcome: "busy", status: 503 });
});

test("what took too long may have arrived, and what failed otherwise may be sent again", () => {
  expect(readPushFailure(new DOMException("late", "TimeoutError"))).toEqual({ outcome: "unknown", status: 0 });
  expect(readPushFailure(new Error("Network connection lost."))).toEqual({ outcome: "failed", status: 0 });
});
