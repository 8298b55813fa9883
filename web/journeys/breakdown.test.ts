import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { databaseOf } from "../../dev/test/test-money.ts";
import { newAdmin, newTrader } from "../../dev/test/test-people.ts";
import { addTrades } from "../../dev/test/test-trades.ts";
import { LANGUAGE_COOKIE, languageCookieValue } from "../../worker/contract/languages.ts";
import { DAY_MS, HOUR_MS } from "../../worker/contract/time.ts";
import { breakdownText as khmer } from "../breakdown/breakdown-text.km.ts";
import { DESKTOP, expectAccessibleLayout, PHONE } from "../test/accessible-layout.ts";
import { findAxeViolations } from "../test/axe.ts";
import { collectComplaints, lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { signedInBrowser } from "./trader-tab.ts";

setDefaultTimeout(600_000);

const ZONE = "Asia/Phnom_Penh";
/** Noon of the zone. */
const AT = Date.UTC(2026, 9, 5, 5);

describe.skipIf(lacksBrowser())("figures by group", () => {
  const journey = setUpJourney();
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    const { stack, browser } = journey;
    const admin = await newAdmin(stack);
    const trader = await newTrader(stack, ZONE);
    // 24 wins of a setup, and 12 losses without one.
    const trades = Array.from({ length: 36 }, (_, at) => {
      const isWin = at % 3 !== 0;
      const profitCents = isWin ? 200 + at : -100;
      const prices = { entryPrice: 100, exitPrice: isWin ? 102 : 99, stopPrice: 99 };
      return { closedAtMs: AT + Math.floor(at / 4) * DAY_MS + (at % 4) * HOUR_MS, profitCents, ...prices };
    });
    await addTrades(databaseOf(stack), { userId: trader.userId, adminId: admin.userId }, trades);
    const setup = crypto.randomUUID();
    const shown = (await trader.get("/api/trade/history?limit=50")).body.data.trades;
    const changes = [
      { kind: "label", id: setup, version: 1, body: { type: "setup", name: "Trend pullback", isArchived: false } },
      ...shown
        .filter(({ profitLoss }: { profitLoss: number }) => profitLoss > 0)
        .map(({ id }: { id: string }) => ({
          ...{ kind: "entry", account: "cash", subject: "trade", key: id, version: 1 },
          body: { setup, grade: null, labels: [], note: "", chart: null, reviewedAt: null },
        })),
    ];
    expect((await trader.post("/api/journal/changes", { changes })).status).toBe(200);
    page = await (await signedInBrowser(browser, stack, trader, { timezoneId: ZONE })).newPage();
    complaints = collectComplaints(page);
  }, 600_000);

  async function open(path: string, viewport: { width: number; height: number }): Promise<void> {
    await page.setViewportSize(viewport);
    await page.goto(journey.stack.origin + path);
  }

  test("a setup's row leads to its trades by the keyboard alone, and filters every figure there", async () => {
    await open("/performance", DESKTOP);
    await page.getByRole("link", { name: "Breakdown" }).press("Enter");
    const row = page.getByRole("row").filter({ hasText: "Trend pullback" });
    await row.getByText("100%").first().waitFor();
    await row.getByText("+2.00R").waitFor();
    await page.getByRole("row").filter({ hasText: "No setup" }).getByText("12 of 20").waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    // Beside the open sidebar of a small desktop every column is in sight.
    await page.setViewportSize({ width: 1024, height: 768 });
    const edgeOf = (name: RegExp) =>
      page.getByRole("columnheader", { name }).evaluate((cell) => {
        const table = cell.closest("table");
        return (table?.getBoundingClientRect().right ?? 0) - cell.getBoundingClientRect().right;
      });
    await eventually(async () => expect(await edgeOf(/^Net$/)).toBeGreaterThanOrEqual(0));
    await page.setViewportSize(DESKTOP);
    await row.getByRole("link").press("Enter");
    await page.getByText("24 trades", { exact: true }).first().waitFor();
    await page.getByRole("status").getByText("Trend pullback").waitFor();
    await page.getByRole("group", { name: "Win Rate" }).getByText("100.0%").first().waitFor();
    await eventually(async () => {
      expect(await page.getByRole("combobox", { name: "Setup" }).locator("option:checked").textContent()).toBe(
        "Trend pullback",
      );
    });
    await page.getByRole("button", { name: "Clear filters" }).press("Enter");
    await page.getByText("36 trades", { exact: true }).first().waitFor();
    expect(complaints).toEqual([]);
  });

  test("the page has its room on a phone, and the day of a year opens its trades there", async () => {
    await open("/performance/breakdown?by=hour", PHONE);
    await page.getByRole("row").filter({ hasText: "12:00" }).getByText("9 of 20").waitFor();
    await expectAccessibleLayout(page);
    await page.getByRole("link", { name: /^October 6, 2026: / }).click();
    await page.getByText("Trades for October 6, 2026").first().waitFor();
    expect(complaints).toEqual([]);
  });

  test("the words of the page are Khmer for who reads Khmer", async () => {
    const value = languageCookieValue("km", true);
    await page.context().addCookies([{ name: LANGUAGE_COOKIE, value, url: journey.stack.origin }]);
    await open("/performance/breakdown", PHONE);
    await page.getByText(khmer.year.title).waitFor();
    await page.getByRole("tab", { name: khmer.by.hour }).waitFor();
    await expectAccessibleLayout(page);
  });
});
