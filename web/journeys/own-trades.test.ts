import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { BrowserContextOptions, Locator } from "playwright-core";
import { newTrader } from "../../dev/test/test-people.ts";
import { LANGUAGE_COOKIE, languageCookieValue } from "../../worker/contract/languages.ts";
import { importText as khmer } from "../broker/import-text.km.ts";
import { importText as english } from "../broker/import-text.ts";
import { performanceText as khmerFigures } from "../performance/performance-text.km.ts";
import { performanceText as englishFigures } from "../performance/performance-text.ts";
import { DESKTOP, expectAccessibleLayout, PHONE } from "../test/accessible-layout.ts";
import { collectComplaints, lacksBrowser } from "../test/browser.ts";
import { GOLDEN } from "../test/golden-reports.ts";
import { accountText as khmerAccounts } from "../trade-accounts/account-text.km.ts";
import { accountText as englishAccounts } from "../trade-accounts/account-text.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { signedInBrowser } from "./trader-tab.ts";

setDefaultTimeout(600_000);

const ENGLISH = { ...english, calendar: englishFigures.calendar.title, add: englishAccounts.addLabel };
const KHMER = { ...khmer, calendar: khmerFigures.calendar.title, add: khmerAccounts.addLabel };

describe.skipIf(lacksBrowser())("a trader brings their own trades", () => {
  const journey = setUpJourney();

  async function start(language: "en" | "km", options: BrowserContextOptions) {
    const { stack, browser } = journey;
    const trader = await newTrader(stack);
    const context = await signedInBrowser(browser, stack, trader, { ...options, reducedMotion: "reduce" });
    await context.addCookies([
      { name: LANGUAGE_COOKIE, value: languageCookieValue(language, true), url: stack.origin },
    ]);
    const page = await context.newPage();
    await page.goto(`${stack.origin}/performance`);
    let taps = 0;
    const tap = async (place: Locator) => {
      taps += 1;
      await place.click();
    };
    return {
      page,
      context,
      complaints: collectComplaints(page, /net::ERR_INTERNET_DISCONNECTED|WebSocket|fetching the script/),
      tap,
      press: (name: string) => tap(page.getByRole("button", { name, exact: true })),
      async choose() {
        taps += 1;
        await page.locator('input[type="file"]').first().setInputFiles(GOLDEN.html);
      },
      taps: () => taps,
    };
  }

  test("from MetaTrader's report to the calendar at a desk in at most 8 presses", async () => {
    const { page, context, complaints, tap, press, choose, taps } = await start("en", { viewport: DESKTOP });
    const text = ENGLISH;
    await tap(page.getByRole("link", { name: text.add }));
    await page.getByRole("button", { name: text.file.choose }).waitFor();
    await choose();
    await press(text.check.import(10));
    await page
      .getByRole("status")
      .filter({ hasText: text.done.title(10) })
      .waitFor();
    // The month of the file's last trade.
    await page.getByText(englishFigures.month({ year: 2026, month: 4 }), { exact: true }).waitFor();
    await page.getByRole("group", { name: "Total P&L" }).getByText("+$1,348.97").waitFor();
    expect(taps()).toBeLessThanOrEqual(8);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("on a phone in Khmer in at most 8 taps, offline in between, and back", async () => {
    const { page, context, complaints, tap, press, choose, taps } = await start("km", { viewport: PHONE });
    const text = KHMER;
    await tap(page.getByRole("link", { name: text.add }));
    await page.getByRole("button", { name: text.file.choose }).waitFor();
    await page.waitForLoadState("networkidle");
    await expectAccessibleLayout(page);

    // The file is read without a connection; sending it waits for one.
    await context.setOffline(true);
    await choose();
    await page.getByRole("button", { name: text.check.import(10) }).waitFor();
    await expectAccessibleLayout(page);
    await press(text.check.import(10));
    await page.getByRole("heading", { name: text.sending.stopped }).waitFor();
    await context.setOffline(false);
    await press(text.sending.resume);

    const done = page.getByRole("status").filter({ hasText: text.done.title(10) });
    await done.waitFor();
    await page.getByText("+$1,348.97").first().waitFor();
    await page.getByRole("heading", { name: text.calendar }).waitFor();
    expect(taps()).toBeLessThanOrEqual(8);

    await done.getByRole("button", { name: text.done.takeBack }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: text.done.takeBack }).click();
    await page.getByText(text.done.takenBack("ReportHistory-50123456.html")).waitFor();
    await done.waitFor({ state: "detached" });
    expect(complaints).toEqual([]);
    await context.close();
  });
});
