import { describe, expect, test } from "bun:test";
import { dayOfDate } from "../../contract/trade-calendar.ts";
import { type OnCallFacts, onCallAt, onCallSpans } from "./rota-rules.ts";

const ZONE = "Asia/Phnom_Penh";
/** 00:00 of a day of December 2026 in Phnom Penh; the 7th is a Monday. */
const day = (date: number, hour = 0) => Date.UTC(2026, 11, date, hour - 7);

const facts = (more: Partial<OnCallFacts> = {}): OnCallFacts => ({
  rota: { firstMonday: dayOfDate(2026, 12, 7), userIds: ["dara", "sophea", "vanna"] },
  overrides: [],
  adminIds: new Set(["dara", "sophea", "vanna"]),
  timeZone: ZONE,
  ...more,
});
const who = (atMs: number, more: Partial<OnCallFacts> = {}) => onCallAt(facts(more), atMs).userId;

describe("who is on call", () => {
  test.each([
    ["at the first moment of their Monday", day(7), "dara"],
    ["at the last moment of their Sunday", day(14) - 1, "dara"],
    ["in the second week", day(14), "sophea"],
    ["in the third week", day(21), "vanna"],
    ["in the fourth week, which begins again", day(28), "dara"],
    ["in the week before the first, which the order goes on from backwards", day(7) - 1, "vanna"],
  ])("%s", (_, atMs, expected) => {
    expect(who(atMs)).toBe(expected);
  });

  test("is nobody without a rota, with an empty one, or when none of it is an admin any more", () => {
    expect(who(day(7), { rota: null })).toBeNull();
    expect(who(day(7), { rota: { firstMonday: 0, userIds: [] } })).toBeNull();
    expect(who(day(7), { adminIds: new Set() })).toBeNull();
  });

  test("is the next one when the admin of the week lost the role, and the weeks of the others stay theirs", () => {
    const adminIds = new Set(["sophea", "vanna"]);
    expect([7, 14, 21].map((date) => who(day(date), { adminIds }))).toEqual(["sophea", "sophea", "vanna"]);
  });

  test("is who stands in, from the begin of the span up to its end, the newer of two", () => {
    const overrides = [
      { id: 1, userId: "vanna", fromMs: day(8), toMs: day(10) },
      { id: 2, userId: "sophea", fromMs: day(9), toMs: day(11) },
    ];
    const times = [day(8) - 1, day(8), day(9) - 1, day(9), day(11) - 1, day(11)];
    expect(times.map((atMs) => who(atMs, { overrides }))).toEqual([
      "dara",
      "vanna",
      "vanna",
      "sophea",
      "sophea",
      "dara",
    ]);
  });

  test("is the admin of the week when who stands in lost the role", () => {
    const overrides = [{ id: 1, userId: "gone", fromMs: day(8), toMs: day(10) }];
    expect(who(day(9), { overrides })).toBe("dara");
  });
});

test("the spans have no gap, and what changes nothing begins none", () => {
  const overrides = [
    { id: 1, userId: "vanna", fromMs: day(9, 18), toMs: day(10, 6) },
    { id: 2, userId: "gone", fromMs: day(16), toMs: day(17) },
  ];
  const spans = onCallSpans(facts({ overrides }), day(8), day(23));
  expect(spans).toEqual([
    { userId: "dara", overrideId: null, fromMs: day(8), toMs: day(9, 18) },
    { userId: "vanna", overrideId: 1, fromMs: day(9, 18), toMs: day(10, 6) },
    { userId: "dara", overrideId: null, fromMs: day(10, 6), toMs: day(14) },
    { userId: "sophea", overrideId: null, fromMs: day(14), toMs: day(21) },
    { userId: "vanna", overrideId: null, fromMs: day(21), toMs: day(23) },
  ]);
});

test("a week of 167 hours, in a zone whose clocks go forward, begins at midnight of its Monday", () => {
  const rota = { firstMonday: dayOfDate(2026, 3, 23), userIds: ["dara", "sophea"] };
  const spans = onCallSpans(facts({ rota, timeZone: "Europe/Berlin" }), Date.UTC(2026, 2, 25), Date.UTC(2026, 3, 7));
  expect(spans.map(({ fromMs }) => new Date(fromMs).toISOString())).toEqual([
    "2026-03-25T00:00:00.000Z",
    "2026-03-29T22:00:00.000Z",
    "2026-04-05T22:00:00.000Z",
  ]);
});
