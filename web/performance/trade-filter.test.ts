import { expect, test } from "bun:test";
import { dayAt, dayOfDate } from "../../worker/contract/trade-calendar.ts";
import { fc } from "../test/property.ts";
import { apiFilter, isAmong, isUnfiltered, NO_FILTER, narrow, tradesOfPage, WHOLE_PAGE } from "./trade-filter.ts";
import { timesOf } from "./trade-pages.ts";

const TODAY = dayOfDate(2026, 11, 21);
const ZONE = "America/New_York";

const trade = {
  id: "1",
  closeTime: "2026-11-02T04:30:00.000Z",
  symbol: "XAUUSDm",
  direction: "Buy" as const,
  lotSize: 0.1,
  entryPrice: 1,
  exitPrice: 2,
  profitLoss: 12.5,
};

test("the last 30 days end today and begin 29 days earlier", () => {
  const page = tradesOfPage({ ...WHOLE_PAGE, period: { kind: "days", days: 30 } }, TODAY);
  expect(page).toEqual({ ...NO_FILTER, fromDay: TODAY - 29 });
  expect(isUnfiltered(WHOLE_PAGE)).toBe(true);
  expect(isUnfiltered({ ...WHOLE_PAGE, direction: "Sell" })).toBe(false);
});

test("the API's filter uses the instants at which the trader's days begin, across a clock change", () => {
  const filter = { ...NO_FILTER, fromDay: dayOfDate(2026, 10, 31), toDay: dayOfDate(2026, 11, 1) };
  // Clocks in New York went back on November 1, 2026.
  expect(apiFilter(filter, ZONE)).toEqual({ from: "2026-10-31T04:00:00.000Z", to: "2026-11-02T05:00:00.000Z" });
});

test("a month within a period is their common days, and null where there are none", () => {
  const page = { ...NO_FILTER, fromDay: dayOfDate(2026, 10, 20), toDay: dayOfDate(2026, 11, 5) };
  expect(narrow(page, { by: "month", year: 2026, month: 11 })).toEqual({
    ...page,
    fromDay: dayOfDate(2026, 11, 1),
  });
  expect(narrow(page, { by: "month", year: 2026, month: 12 })).toBeNull();
});

test("a symbol or direction other than the page's excludes every trade", () => {
  const page = { ...NO_FILTER, symbol: "US500", direction: "Buy" as const };
  expect(narrow(page, { by: "symbol", symbol: "US500" })).toEqual(page);
  expect(narrow(page, { by: "symbol", symbol: "BTCUSDm" })).toBeNull();
  expect(narrow(page, { by: "direction", direction: "Sell" })).toBeNull();
  expect(narrow(page, null)).toEqual(page);
});

test("a trade matches its own day, weekday, hour and result in the trader's time zone", () => {
  const at = timesOf(trade, ZONE);
  // Half past four in UTC is the evening before in New York, on a Sunday.
  expect(at).toEqual({ day: dayOfDate(2026, 11, 1), hour: 23 });
  const fits = (change: Partial<typeof NO_FILTER>) => isAmong({ ...NO_FILTER, ...change }, trade, at);
  expect(fits({})).toBe(true);
  expect([fits({ weekday: 0 }), fits({ weekday: 1 })]).toEqual([true, false]);
  expect([fits({ hour: 23 }), fits({ hour: 4 })]).toEqual([true, false]);
  expect([fits({ result: "win" }), fits({ result: "loss" })]).toEqual([true, false]);
  expect([fits({ fromDay: at.day }), fits({ fromDay: at.day + 1 })]).toEqual([true, false]);
  expect([fits({ toDay: at.day }), fits({ toDay: at.day - 1 })]).toEqual([true, false]);
});

test("days match the same trades as the instants sent to the API", () => {
  const anyDay = fc.integer({ min: dayOfDate(2026, 3, 1), max: dayOfDate(2026, 12, 1) });
  const zone = fc.constantFrom("UTC", ZONE, "Asia/Phnom_Penh", "Australia/Lord_Howe", "America/St_Johns");
  fc.assert(
    fc.property(anyDay, fc.nat(90), anyDay, fc.nat(86_399_999), zone, (fromDay, days, day, ms, timeZone) => {
      const filter = { ...NO_FILTER, fromDay, toDay: fromDay + days };
      const atMs = day * 86_400_000 + ms;
      const { from = "", to = "" } = apiFilter(filter, timeZone);
      const isBetween = atMs >= Date.parse(from) && atMs < Date.parse(to);
      const one = { ...trade, closeTime: new Date(atMs).toISOString() };
      expect(isAmong(filter, one, timesOf(one, timeZone))).toBe(isBetween);
      expect(timesOf(one, timeZone).day).toBe(dayAt(atMs, timeZone));
    }),
  );
});
