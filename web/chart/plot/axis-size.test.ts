import { expect, test } from "bun:test";
import { emWidth } from "../../ui/em-width.ts";
import { AXIS_FIGURE_PX, tagFontPx } from "./axis-size.ts";

test("a price is written on the axis in full size, and the longest smaller, so that it fits", () => {
  expect(tagFontPx("67,123.45")).toBe(12);
  const longest = "9,999,999.99";
  expect(tagFontPx(longest)).toBeLessThan(12);
  expect(tagFontPx(longest)).toBeGreaterThan(9.5);
  expect(tagFontPx(longest) * emWidth(longest)).toBeLessThanOrEqual(AXIS_FIGURE_PX);
});
