import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { THEME_DEFAULT, THEMES } from "../../worker/contract/limits.ts";
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

/**
 * How different two colours look: their distance in OKLab, where 0.02 is barely visible. Source: Ottosson, "Oklab",
 * 2020
 */
function colourDistance(one: string, other: string): number {
  const [a, b] = [oklab(one), oklab(other)];
  return Math.hypot(...a.map((value, index) => value - (b[index] ?? 0)));
}

function oklab(hex: string): number[] {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [r = 0, g = 0, b = 0] = channels.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** Colours with a meaning, which must be distinguishable. */
const MEANINGS = ["accent", "up", "down", "warn"] as const satisfies ColourToken[];
const DISTANCE_MIN = 0.12;

const SURFACES = ["bg", "surface", "raised"] as const satisfies ColourToken[];

/**
 * The minimum contrast on every surface, to one decimal; WCAG requires 4.5 for text and 3 for the border of a control.
 */
const CONTRAST_MIN: Partial<Record<ColourToken, number>> = {
  text: 13,
  muted: 5.9,
  up: 5.5,
  down: 5.5,
  warn: 5.5,
  accent: 5.5,
  control: 3.1,
};

test("contrast is measured as WCAG defines it", () => {
  expect(contrast("#FFFFFF", "#000000")).toBeCloseTo(21, 5);
  expect(contrast("#777777", "#FFFFFF")).toBeCloseTo(4.48, 2);
});

function testContrast(colours: Record<ColourToken, string>): void {
  for (const [token, least] of Object.entries(CONTRAST_MIN)) {
    for (const surface of SURFACES) {
      test(`${token} on ${surface} reaches ${least}`, () => {
        const measured = contrast(colours[token as ColourToken], colours[surface]);
        expect(Math.round(measured * 10) / 10).toBeGreaterThanOrEqual(least);
      });
    }
  }
}

test("no two themes have the same name", () => {
  expect(new Set(THEMES.map((id) => THEME[id].name)).size).toBe(THEMES.length);
});

test.each(["app.html", "index.html"])(
  "%s names the default theme and its colour, until the theme is known",
  async (page) => {
    const html = await Bun.file(join(import.meta.dir, "..", page)).text();
    expect(html).toContain(`data-theme="${THEME_DEFAULT}"`);
    expect(html).toContain(`<meta name="theme-color" content="${THEME[THEME_DEFAULT].colours.bg}" />`);
  },
);

describe("on paper", () => testContrast(PAPER.colours));

describe.each([...THEMES])("theme %d", (id) => {
  const { colours } = THEME[id];
  testContrast(colours);
  for (const [index, one] of MEANINGS.entries()) {
    for (const other of MEANINGS.slice(index + 1)) {
      test(`${one} and ${other} are distinguishable`, () => {
        expect(colourDistance(colours[one], colours[other])).toBeGreaterThanOrEqual(DISTANCE_MIN);
      });
    }
  }
  test("the text of an accent button reaches 7", () => {
    expect(contrast(colours["on-accent"], colours.accent)).toBeGreaterThanOrEqual(7);
  });
  test("its sheet has every token", () => {
    const block = themeCss().match(new RegExp(`\\[data-theme="${id}"\\] \\{([^}]*)\\}`))?.[1] ?? "";
    for (const [token, colour] of Object.entries(colours)) expect(block).toContain(`--${token}: ${colour};`);
  });
});
