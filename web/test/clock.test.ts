import { afterAll, beforeAll, expect, jest, setSystemTime, test } from "bun:test";
import { sessionOf } from "../../worker/contract/market-sessions.ts";
import { FEED_SYMBOL_LIST } from "../../worker/contract/symbols.ts";
import { BROWSER_ZONE, START_MS } from "./clock.ts";

const loadedAtMs = Date.now();
let hookedAtMs = 0;
beforeAll(() => {
  hookedAtMs = Date.now();
});
afterAll(() => expect(Date.now()).toBe(START_MS));

/** Fails unless the test's own time is near its beginning. */
function expectStart(): void {
  expect(Date.now() - START_MS).toBeWithin(0, 60_000);
}

test("files are loaded and tests begin at the same moment, at which all markets have their regular hours", () => {
  expect([loadedAtMs, hookedAtMs]).toEqual([START_MS, START_MS]);
  expectStart();
  expect(FEED_SYMBOL_LIST.filter((symbol) => sessionOf(symbol, START_MS) !== "regular")).toEqual([]);
});

test("time passes", async () => {
  const fromMs = Date.now();
  await Bun.sleep(50);
  expect(Date.now() - fromMs).toBeWithin(45, 60_000);
});

test("every date of now is of the test's clock", () => {
  expectStart();
  class Later extends Date {}
  const texts = [new Date(), new Later(), new (new Date().constructor as DateConstructor)()].map(String);
  for (const text of [Date(), ...texts]) expect(Date.parse(text) - START_MS).toBeWithin(-1_000, 60_000);
  expect([new Date(5).getTime(), new Date(2026, 11, 9, 8).toISOString()]).toEqual([5, "2026-12-09T17:30:00.000Z"]);
  expect(structuredClone(new Date())).toBeInstanceOf(Date);
  const time = new Intl.DateTimeFormat("en", { hour: "numeric", minute: "2-digit" });
  const parts = time.formatToParts().map(({ value }) => value);
  expect([time.format(), parts.join(""), [0].map(time.format)]).toEqual(["8:05 AM", "8:05 AM", ["2:30 PM"]]);
});

test("the zone is the browser's, which differs from UTC", () => {
  expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(BROWSER_ZONE);
  expect(new Date(START_MS).getTimezoneOffset()).toBe(9.5 * 60);
});

test("the system's time may be set, and put back", () => {
  setSystemTime(new Date("2026-11-21T12:00:00Z"));
  expect([new Date().toISOString(), Date.now()]).toEqual(["2026-11-21T12:00:00.000Z", Date.UTC(2026, 10, 21, 12)]);
  setSystemTime();
  expectStart();
});

test.each([1, 2])("what a test sets is put back after it, run %d", () => {
  expectStart();
  setSystemTime(0);
  expect(Date.now()).toBe(0);
});

test("fake timers begin at the test's time, stand until they are advanced, and may begin at another", () => {
  jest.useFakeTimers();
  const fromMs = Date.now();
  expectStart();
  Bun.sleepSync(5);
  jest.advanceTimersByTime(3_600_000);
  expect(Date.now() - fromMs).toBe(3_600_000);
  jest.useRealTimers();
  expectStart();
  jest.useFakeTimers({ now: 1_000 });
  jest.advanceTimersByTime(1);
  expect(Date.now()).toBe(1_001);
  jest.useRealTimers();
});
