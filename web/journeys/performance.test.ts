import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, Locator, Page } from "playwright-core";
import type { Stack } from "../../dev/stack.ts";
import { databaseOf, fundTrader } from "../../dev/test/test-money.ts";
import { newAdmin, newTrader, type Trader } from "../../dev/test/test-people.ts";
import { testStack } from "../../dev/test/test-stack.ts";
import { addTrades, type TestTrade } from "../../dev/test/test-trades.ts";
import { waitUntil } from "../../dev/test/wait-until.ts";
import { HOUR_MS } from "../../worker/contract/time.ts";
import { dayAt, dayStartMs } from "../../worker/contract/trade-calendar.ts";
import { performanceText } from "../performance/performance-text.ts";
import { atRest } from "../test/at-rest.ts";
import { findAxeViolations } from "../test/axe.ts";
import { collectComplaints, lacksBrowser, launchBrowser } from "../test/browser.ts";
import { signedInBrowser } from "./trader-tab.ts";

setDefaultTimeout(120_000);

const SIZES = [
  ["at a desk", { width: 1440, height: 900 }],
  ["on a tablet", { width: 768, height: 1024 }],
  ["on a phone", { width: 390, height: 844 }],
] as const;
const WIDEST_AND_NARROWEST = [SIZES[0], ["on a small phone", { width: 360, height: 740 }]] as const;

const ZONE = "Asia/Phnom_Penh";
const LONG_AGO_DAYS = 200;

