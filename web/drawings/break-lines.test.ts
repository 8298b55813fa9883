import { expect, test } from "bun:test";
import { fc } from "../test/property.ts";
import { wrapText } from "./break-lines.ts";

const widthOf = (text: string) => 10 * text.length;

test.each([
  ["fits", 100, ["fits"]],
  ["two words", 50, ["two", "words"]],
  ["a few short words", 70, ["a few", "short", "words"]],
  ["extraordinary", 50, ["extra", "ordin", "ary"]],
  ["so extraordinary", 50, ["so ex", "traor", "dinar", "y"]],
  ["wide", 5, ["w", "i", "d", "e"]],
  // Khmer has no spaces between words: Phnom Penh | Cambodia.
  [
    "\u1797\u17d2\u1793\u17c6\u1796\u17c1\u1789\u1780\u1798\u17d2\u1796\u17bb\u1787\u17b6",
    80,
    ["\u1797\u17d2\u1793\u17c6\u1796\u17c1\u1789", "\u1780\u1798\u17d2\u1796\u17bb\u1787\u17b6"],
  ],
])("%j in %d px has the lines %j", (text, widthPx, lines) => {
  expect(wrapText(text, widthPx, widthOf)).toEqual(lines);
});

test("no line is too wide, and nothing but spaces is lost", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), fc.integer({ min: 40, max: 400 }), (text, widthPx) => {
      const lines = wrapText(text, widthPx, widthOf);
      expect(lines.length).toBeGreaterThan(0);
      if (lines.length > 1) for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(widthPx);
      expect(lines.join("").replaceAll(/\s/g, "")).toBe(text.replaceAll(/\s/g, ""));
    }),
  );
});
