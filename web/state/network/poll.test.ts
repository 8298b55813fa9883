import { afterEach, expect, jest, setDefaultTimeout, setSystemTime, test } from "bun:test";
import { signal } from "@preact/signals-react";
import { waitFor } from "@testing-library/react";
import { HOUR_MS, MINUTE_MS } from "../../../worker/contract/time.ts";
import { poll } from "./poll.ts";

setDefaultTimeout(600_000);

let stop = () => {};
afterEach(() => {
  stop();
  jest.useRealTimers();
});

/** A source that is incomplete until `source.isWhole`; each load records its start. */
function load(pauses: Parameters<typeof poll>[1]) {
  const source = { isWhole: false, askedAtMs: [] as number[] };
  stop = poll(
    async () => {
      source.askedAtMs.push(performance.now());
      return source.isWhole;
    },
    { isDue: true, ...pauses },
  );
  return source;
}

test("incomplete data is requested less and less often, down to the regular interval", async () => {
  const { askedAtMs } = load({ againMs: 20, everyMs: 160, freshMs: 0 });
  await waitFor(() => expect(askedAtMs.length).toBeGreaterThanOrEqual(7));
  const pauses = askedAtMs.slice(1).map((atMs, i) => atMs - (askedAtMs[i] ?? 0));
  // A timer may be late, but early by its resolution at most.
  for (const [i, least] of [20, 40, 80, 80, 80].entries()) expect(pauses[i]).toBeGreaterThanOrEqual(least - 2);
});

test("complete data is not requested soon, but at once when the page becomes visible after the fresh time", async () => {
  const source = load({ againMs: 1, everyMs: 3_600_000, freshMs: 50 });
  await waitFor(() => expect(source.askedAtMs.length).toBeGreaterThan(2));
  source.isWhole = true;
  const asked = source.askedAtMs.length;
  await waitFor(() => expect(source.askedAtMs.length).toBe(asked + 1));
  const arrivedAtMs = source.askedAtMs.at(-1) ?? 0;
  await waitFor(() => {
    window.dispatchEvent(new Event("focus"));
    expect(source.askedAtMs.length).toBeGreaterThan(asked + 1);
  });
  // However often the page became visible.
  expect((source.askedAtMs[asked + 1] ?? 0) - arrivedAtMs).toBeGreaterThanOrEqual(48);
});

test("a loop stopped before the first response sends no further request", async () => {
  let requests = 0;
  const response = Promise.withResolvers<boolean>();
  stop = poll(
    () => {
      requests += 1;
      return response.promise;
    },
    { everyMs: 1, isDue: true },
  );
  await waitFor(() => expect(requests).toBe(1));
  stop();
  response.resolve(true);
  await Promise.resolve();
  window.dispatchEvent(new Event("focus"));
  expect(requests).toBe(1);
});

test("complete data is requested after the fresh time, with a clock that was set back meanwhile", () => {
  jest.useFakeTimers();
  let requests = 0;
  stop = poll(async () => (requests += 1), { everyMs: HOUR_MS, freshMs: MINUTE_MS });
  setSystemTime(Date.now() - HOUR_MS);
  jest.advanceTimersByTime(MINUTE_MS - 1);
  window.dispatchEvent(new Event("focus"));
  expect(requests).toBe(0);
  jest.advanceTimersByTime(1);
  window.dispatchEvent(new Event("focus"));
  expect(requests).toBe(1);
});

/** A poll of every minute that may be told of changes: how often it has requested after a while, with all answers read. */
function toldPoll(isUp: boolean) {
  jest.useFakeTimers();
  const isTold = signal(isUp);
  let requests = 0;
  stop = poll(async () => (requests += 1), { everyMs: MINUTE_MS, isTold });
  const after = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 1_000) {
      jest.advanceTimersByTime(1_000);
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    }
    return requests;
  };
  return { isTold, after };
}

test("while each change is told, requests are a fifth as frequent, after a first one at the full pace", async () => {
  const { after } = toldPoll(true);
  expect(await after(MINUTE_MS)).toBe(1);
  expect(await after(5 * MINUTE_MS - 1_000)).toBe(1);
  expect(await after(1_000)).toBe(2);
  expect(await after(5 * MINUTE_MS)).toBe(3);
});

test("when changes are no longer told, an answer that is older than the interval is requested within a second", async () => {
  const { isTold, after } = toldPoll(true);
  expect(await after(3 * MINUTE_MS)).toBe(1);
  isTold.value = false;
  expect(await after(1_000)).toBe(2);
  expect(await after(MINUTE_MS)).toBe(3);
});

test("an answer from before changes were told is requested anew at the full pace", async () => {
  const { isTold, after } = toldPoll(false);
  expect(await after(MINUTE_MS)).toBe(1);
  isTold.value = true;
  expect(await after(MINUTE_MS)).toBe(2);
  expect(await after(MINUTE_MS)).toBe(2);
});
