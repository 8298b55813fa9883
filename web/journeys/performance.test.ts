import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { databaseOf, fundTrader } from "../../dev/test/test-money.ts";
import { newAdmin, newTrader } from "../../dev/test/test-people.ts";
import { addTrades, type TestTrade } from "../../dev/test/test-trades.ts";
import { zoneWithDayLeft } from "../../dev/test/test-zones.ts";
import { waitUntil } from "../../dev/test/wait-until.ts";
import { HOUR_MS } from "../../worker/contract/time.ts";
import { dayAt, dayStartMs } from "../../worker/contract/trade-calendar.ts";
import { performanceText } from "../performance/performance-text.ts";
import { DESKTOP, expectAccessibleLayout, PHONE, TABLET } from "../test/accessible-layout.ts";
import { atRest } from "../test/at-rest.ts";
import { findAxeViolations } from "../test/axe.ts";
import { collectComplaints, lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { signedInBrowser, signIn } from "./trader-tab.ts";

setDefaultTimeout(600_000);

/** Narrower than most current phones. */
const SMALL_PHONE = { width: 360, height: 740 };

const ZONE = zoneWithDayLeft();
const LONG_AGO_DAYS = 200;

describe.skipIf(lacksBrowser())("the performance page", () => {
  const journey = setUpJourney();
  let today: number;
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    const { stack, browser } = journey;
    const [trader, admin] = await Promise.all([newTrader(stack, ZONE), newAdmin(stack)]);
    await fundTrader(stack, trader, 500);
    today = dayAt(Date.now(), ZONE);
    await addTrades(databaseOf(stack), { userId: trader.userId, adminId: admin.userId }, history(today));
    page = await (await signedInBrowser(browser, stack, trader, { timezoneId: ZONE })).newPage();
    complaints = collectComplaints(page);
  }, 600_000);

  async function open(path: string, viewport: { width: number; height: number }): Promise<void> {
    await page.setViewportSize(viewport);
    await page.goto(journey.stack.origin + path);
  }

  test("links every figure to its trades", async () => {
    await open("/performance", PHONE);
    // 600 trades with a profit of a cent each, and two of yesterday with +40 and -15.
    await page.getByRole("group", { name: "Total P&L" }).getByText("+$31.00").waitFor();
    await page.getByText("Balance $531.00").first().waitFor();
    await page.getByRole("slider").waitFor();
    await expectAccessibleLayout(page);
    // After the window was resized, the crosshair goes through both plots in one line.
    await page.getByRole("slider").press("End");
    await page.setViewportSize({ width: 1200, height: 900 });
    await atRest(page);
    await eventually(async () => {
      const places = await page
        .locator(".u-cursor-x")
        .evaluateAll((lines) => lines.map((line) => line.getBoundingClientRect().left));
      expect(places).toEqual([places[0] ?? -1, places[0] ?? -1]);
    });
    await page.setViewportSize(PHONE);

    await openMonthOf(page, today - 1);
    await page.getByRole("link", { name: `${performanceText.longDate(today - 1)}: +$25.00, 2 trades` }).click();
    await page
      .getByText(`Trades for ${performanceText.longDate(today - 1)}`)
      .first()
      .waitFor();
    const trades = page.getByRole("grid", { name: /^(Trades for|All)/ });
    await expectRows(trades, ["−$15.00", "+$40.00"]);
    // The calendar is above the list, so the clicked day stays visible.
    await seen(page.getByRole("heading", { name: /^Trades for/ }));
    await seen(trades.getByText("+$40.00"));
    await expectAccessibleLayout(page);

    await page
      .getByRole("group", { name: "Win Rate" })
      .getByRole("link", { name: /^1 *, show/ })
      .click();
    await page.getByRole("heading", { name: "All Trades" }).waitFor();
    await expectRows(trades, ["−$15.00"]);
    await eventually(() => expect(new URL(page.url()).search).toBe("?trades=all&only=result%3Aloss"));
    await page.goBack();
    await page
      .getByText(`Trades for ${performanceText.longDate(today - 1)}`)
      .first()
      .waitFor();
    await page.getByRole("link", { name: "Show All Trades" }).click();
    await page.getByRole("link", { name: "Back to Calendar" }).click();
    await page.getByText("Choose a day or a week in the calendar to see its trades.").waitFor();
    for (const size of [PHONE, TABLET, DESKTOP]) {
      await page.setViewportSize(size);
      await eventually(async () => expect([size, await overflow(page)]).toEqual([size, 0]));
    }
    expect(complaints).toEqual([]);
  });

  test.each([
    ["wide", DESKTOP],
    ["narrow", SMALL_PHONE],
  ])("scrolls a %s virtual list of all trades to the last one", async (_, viewport) => {
    await open("/performance?trades=all", viewport);
    const trades = page.getByRole("grid", { name: "All Trades" });
    // The page of a link from another screen scrolls to its trades.
    await seen(trades.getByText("+$40.00"));
    await page.locator('[role="grid"][aria-rowcount="603"]').waitFor();
    await trades.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await lastRow(trades, 603)
      .getByText(performanceText.longDate(today - LONG_AGO_DAYS).replace(/^(\w{3})\w*/, "$1"))
      .waitFor();
    await eventually(async () => expect(await trades.getByRole("row").count()).toBeLessThan(16));
    await trades.press("Home");
    await trades.getByText("+$40.00").waitFor();
    await trades.press("End");
    await lastRow(trades, 603).waitFor();
    await eventually(async () =>
      expect(await trades.evaluate((element) => element.getAttribute("aria-activedescendant"))).toMatch(/-601$/),
    );
    expect(await findAxeViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test("filters every figure, and downloads the same trades as a file", async () => {
    await open("/performance", DESKTOP);
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
  });

  test("opens the day under the pointer in the curve, and has one crosshair through both plots", async () => {
    await open("/performance", DESKTOP);
    const slider = page.getByRole("slider");
    await slider.locator(".u-over").first().waitFor();
    await slider.focus();
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    const yesterday = performanceText.longDate(today - 1);
    await eventually(async () =>
      expect(await slider.getAttribute("aria-valuetext")).toStartWith(`${yesterday}: closed P&L +$31.00`),
    );
    await atRest(page);
    const crosshairs = await slider
      .locator(".u-cursor-x")
      .evaluateAll((lines) => lines.map((line) => Math.round(line.getBoundingClientRect().left)));
    expect(new Set(crosshairs).size).toBe(1);
    await page.keyboard.press("Enter");
    await seen(page.getByRole("heading", { name: `Trades for ${yesterday}` }));
    await seen(page.getByRole("grid", { name: /^Trades for/ }).getByText("+$40.00"));
    await page.waitForFunction(() => document.activeElement?.id === "trades");
  });

  test("draws the progression and the months in the theme's colours, at every width", async () => {
    // A plot takes the size of its container.
    await open("/performance", PHONE);
    const progression = page.getByRole("group", { name: "Daily Account Progression" });
    await expectDrawn(progression, "--accent");
    for (const size of [TABLET, DESKTOP]) {
      await page.setViewportSize(size);
      await expectDrawn(progression, "--accent");
    }
    await open("/account/overview", DESKTOP);
    const months = page.locator("[data-months]");
    await expectDrawn(months, "--accent");
    for (const size of [TABLET, PHONE, DESKTOP]) {
      await page.setViewportSize(size);
      await expectDrawn(months, "--accent");
    }
    expect(complaints).toEqual([]);
  });

  test("shows zeros for a new account", async () => {
    await signIn(page.context(), journey.stack, await newTrader(journey.stack, ZONE));
    await open("/performance", SMALL_PHONE);
    await page.getByText("No closed trades yet").waitFor();
    await page.getByRole("group", { name: "Total P&L" }).getByText("$0.00").first().waitFor();
    // A month's result takes the place of the shape that it has while it loads.
    await page.getByRole("region", { name: "Monthly P&L" }).getByText("$0.00").first().waitFor();
    await eventually(async () => expect(await page.getByText("2,776.44").count()).toBe(0));
    await expectAccessibleLayout(page, [DESKTOP, SMALL_PHONE]);
    expect(complaints).toEqual([]);
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

/** Turns the calendar, which opens on this month, to the month of a day. */
async function openMonthOf(page: Page, day: number): Promise<void> {
  const [name = "", year = ""] = performanceText.longDate(day).split(/ \d+, /);
  const calendar = page.getByRole("grid", { name: `${name} ${year}` });
  await page.getByRole("grid", { name: /^[A-Z][a-z]+ \d{4}$/ }).waitFor();
  if ((await calendar.count()) === 0) await page.getByRole("button", { name: "Previous month" }).click();
  await calendar.waitFor();
}

/** Waits until a plot's canvas has many pixels of a theme colour. */
async function expectDrawn(place: Locator, token: string): Promise<void> {
  await place.locator("canvas").waitFor();
  const page = place.page();
  await page.waitForFunction(
    ([element, name]) => {
      const canvas = element?.querySelector("canvas");
      if (!(element instanceof Element) || !canvas) return false;
      const hex = getComputedStyle(document.documentElement).getPropertyValue(name).trim().slice(1);
      const colour = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
      // A copy: a canvas that is read often switches to another renderer.
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
  await eventually(async () => expect(await grid.getAttribute("aria-rowcount")).toBe(String(results.length + 1)));
}

function lastRow(grid: Locator, rowIndex: number): Locator {
  return grid.locator(`[aria-rowindex="${rowIndex}"]`);
}

/** By how many px the page is wider than the window. */
async function overflow(page: Page): Promise<number> {
  await atRest(page);
  return await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

/** Waits until the whole element is within the window. */
async function seen(locator: Locator): Promise<void> {
  await locator.waitFor();
  await waitUntil("in sight", () =>
    locator.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    }),
  );
}
