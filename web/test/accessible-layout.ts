import { expect } from "bun:test";
import type { Page } from "playwright-core";
import { atRest } from "./at-rest.ts";
import { findAxeViolations } from "./axe.ts";

type Size = { width: number; height: number };

/** Viewports of a computer, a tablet and a phone, in px. */
export const DESKTOP = { width: 1440, height: 900 };
/** See {@link DESKTOP}. */
export const TABLET = { width: 768, height: 1024 };
/** See {@link DESKTOP}. */
export const PHONE = { width: 390, height: 844 };

/**
 * Expects at each size that nothing is wider than the page, and at the page's own, which is the last one, so that the page
 * has it again, that axe finds no violation: axe takes a second, and what it checks depends little on the width.
 */
export async function expectAccessibleLayout(
  page: Page,
  sizes: readonly Size[] = [DESKTOP, TABLET, PHONE],
): Promise<void> {
  const own = page.viewportSize() ?? DESKTOP;
  for (const size of [...sizes.filter(({ width }) => width !== own.width), own]) {
    await page.setViewportSize(size);
    await atRest(page);
    const overflowPx = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect({ size, overflowPx }).toEqual({ size, overflowPx: 0 });
  }
  expect(await findAxeViolations(page)).toEqual([]);
}
