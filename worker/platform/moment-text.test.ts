import { expect, test } from "bun:test";
import { formatMoment as khmer } from "./moment-text.km.ts";
import { formatMoment as english } from "./moment-text.ts";

test("a moment says its zone, and its offset where the clocks show it twice", () => {
  const [second, later] = [Date.parse("2026-11-01T06:30Z"), Date.parse("2026-11-01T07:30Z")];
  const zone = "America/New_York";
  expect(english(second, zone)).toBe("Nov 1, 2026, 01:30 UTC−5 (America/New_York)");
  expect(english(later, zone)).toBe("Nov 1, 2026, 02:30 (America/New_York)");
  expect(khmer(second, zone)).toBe("1 វិច្ឆិកា 2026 ម៉ោង 01:30 UTC−5 (America/New_York)");
  expect(khmer(later, zone)).toBe("1 វិច្ឆិកា 2026 ម៉ោង 02:30 (America/New_York)");
});
