import { afterEach, beforeEach, expect, jest, mock, test } from "bun:test";
import { loadWhenIdle, whenIdle } from "./when-idle.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(navigator, "connection");
});

/** Both calls on a network, after enough time. */
function callsOn(connection: { saveData?: boolean; effectiveType?: string } | undefined) {
  if (connection) Object.defineProperty(navigator, "connection", { value: connection, configurable: true });
  const [work, load] = [mock(), mock()];
  whenIdle(work);
  loadWhenIdle(load);
  jest.advanceTimersByTime(60_000);
  return { works: work.mock.calls.length, loads: load.mock.calls.length };
}

test.each([
  { connection: undefined, works: 1, loads: 1 },
  { connection: { saveData: false, effectiveType: "4g" }, works: 1, loads: 1 },
  { connection: { saveData: false, effectiveType: "3g" }, works: 1, loads: 0 },
  { connection: { effectiveType: "2g" }, works: 1, loads: 0 },
  { connection: { effectiveType: "slow-2g" }, works: 1, loads: 0 },
  { connection: { saveData: true, effectiveType: "4g" }, works: 0, loads: 0 },
])("on the network $connection code is fetched ahead $loads times", ({ connection, works, loads }) => {
  expect(callsOn(connection)).toEqual({ works, loads });
});

test("what is stopped in time is not called", () => {
  const load = mock();
  loadWhenIdle(load)();
  jest.advanceTimersByTime(60_000);
  expect(load).not.toHaveBeenCalled();
});
