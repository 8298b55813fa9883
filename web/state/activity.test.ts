import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { MINUTE_MS } from "../../worker/contract/time.ts";
import { apiServer, ok } from "../test/api-server.ts";
import { noteInput, watchActivity } from "./activity.ts";

const context = apiServer();
let stop = () => {};

beforeEach(() => {
  context.server.on("POST /api/auth/activity", () => ok());
  jest.useFakeTimers();
});
afterEach(() => {
  stop();
  jest.useRealTimers();
});

function watch(): { idleCount: () => number } {
  let count = 0;
  stop = watchActivity({
    timeoutMs: 15 * MINUTE_MS,
    onIdle: () => {
      count += 1;
    },
  });
  return { idleCount: () => count };
}

async function reports(): Promise<number> {
  await context.callsArrive();
  return context.server.callsOf("POST /api/auth/activity").length;
}

test("the browser becomes idle once, after the whole timeout without input", () => {
  const watched = watch();
  jest.advanceTimersByTime(15 * MINUTE_MS - 1);
  expect(watched.idleCount()).toBe(0);
  jest.advanceTimersByTime(1);
  jest.advanceTimersByTime(60 * MINUTE_MS);
  expect(watched.idleCount()).toBe(1);
});

test("a key, a press or the wheel restarts the timeout", async () => {
  const watched = watch();
  for (const name of ["keydown", "pointerdown", "wheel"]) {
    jest.advanceTimersByTime(14 * MINUTE_MS);
    window.dispatchEvent(new Event(name));
    await reports();
  }
  jest.advanceTimersByTime(14 * MINUTE_MS);
  expect(watched.idleCount()).toBe(0);
  jest.advanceTimersByTime(MINUTE_MS);
  expect(watched.idleCount()).toBe(1);
});

test("input in another tab counts here too", () => {
  const watched = watch();
  jest.advanceTimersByTime(10 * MINUTE_MS);
  noteInput();
  jest.advanceTimersByTime(10 * MINUTE_MS);
  expect(watched.idleCount()).toBe(0);
});

test("a browser that wakes up after the timeout is idle at once", () => {
  noteInput();
  jest.advanceTimersByTime(20 * MINUTE_MS);
  const watched = watch();
  jest.advanceTimersByTime(1);
  expect(watched.idleCount()).toBe(1);
});

test("input is reported at most every five minutes", async () => {
  watch();
  const counts: number[] = [];
  for (let seconds = 0; seconds <= 11 * 60; seconds += 10) {
    window.dispatchEvent(new Event("keydown"));
    const count = await reports();
    if (seconds % 60 === 0) counts.push(count);
    jest.advanceTimersByTime(10_000);
  }
  expect(counts).toEqual([1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3]);
});
