import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { BrowserContextOptions, Locator } from "playwright-core";
import { newTrader } from "../../dev/test/test-people.ts";
import { LANGUAGE_COOKIE, languageCookieValue } from "../../worker/contract/languages.ts";
import { importText as khmer } from "../broker/import-text.km.ts";
import { importText as english } from "../broker/import-text.ts";
import { performanceText as khmerFigures } from "../performance/performance-text.km.ts";
import { performanceText as englishFigures } from "../performance/performance-text.ts";
import { journalText as journal } from "../review/journal-text.ts";
import { DESKTOP, expectAccessibleLayout, PHONE } from "../test/accessible-layout.ts";
import { collectComplaints, lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { GOLDEN } from "../test/golden-reports.ts";
import { accountText as khmerAccounts } from "../trade-accounts/account-text.km.ts";
import { accountText as englishAccounts } from "../trade-accounts/account-text.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { signedInBrowser } from "./trader-tab.ts";

setDefaultTimeout(600_000);

const ENGLISH = { ...english, calendar: englishFigures.calendar.title, add: englishAccounts.addLabel };
/** The trades of the file's last week. */
const OF_LAST_WEEK = 4;
type Entry = { body: { grade: string | null; note: string; labels: string[] } };

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
      trader,
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

  test("from MetaTrader's report to the calendar at a desk in at most 8 presses, and to the review of their last week by keys", async () => {
    const { trader, page, context, complaints, tap, press, choose, taps } = await start("en", { viewport: DESKTOP });
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

    const tag = async () => (await trader.get("/api/journal/labels")).body.labels[0]?.id as string;
    const reviewed = async () => {
      const path = "/api/journal/entries?account=broker:1&from=2026-03-29T00:00:00Z&to=2026-04-05T00:00:00Z";
      const { entries } = (await trader.get(path)).body as { entries: Entry[] };
      return entries.map(({ body }) => [body.grade, body.note, body.labels]);
    };
    // The newest week has none of them; the last one with some is reviewed by keys, with a grade, a note and a tag.
    await page.getByRole("link", { name: "Journal", exact: true }).click();
    await page.getByRole("link", { name: journal.lastWeek, exact: true }).click();
    await page.getByText(journal.reviewed(0, OF_LAST_WEEK), { exact: true }).waitFor();
    await page.keyboard.press("2");
    await page.getByRole("radio", { name: "B", checked: true }).waitFor({ state: "attached" });
    await page.keyboard.press("n");
    await page.keyboard.type("Held over the news");
    await page.keyboard.press("Escape");
    await page.keyboard.press("t");
    await page.keyboard.press("Enter");
    await page.keyboard.type("News");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "News", pressed: true }).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Enter");
    await page.getByText(journal.reviewed(1, OF_LAST_WEEK), { exact: true }).waitFor();
    await eventually(async () => expect(await reviewed()).toEqual([["B", "Held over the news", [await tag()]]]));
    // The tag filters the week, and the figures of the account.
    await page.goto(`${page.url().replace(/&trade=[^&]*/, "")}&tag=${await tag()}`);
    await page.getByText(journal.onlyOne("News")).waitFor();
    await page.getByText(journal.reviewed(1, 1), { exact: true }).waitFor();
    await page.goto(`${journey.stack.origin}/performance?account=broker:1&tag=${await tag()}`);
    await page.getByRole("group", { name: "Total P&L" }).getByText("+$2.96").waitFor();
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
