import { expect, test } from "bun:test";
import { fc } from "../../web/test/property.ts";
import { HOUR_MS, MINUTE_MS } from "./time.ts";
import { offsetQuartersAt, offsetText, QUARTER_MS, repeatedOffset, repeatedTimeText } from "./zone-offset.ts";

test.each([
  [0, "UTC"],
  [28, "UTC+7"],
  [-20, "UTC−5"],
  [22, "UTC+5:30"],
  [-14, "UTC−3:30"],
  [23, "UTC+5:45"],
])("an offset of %p quarters is %s", (quarters, text) => expect(offsetText(quarters)).toBe(text));

test.each([
  // Zone, the first time that comes twice, how long both are, and the offsets before and after.
  ["America/New_York", "2026-11-01T05:00Z", 60, " UTC−4", " UTC−5"],
  ["Europe/London", "2026-10-25T00:00Z", 60, " UTC+1", " UTC"],
  ["Australia/Lord_Howe", "2026-04-04T14:30Z", 30, " UTC+11", " UTC+10:30"],
  ["America/St_Johns", "2026-11-01T03:30Z", 60, " UTC−2:30", " UTC−3:30"],
  ["Antarctica/Troll", "2026-10-24T23:00Z", 120, " UTC+2", " UTC"],
])("in %s a time that comes twice has its offset, and no other", (zone, from, minutes, before, after) => {
  const fromMs = Date.parse(from);
  const at = (minute: number) => repeatedTimeText(fromMs + minute * MINUTE_MS, zone);
  expect([at(-1), at(0), at(minutes - 1)]).toEqual(["", before, before]);
  expect([at(minutes), at(2 * minutes - 1), at(2 * minutes)]).toEqual([after, after, ""]);
});

test("an offset is that of its own minute, whatever was asked for before", () => {
  // Clocks changed at a minute past midnight.
  const [before, after] = [Date.parse("2006-10-29T02:30:59Z"), Date.parse("2006-10-29T02:31:00Z")];
  const offsets = [before, after, before, after, after].map((atMs) => offsetQuartersAt(atMs, "America/St_Johns"));
  expect(offsets).toEqual([-10, -14, -10, -14, -14]);
});

test("clocks that go forward, or never change, show no time twice", () => {
  for (let hour = 0; hour < 48; hour += 0.25) {
    expect(repeatedTimeText(Date.parse("2026-03-07T12:00Z") + hour * HOUR_MS, "America/New_York")).toBe("");
    expect(repeatedTimeText(Date.parse("2026-11-01T00:00Z") + hour * HOUR_MS, "Asia/Phnom_Penh")).toBe("");
  }
});

test("a time has an offset exactly where another one shows the same time of day", () => {
  const zones = ["America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Asia/Kathmandu", "America/Havana"];
  const quarters = fc.integer({ min: Date.UTC(2024, 0) / QUARTER_MS, max: Date.UTC(2028, 0) / QUARTER_MS });
  // Near the changes, which chance would rarely meet.
  const nearChange = fc
    .tuple(
      fc.constantFrom("2026-11-01T06:00Z", "2026-10-25T01:00Z", "2026-04-04T15:00Z"),
      fc.integer({ min: -30, max: 30 }),
    )
    .map(([change, by]) => Date.parse(change) / QUARTER_MS + by);
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.oneof(quarters, nearChange), (zone, quarter) => {
      const local = (at: number) => at + offsetQuartersAt(at * QUARTER_MS, zone);
      const around = Array.from({ length: 41 }, (_, i) => quarter + i - 20);
      const same = around.filter((at) => local(at) === local(quarter));
      expect(repeatedOffset(quarter * QUARTER_MS, zone) !== null).toBe(same.length > 1);
    }),
  );
});
