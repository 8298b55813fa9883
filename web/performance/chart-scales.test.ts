import { describe, expect, test } from "bun:test";
import { dateOfDay, dayOfDate, weekdayOf } from "../../worker/contract/trade-calendar.ts";
import { fc } from "../test/property.ts";
import { barScale } from "./bar-scale.ts";
import { dayTicks } from "./day-ticks.ts";
import { axisLabel, progressionAxis } from "./progression-card.tsx";

describe("the axis of the progression", () => {
  test.each([
    [0, 1_000, ["$0k", "$1k"]],
    [500, 1_000, ["$0k", "$1k"]],
    [6_908.02, 8_289.624, ["$0k", "$2k", "$4k", "$6k", "$8k"]],
    [100_000, 120_000, ["$0k", "$30k", "$60k", "$90k", "$120k"]],
    [1_000_000, 1_200_000, ["$0k", "$300k", "$600k", "$900k", "$1.2M"]],
    [5_000_000, 6_000_000, ["$0k", "$1.0M", "$2.0M", "$3.0M", "$4.0M", "$5.0M", "$6.0M"]],
  ])("of a balance of %p ends at %p", (balance, maxUsd, labels) => {
    const axis = progressionAxis(balance);
    expect(axis.maxUsd).toBeCloseTo(maxUsd, 6);
    expect(axis.ticks.map(axisLabel)).toEqual(labels);
  });

  test("has few grid lines, none above its end, and labels with exact values", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 999_999_999, noNaN: true }), (balance) => {
        const { maxUsd, ticks } = progressionAxis(balance);
        expect(maxUsd).toBe(Math.max(1_000, balance * 1.2));
        expect(ticks.length).toBeGreaterThanOrEqual(2);
        expect(ticks.length).toBeLessThanOrEqual(9);
        for (const tick of ticks) {
          expect(tick).toBeLessThanOrEqual(maxUsd);
          expect(sumOf(axisLabel(tick))).toBeCloseTo(tick, 3);
        }
      }),
    );
  });
});

function sumOf(label: string): number {
  expect(label).toMatch(/^\$(\d+k|\d+\.\dM)$/);
  return Number.parseFloat(label.slice(1)) * (label.endsWith("M") ? 1e6 : 1e3);
}

describe("bars above and below zero", () => {
  test("fill the plot, with the largest of each direction reaching its end", () => {
    expect(barScale([30, -10]).zero).toBe(25);
    expect(barScale([30, -10]).barOf(30)).toEqual({ start: 25, length: 75 });
    expect(barScale([30, -10]).barOf(-10)).toEqual({ start: 0, length: 25 });
    expect(barScale([]).barOf(0)).toEqual({ start: 0, length: 0 });
  });

  test("stay inside the plot", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1e6, max: 1e6 }), { minLength: 1 }), (values) => {
        const scale = barScale(values);
        for (const value of values) {
          const { start, length } = scale.barOf(value);
          expect(start).toBeGreaterThanOrEqual(-1e-9);
          expect(start + length).toBeLessThanOrEqual(100 + 1e-9);
        }
      }),
    );
  });
});

describe("the ticks of a time axis", () => {
  test.each([
    [dayOfDate(2026, 11, 1), dayOfDate(2026, 11, 6), 8, ["Nov 1", "Nov 2", "Nov 3", "Nov 4", "Nov 5", "Nov 6"]],
    [dayOfDate(2026, 11, 3), dayOfDate(2026, 11, 30), 6, ["Nov 8", "Nov 15", "Nov 22", "Nov 29"]],
    [dayOfDate(2026, 1, 15), dayOfDate(2026, 6, 20), 6, ["Feb 2026", "Mar 2026", "Apr 2026", "May 2026", "Jun 2026"]],
    [
      dayOfDate(2017, 5, 1),
      dayOfDate(2026, 11, 1),
      12,
      ["2018", "2019", "2020", "2021", "2022", "2023", "2024", "2025", "2026"],
    ],
  ])("from %p to %p, at most %p", (from, to, most, labels) => {
    expect(dayTicks(from, to, most).map(({ label }) => label)).toEqual(labels);
  });

  test("are at most the requested number, inside the span, sorted, and at the start of a unit", () => {
    const from = fc.integer({ min: dayOfDate(1971, 1, 1), max: dayOfDate(2150, 1, 1) });
    fc.assert(
      fc.property(from, fc.integer({ min: 1, max: 18_000 }), fc.integer({ min: 2, max: 20 }), (first, span, most) => {
        const ticks = dayTicks(first, first + span, most);
        expect(ticks.length).toBeLessThanOrEqual(most);
        let before = first - 1;
        for (const { day } of ticks) {
          expect(day).toBeGreaterThan(before);
          expect(day).toBeLessThanOrEqual(first + span);
          before = day;
        }
        const [gap = 0] = ticks.slice(1).map(({ day }, index) => day - (ticks[index]?.day ?? 0));
        if (gap >= 28) expect(ticks.every(({ day }) => dateOfDay(day).date === 1)).toBe(true);
        else if (gap >= 7) expect(ticks.every(({ day }) => weekdayOf(day) === 0)).toBe(true);
      }),
    );
  });
});
