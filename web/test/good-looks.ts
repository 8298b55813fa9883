import { expect } from "bun:test";
import type { Page } from "playwright-core";
import { findAxeViolations } from "./axe.ts";

/** A desktop, a tablet and a phone. */
const SIZES = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
];

/** Asserts that nothing is wider than the window and axe finds nothing, at each size. The page has its own size again after it. */
export async function expectGoodLooks(page: Page): Promise<void> {
  const before = page.viewportSize();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
    expect(await findAxeViolations(page)).toEqual([]);
  }
  if (before) await page.setViewportSize(before);
}
