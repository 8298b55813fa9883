import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { THEMES } from "../../worker/contract/limits.ts";
import { buildWeb } from "../build.ts";
import { atRest, boxAtRest } from "../test/at-rest.ts";
import { findAxeViolations } from "../test/axe.ts";
import { collectComplaints, lacksBrowser, launchBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { reloadUntilInInter } from "../test/in-inter.ts";
import { serveDocument } from "../test/serve-document.ts";
import { THEME } from "../ui/theme.ts";

setDefaultTimeout(600_000);

describe.skipIf(lacksBrowser())("the components in a browser", () => {
  let outdir: string;
  let server: Awaited<ReturnType<typeof serveDocument>>;
  let browser: Browser;
  /** The page shared by the tests; each restores its state. */
  let shown: Page;
  /** What the browser reported: errors and requests refused by the content security policy. */
  let problems: string[];

  beforeAll(async () => {
    outdir = await mkdtemp(join(tmpdir(), "design-page-"));
    await buildWeb({ outdir, production: false });
    server = await serveDocument(outdir);
    browser = await launchBrowser();
    shown = await browser.newPage({ reducedMotion: "reduce" });
    problems = collectComplaints(shown);
    await shown.goto(`${server.url}/design`);
    await shown.getByRole("heading", { name: "The parts" }).waitFor();
    await shown.evaluate(() => document.fonts.ready);
  }, 600_000);

  afterAll(async () => {
    await browser?.close();
    server?.stop();
    await rm(outdir, { recursive: true });
  });

  /** Shows the page at a width and fails the test if the browser reported a problem. */
  async function withPage(width: number, run: (page: Page) => Promise<void>): Promise<void> {
    await shown.setViewportSize({ width, height: 900 });
    await atRest(shown);
    await run(shown);
    expect(problems.splice(0)).toEqual([]);
  }

  test.each([360, 768])("axe reports nothing at %p px, and nothing is wider than the window", async (width) => {
    await withPage(width, async (page) => {
      await eventually(async () => expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width));
      expect(await findAxeViolations(page)).toEqual([]);
    });
  });

  test("text is set in Inter once the browser has loaded it", async () => {
    await withPage(1440, async (page) => {
      await reloadUntilInInter(page);
    });
  });

  test("a font that loads late causes no layout shift, whatever fonts the machine has", async () => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
    const { promise: isShown, resolve: releaseFont } = Promise.withResolvers<void>();
    await page.route("**/*.woff2", async (route) => {
      await isShown;
      await route.continue();
    });
    try {
      await page.goto(`${server.url}/design`, { waitUntil: "commit" });
      await page.getByRole("heading", { name: "The parts" }).waitFor();
      await page.evaluate(watchLayoutShifts);
      const before = await widthOfTexts(page);
      const fontCame = page.waitForEvent("requestfinished", (request) => request.url().endsWith(".woff2"));
      releaseFont();
      await fontCame;
      await page.evaluate(() => document.fonts.load("1em Inter"));
      await atRest(page);
      await eventually(async () => expect(await widthOfTexts(page)).toEqual(before));
      await eventually(async () => expect(await page.evaluate(() => (window as ShiftWindow).layoutShifts)).toEqual([]));
    } finally {
      await page.close();
    }
  });

  test("figures keep their width while they change", async () => {
    await withPage(1440, async (page) => {
      const widths = await page.evaluate(() =>
        ["111,111.11", "888,888.88"].map((figure) => {
          const span = document.createElement("span");
          span.className = "num";
          span.textContent = figure;
          document.body.append(span);
          const { width } = span.getBoundingClientRect();
          span.remove();
          return width;
        }),
      );
      expect(widths[0]).toBe(widths[1] ?? 0);
    });
  });

  test("the Tab key stays inside a dialog, Esc closes it and the focus returns", async () => {
    await withPage(1440, async (page) => {
      const opener = page.getByRole("button", { name: "Open dialog" });
      await opener.click();
      const dialog = page.getByRole("dialog", { name: "Deposit" });
      await dialog.waitFor();
      expect(await findAxeViolations(page)).toEqual([]);
      const focused = () =>
        page.evaluate(() => {
          const active = document.activeElement;
          return active === document.body || active?.closest("[role=dialog]") ? "inside" : "behind";
        });
      for (let step = 0; step < 8; step += 1) {
        await page.keyboard.press("Tab");
        await eventually(async () => expect(await focused()).toBe("inside"));
      }
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      await eventually(async () =>
        expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true),
      );
    });
  });

  test("the style that a class adds to a layout part counts more than the part's own", async () => {
    await withPage(1440, async (page) => {
      const names = page.getByText("Wide gap").locator("..");
      await eventually(async () =>
        expect(await names.evaluate((element) => getComputedStyle(element).columnGap)).toBe("32px"),
      );
    });
  });

  test("on a phone a dialog is a bottom sheet, and touch targets are 44 px high", async () => {
    await withPage(390, async (page) => {
      await page.getByRole("button", { name: "Open dialog" }).click();
      const sheet = await boxAtRest(page.getByRole("dialog"));
      expect({ x: sheet.x, width: sheet.width, bottom: sheet.y + sheet.height }).toEqual({
        x: 0,
        width: 390,
        bottom: 900,
      });
      const close = await boxAtRest(page.getByRole("dialog").getByRole("button", { name: "Close" }));
      expect(close.height).toBeGreaterThanOrEqual(44);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    });
  });

  test.each(THEMES)("axe reports nothing in theme %p", async (id) => {
    await withPage(1440, async (page) => {
      await page.getByRole("button", { name: THEME[id].name, exact: true }).click();
      await page.locator(`html[data-theme="${id}"]`).waitFor();
      expect(await findAxeViolations(page)).toEqual([]);
    });
  });
});

type ShiftWindow = typeof window & { layoutShifts: number[] };

/** Collects all further layout shifts in `window.layoutShifts`. */
function watchLayoutShifts(): void {
  const shifts: number[] = [];
  new PerformanceObserver((list) => {
    // The DOM types lack the entry's `value`.
    for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
  }).observe({ type: "layout-shift" });
  Object.assign(window, { layoutShifts: shifts });
}

/** The width of every heading and button, px. */
function widthOfTexts(page: Page): Promise<number[]> {
  return page
    .locator("h1, h2, h3, button")
    .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().width));
}