describe.skipIf(lacksBrowser())("the performance page", () => {
  let stack: Stack;
  let browser: Browser;
  let trader: Trader;
  let today: number;
  beforeAll(async () => {
    [stack, browser] = await Promise.all([testStack(), launchBrowser()]);
    const [owner, admin] = await Promise.all([newTrader(stack), newAdmin(stack)]);
    trader = owner;
    await fundTrader(stack, trader, 500);
    today = dayAt(Date.now(), ZONE);
    await addTrades(databaseOf(stack), { userId: trader.userId, adminId: admin.userId }, history(today));
  }, 120_000);
  afterAll(() => browser?.close());

  async function openPage(person: Trader, path: string, viewport: { width: number; height: number }) {
    const context = await signedInBrowser(browser, stack, person, {
      viewport,
      hasTouch: viewport.width < 600,
      timezoneId: ZONE,
    });
    const page = await context.newPage();
    const complaints = collectComplaints(page);
    await page.goto(stack.origin + path);
    return { page, complaints };
  }

  test.each(SIZES)("%s leads from every figure to its trades", async (_, viewport) => {
    const { page, complaints } = await openPage(trader, "/performance", viewport);
    // 600 trades of a cent each, and two of yesterday that made 40 and lost 15.
    await page.getByRole("group", { name: "Total P&L" }).getByText("+$31.00").waitFor();
    await page.getByText("Balance $531.00").first().waitFor();
    await page.getByRole("slider").waitFor();
    expect(await overflow(page)).toBe(0);
    expect(await findAxeViolations(page)).toEqual([]);

    await openMonthOf(page, today - 1);
    await page.getByRole("link", { name: `${performanceText.longDate(today - 1)}: +$25.00, 2 trades` }).click();
    await page
      .getByText(`Trades for ${performanceText.longDate(today - 1)}`)
      .first()
      .waitFor();
    const trades = page.getByRole("grid", { name: /^(Trades for|All)/ });
    await expectRows(trades, ["−$15.00", "+$40.00"]);
    // The calendar is above it: what was clicked is there to see.
    await seen(page.getByRole("heading", { name: /^Trades for/ }));
    await seen(trades.getByText("+$40.00"));
    expect(await findAxeViolations(page)).toEqual([]);

    await page
      .getByRole("group", { name: "Win Rate" })
      .getByRole("link", { name: /^1 *, show/ })
      .click();
    await page.getByRole("heading", { name: "All Trades" }).waitFor();
    await expectRows(trades, ["−$15.00"]);
    expect(new URL(page.url()).search).toBe("?trades=all&only=result%3Aloss");
    await page.goBack();
    await page
      .getByText(`Trades for ${performanceText.longDate(today - 1)}`)
      .first()
      .waitFor();
    await page.getByRole("link", { name: "Show All Trades" }).click();
    await page.getByRole("link", { name: "Back to Calendar" }).click();
    await page.getByText("Choose a day or a week in the calendar to see its trades.").waitFor();
    expect(await overflow(page)).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test.each(WIDEST_AND_NARROWEST)(
    "%s scrolls through all trades to the last, of which few are on the page",
    async (_, viewport) => {
      const { page, complaints } = await openPage(trader, "/performance?trades=all", viewport);
      const trades = page.getByRole("grid", { name: "All Trades" });
      // The page of a link from another screen scrolls to its trades.
      await seen(trades.getByText("+$40.00"));
      await page.locator('[role="grid"][aria-rowcount="603"]').waitFor();
      await trades.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      await lastRow(trades, 603)
        .getByText(performanceText.longDate(today - LONG_AGO_DAYS).replace(/^(\w{3})\w*/, "$1"))
        .waitFor();
      expect(await trades.getByRole("row").count()).toBeLessThan(16);
      await trades.press("Home");
      await trades.getByText("+$40.00").waitFor();
      await trades.press("End");
      await lastRow(trades, 603).waitFor();
      expect(await trades.evaluate((element) => element.getAttribute("aria-activedescendant"))).toMatch(/-601$/);
      expect(await findAxeViolations(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await page.context().close();
    },
  );

  test("narrows every figure by filters, and gives the same trades as a file", async () => {
    const { page, complaints } = await openPage(trader, "/performance", { width: 1440, height: 900 });
    await page.getByRole("combobox", { name: "Symbol" }).selectOption("XAUUSDm");
    await page.getByText("Figures show only").waitFor();
    await page.getByRole("group", { name: "Total P&L" }).getByText("+$25.00").waitFor();
    await page.getByRole("group", { name: "Total P&L" }).getByText("2 trades").waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download CSV" }).click(),
    ]);
    const file = await Bun.file(await download.path()).text();
    expect(file.trim().split("\r\n").length).toBe(3);
    expect(file).toContain("XAUUSDm,Sell");
    await page.getByRole("radio", { name: "Buy" }).click();
    await page.getByRole("group", { name: "Total P&L" }).getByText("+$40.00").waitFor();
    await page.reload();
    await page.getByText("XAUUSDm, Buy").waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.getByRole("group", { name: "Total P&L" }).getByText("+$31.00").waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("opens the day under the pointer of the curve, and has one crosshair through both plots", async () => {
    const { page } = await openPage(trader, "/performance", { width: 1440, height: 900 });
    const slider = page.getByRole("slider");
    await slider.locator(".u-over").first().waitFor();
    await slider.focus();
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    const yesterday = performanceText.longDate(today - 1);
    expect(await slider.getAttribute("aria-valuetext")).toStartWith(`${yesterday}: closed P&L +$31.00`);
    await atRest(page);
    const crosshairs = await slider
      .locator(".u-cursor-x")
      .evaluateAll((lines) => lines.map((line) => Math.round(line.getBoundingClientRect().left)));
    expect(new Set(crosshairs).size).toBe(1);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: `Trades for ${yesterday}` }).waitFor();
    await page.waitForFunction(() => document.activeElement?.id === "trades");
    await page.context().close();
  });

  test("draws the progression and the months in the theme's colours, at every width", async () => {
    const { page, complaints } = await openPage(trader, "/performance", SIZES[0][1]);
    const progression = page.getByRole("group", { name: "Daily Account Progression" });
    const months = page.locator("[data-months]");
    for (const [, viewport] of SIZES) {
      await page.setViewportSize(viewport);
      await page.goto(`${stack.origin}/performance`);
      await expectDrawn(progression, "--accent");
      await page.goto(`${stack.origin}/account/overview`);
      await expectDrawn(months, "--accent");
    }
    // A plot on the page takes the size that its place gets.
    await page.setViewportSize(SIZES[0][1]);
    await expectDrawn(months, "--accent");
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test.each(WIDEST_AND_NARROWEST)("%s shows a new account nothing but zeros", async (_, viewport) => {
    const { page, complaints } = await openPage(await newTrader(stack), "/performance", viewport);
    await page.getByText("No closed trades yet").waitFor();
    await page.getByRole("group", { name: "Total P&L" }).getByText("$0.00").first().waitFor();
    expect(await page.getByText("2,776.44").count()).toBe(0);
    expect(await overflow(page)).toBe(0);
    expect(await findAxeViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

/** Six hundred trades of a cent each, four a day from long ago on, and two of yesterday. */
function history(today: number): TestTrade[] {
  const cents = Array.from({ length: 600 }, (_, index) => ({
    closedAtMs: dayStartMs(today - LONG_AGO_DAYS + Math.floor(index / 4), ZONE) + 9 * HOUR_MS + index * 1_000,
    profitCents: 1,
  }));
  const closedAtMs = dayStartMs(today - 1, ZONE) + 14 * HOUR_MS;
  return [
    ...cents,
    { closedAtMs, symbol: "XAUUSDm", direction: "Buy", profitCents: 4_000 },
    { closedAtMs: closedAtMs + HOUR_MS, symbol: "XAUUSDm", direction: "Sell", profitCents: -1_500 },
  ];
}

/** Turns the calendar, which opens on this month, to the one of a day. */
async function openMonthOf(page: Page, day: number): Promise<void> {
  const [name = "", year = ""] = performanceText.longDate(day).split(/ \d+, /);
  const calendar = page.getByRole("grid", { name: `${name} ${year}` });
  await page.getByRole("grid", { name: /^[A-Z][a-z]+ \d{4}$/ }).waitFor();
  if ((await calendar.count()) === 0) await page.getByRole("button", { name: "Previous month" }).click();
  await calendar.waitFor();
}

/** Waits until a canvas that fills its plot has a good many pixels of a theme's colour. */
async function expectDrawn(place: Locator, token: string): Promise<void> {
  await place.locator("canvas").waitFor();
  const page = place.page();
  await page.waitForFunction(
    ([element, name]) => {
      const canvas = element?.querySelector("canvas");
      if (!(element instanceof Element) || !canvas) return false;
      const hex = getComputedStyle(document.documentElement).getPropertyValue(name).trim().slice(1);
      const colour = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
      // A copy: what is read often is drawn elsewhere than what is shown.
      const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
      copy?.drawImage(canvas, 0, 0);
      const { data } = copy?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
      let count = 0;
      for (let at = 0; at < data.length; at += 4) {
        if (colour.every((part, index) => Math.abs((data[at + index] ?? 0) - part) < 3) && data[at + 3] === 255)
          count++;
      }
      const fills = Math.abs(canvas.getBoundingClientRect().width - element.getBoundingClientRect().width) < 1;
      return fills && count > 50;
    },
    [await place.elementHandle(), token] as const,
  );
}

async function expectRows(grid: Locator, results: readonly string[]): Promise<void> {
  for (const [index, result] of results.entries()) {
    await grid
      .locator(`[aria-rowindex="${index + 2}"]`)
      .getByText(result, { exact: true })
      .waitFor();
  }
  expect(await grid.getAttribute("aria-rowcount")).toBe(String(results.length + 1));
}

function lastRow(grid: Locator, rowIndex: number): Locator {
  return grid.locator(`[aria-rowindex="${rowIndex}"]`);
}

/** By how much the page sticks out sideways, in px. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

/** Waits until the whole of it is within the window. */
async function seen(locator: Locator): Promise<void> {
  await locator.waitFor();
  await waitUntil("in sight", () =>
    locator.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    }),
  );
}
