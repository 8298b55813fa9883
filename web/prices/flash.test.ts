import { afterEach, expect, jest, setSystemTime, test } from "bun:test";
import { HOUR_MS } from "../../worker/contract/time.ts";
import { bringPrices } from "../test/market.ts";
import { flashOnTicks } from "./flash.ts";

let stop = () => {};
afterEach(() => {
  stop();
  jest.useRealTimers();
});

test.each([
  ["a clock that goes on", 0],
  ["a clock that is set back", -HOUR_MS],
])("a price's flash ends, with %s", (_, setMs) => {
  jest.useFakeTimers();
  const glow = document.createElement("i");
  bringPrices({ US500: 101 });
  stop = flashOnTicks("US500", glow);
  jest.advanceTimersByTime(1_000);
  bringPrices({ US500: 102 });
  expect(glow.dataset.tone).toBe("up");
  setSystemTime(Date.now() + setMs);
  jest.advanceTimersByTime(1_999);
  expect(glow.dataset.tone).toBe("up");
  jest.advanceTimersByTime(2);
  expect(glow.dataset.tone).toBeUndefined();
});
