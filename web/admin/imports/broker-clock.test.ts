import { expect, test } from "bun:test";
import { fc } from "../../test/property.ts";
import { brokerClock } from "./broker-clock.ts";

const iso = (timeZone: string, text: string) => brokerClock(timeZone)(text)?.map((ms) => new Date(ms).toISOString());

test.each([
  ["UTC", "2026.03.02 10:15:30", ["2026-03-02T10:15:30.000Z"]],
  ["Etc/GMT-3", "2026.03.02 10:15:30", ["2026-03-02T07:15:30.000Z"]],
  ["Europe/Athens", "2026-01-02T10:15", ["2026-01-02T08:15:00.000Z"]],
  ["Europe/Athens", "2026.07.02 10:15:30", ["2026-07-02T07:15:30.000Z"]],
  ["Asia/Kathmandu", "2026.03.02 00:00:00", ["2026-03-01T18:15:00.000Z"]],
  ["Pacific/Kiritimati", "2026.03.02 00:00:00", ["2026-03-01T10:00:00.000Z"]],
  ["Pacific/Pago_Pago", "2026.03.02 23:59:59", ["2026-03-03T10:59:59.000Z"]],
  // The clock moves forward: the hour from 3 to 4 is skipped.
  ["Europe/Athens", "2026.03.29 02:59:59", ["2026-03-29T00:59:59.000Z"]],
  ["Europe/Athens", "2026.03.29 03:00:00", []],
  ["Europe/Athens", "2026.03.29 03:59:59", []],
  ["Europe/Athens", "2026.03.29 04:00:00", ["2026-03-29T01:00:00.000Z"]],
  // The clock moves back: the hour from 3 to 4 occurs twice.
  ["Europe/Athens", "2026.10.25 02:59:59", ["2026-10-24T23:59:59.000Z"]],
  ["Europe/Athens", "2026.10.25 03:00:00", ["2026-10-25T00:00:00.000Z", "2026-10-25T01:00:00.000Z"]],
  ["Europe/Athens", "2026.10.25 04:00:00", ["2026-10-25T02:00:00.000Z"]],
  // A change of half an hour.
  ["Australia/Lord_Howe", "2026.04.05 01:45:00", ["2026-04-04T14:45:00.000Z", "2026-04-04T15:15:00.000Z"]],
  // A skipped day.
  ["Pacific/Apia", "2011.12.30 12:00:00", []],
])("in %s, %s", (timeZone, text, expected) => {
  expect(iso(timeZone, text)).toEqual(expected);
});

test.each(["", "2026.03.02", "2026.3.2 10:15:30", "2026.13.02 10:15:30", "2026.02.30 10:15:30", "2026.03.02 24:00:00"])(
  "%p is not a time",
  (text) => {
    expect(brokerClock("UTC")(text)).toBeNull();
  },
);

test("every instant is among the readings of its clock time", () => {
  const zones = ["America/New_York", "Europe/London", "Asia/Phnom_Penh", "America/St_Johns", "Pacific/Chatham"];
  const second = fc.integer({ min: Date.UTC(2005, 0, 1) / 1000, max: Date.UTC(2027, 0, 1) / 1000 });
  fc.assert(
    fc.property(fc.constantFrom(...zones), second, (timeZone, atS) => {
      const parts = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
      expect(brokerClock(timeZone)(parts.format(atS * 1000))).toContain(atS * 1000);
    }),
    { numRuns: 300 },
  );
});
