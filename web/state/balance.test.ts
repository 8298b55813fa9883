import { afterEach, expect, jest, spyOn, test } from "bun:test";
import { apiServer, ok, refuse } from "../test/api-server.ts";
import { balance, refreshBalance, refreshBalanceEvery, setBalance } from "./balance.ts";

const context = apiServer();
const ROUTE = "GET /api/user/balance";

afterEach(() => {
  jest.useRealTimers();
  setBalance(null);
});

async function callsAfter(ms: number): Promise<number> {
  jest.advanceTimersByTime(ms);
  await context.callsArrive();
  return context.server.callsOf(ROUTE).length;
}

test("the shorter of two intervals wins, and there is one timer", async () => {
  context.server.on(ROUTE, () => ok({ balance: context.server.callsOf(ROUTE).length }));
  setBalance(0);
  jest.useFakeTimers();
  const stopShell = refreshBalanceEvery(30_000);
  const stopCheck = refreshBalanceEvery(15_000);
  expect(await callsAfter(14_999)).toBe(0);
  expect(await callsAfter(1)).toBe(1);
  expect(await callsAfter(15_000)).toBe(2);
  stopCheck();
  expect(await callsAfter(29_999)).toBe(2);
  expect(await callsAfter(1)).toBe(3);
  stopShell();
  expect(await callsAfter(120_000)).toBe(3);
});

test("a failure is only logged and keeps the last balance", async () => {
  context.server.on(ROUTE, () => refuse("busy", "Please try again."));
  const warn = spyOn(console, "warn").mockImplementation(() => {});
  setBalance(7);
  await refreshBalance();
  expect(balance.value).toBe(7);
  expect(warn).toHaveBeenCalledTimes(1);
  warn.mockRestore();
});

test("a response that was requested before a deposit was paid does not overwrite the new balance", async () => {
  const late = Promise.withResolvers<Response>();
  context.server.on(ROUTE, () => late.promise);
  setBalance(100);
  const refresh = refreshBalance();
  setBalance(150);
  late.resolve(ok({ balance: 100 }));
  await refresh;
  expect(balance.value).toBe(150);
});
