import { describe, expect, test } from "bun:test";
import { THEMES } from "../../worker/contract/limits.ts";
import { type ColourToken, PAPER, THEME, themeCss } from "./theme.ts";

/** The relative luminance of a colour, by WCAG 2.2. */
function luminance(hex: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [r = 0, g = 0, b = 0] = channels.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

const SURFACES = ["bg", "surface", "raised"] as const satisfies ColourToken[];

/** The least contrast on every surface, to one decimal; 4.5 is what WCAG asks of text and 3 of the border of a control. */
const LEAST: Partial<Record<ColourToken, number>> = {
  text: 13,
  muted: 5.9,
  up: 5.5,
  down: 5.5,
  warn: 5.5,
  accent: 5.5,
  control: 3.1,
};

test("contrast is measured as WCAG measures it", () => {
  expect(contrast("#FFFFFF", "#000000")).toBeCloseTo(21, 5);
  expect(contrast("#777777", "#FFFFFF")).toBeCloseTo(4.48, 2);
});

function testContrast(colours: Record<ColourToken, string>): void {
  for (const [token, least] of Object.entries(LEAST)) {
    for (const surface of SURFACES) {
      test(`${token} on ${surface} reaches ${least}`, () => {
        const measured = contrast(colours[token as ColourToken], colours[surface]);
        expect(Math.round(measured * 10) / 10).toBeGreaterThanOrEqual(least);
      });
    }
  }
}

describe("on paper", () => testContrast(PAPER.colours));

describe.each([...THEMES])("theme %d", (id) => {
  const { colours } = THEME[id];
  testContrast(colours);
  test("the text of an accent button reaches 7", () => {
    expect(contrast(colours["on-accent"], colours.accent)).toBeGreaterThanOrEqual(7);
  });
  test("its sheet carries every token", () => {
    const block = themeCss().match(new RegExp(`\\[data-theme="${id}"\\] \\{([^}]*)\\}`))?.[1] ?? "";
    for (const [token, colour] of Object.entries(colours)) expect(block).toContain(`--${token}: ${colour};`);
  });
});
