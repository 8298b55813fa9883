import { expect, test } from "bun:test";
import { dayOfDate } from "../../worker/contract/trade-calendar.ts";
import { fc } from "../test/property.ts";
import { CASH, runAccount } from "../trade-accounts/trade-account.ts";
import { NOTHING_CHOSEN, type PerformanceAddress, performancePath, readAddress } from "./performance-address.ts";
import { GROUP_NAMES, PERIOD_DAYS, RUN_NAMES, WHOLE_PAGE } from "./trade-filter.ts";

const day = fc.integer({ min: dayOfDate(1971, 1, 1), max: dayOfDate(2199, 12, 31) });
const symbol = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => !/[\n\r]/.test(text));
const direction = fc.constantFrom("Buy" as const, "Sell" as const);

const period = fc.oneof(
  fc.constant({ kind: "all" as const }),
  fc.constantFrom(...PERIOD_DAYS).map((days) => ({ kind: "days" as const, days })),
  fc.tuple(day, fc.nat(2_000)).map(([fromDay, days]) => ({
    kind: "dates" as const,
    fromDay,
    toDay: Math.min(fromDay + days, dayOfDate(2199, 12, 31)),
  })),
);
const only = fc.oneof(
  fc.record({ by: fc.constant("symbol" as const), symbol }),
  fc.record({ by: fc.constant("direction" as const), direction }),
  fc.record({ by: fc.constant("result" as const), result: fc.constantFrom("win" as const, "loss" as const) }),
  fc.record({ by: fc.constant("weekday" as const), weekday: fc.nat(6) }),
  fc.record({ by: fc.constant("hour" as const), hour: fc.nat(23) }),
  fc.record({
    by: fc.constant("month" as const),
    year: fc.integer({ min: 1970, max: 2200 }),
    month: fc.integer({ min: 1, max: 12 }),
  }),
  fc.tuple(day, fc.nat(2_000)).map(([fromDay, days]) => ({ by: "days" as const, fromDay, toDay: fromDay + days })),
  fc.record({
    by: fc.constant("run" as const),
    of: fc.constantFrom(...RUN_NAMES),
    first: fc.nat().map(String),
    last: fc.nat().map(String),
  }),
  fc.constant({ by: "stop" as const }),
  fc.record({ by: fc.constant("group" as const), of: fc.constantFrom(...GROUP_NAMES), key: fc.nat(9).map(String) }),
);
const view = fc.oneof(
  fc.record({ mode: fc.constant("day" as const), day: fc.option(day) }),
  fc.record({
    mode: fc.constant("week" as const),
    year: fc.integer({ min: 1970, max: 2200 }),
    week: fc.integer({ min: 1, max: 52 }),
  }),
  fc.record({ mode: fc.constant("all" as const), only: fc.option(only) }),
);
const account = fc.option(fc.oneof(fc.constant(CASH), fc.integer({ min: 1, max: 999_999_999 }).map(runAccount)));
const label = fc.option(fc.oneof(fc.uuid(), fc.constant("none")));
const filter = fc.record({
  symbol: fc.option(symbol),
  direction: fc.option(direction),
  setup: label,
  tag: label,
  period,
});

test("reading an address returns the state that it was built from", () => {
  fc.assert(
    fc.property(fc.record({ account, filter, view }), (address: PerformanceAddress) => {
      const { searchParams } = new URL(performancePath(address), "https://tonle.example");
      expect(readAddress(searchParams)).toEqual(address);
    }),
  );
});

test("the unfiltered page without a selection has the bare address", () => {
  expect(performancePath({ account: null, filter: WHOLE_PAGE, view: NOTHING_CHOSEN })).toBe("/performance");
});

test.each([
  "date=2026-02-30",
  "date=yesterday",
  "year=2026&week=53",
  "year=2026",
  "week=4",
  "trades=some",
  "direction=Hold&period=12d",
  "period=2026-05-02..2026-05-01",
  "account=run:0",
  "account=run:1e3",
  "account=bank",
])("invalid parameters are ignored: %s", (value) => {
  expect(readAddress(new URLSearchParams(value))).toEqual({
    account: null,
    filter: WHOLE_PAGE,
    view: NOTHING_CHOSEN,
  });
});

test.each([
  "result:draw",
  "weekday:7",
  "hour:24",
  "month:2026-13",
  "direction:Up",
  "colour:red",
  "symbol:",
  "stop:wide",
  "maxDrawdown:4",
])("an invalid part of all trades lists all: %s", (value) => {
  expect(readAddress(new URLSearchParams({ trades: "all", only: value })).view).toEqual({ mode: "all", only: null });
});
