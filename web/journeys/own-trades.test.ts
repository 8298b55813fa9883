import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Locator } from "playwright-core";
import { newTrader } from "../../dev/test/test-people.ts";
import { expectAccessibleLayout, PHONE } from "../test/accessible-layout.ts";
import { collectComplaints, lacksBrowser } from "../test/browser.ts";
import { GOLDEN } from "../test/golden-reports.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { openAs } from "./trader-tab.ts";

setDefaultTimeout(600_000);

describe.skipIf(lacksBrowser())("a trader brings their own trades", () => {
  const journey = setUpJourney();

  test("from MetaTrader's report to the calendar on a phone in at most 8 taps, offline in between, and back", async () => {
    const { stack, browser } = journey;
    const trader = await newTrader(stack);
    const page = await openAs(browser, stack, trader, "/performance", { viewport: PHONE, reducedMotion: "reduce" });
    const complaints = collectComplaints(page, /net::ERR_INTERNET_DISCONNECTED|WebSocket|fetching the script/);
    const context = page.context();
    let taps = 0;
    const tap = async (place: Locator) => {
      taps += 1;
      await place.click();
    };
    const press = (name: string) => tap(page.getByRole("button", { name, exact: true }));

    await tap(page.getByRole("link", { name: "Add an account by a file of its trades" }));
    await page.getByRole("button", { name: "Choose a file" }).waitFor();
    await page.waitForLoadState("networkidle");
    await expectAccessibleLayout(page);

    // The file is read without a connection; sending it waits for one.
    await context.setOffline(true);
    taps += 1;
    await page.locator('input[type="file"]').first().setInputFiles(GOLDEN.html);
    await page.getByRole("button", { name: "Import 10 trades" }).waitFor();
    await expectAccessibleLayout(page);
    await press("Import 10 trades");
    await page.getByRole("heading", { name: "Sending stopped" }).waitFor();
    await context.setOffline(false);
    await press("Continue");

    const done = page.getByRole("status").filter({ hasText: "10 trades are in your journal." });
    await done.waitFor();
    await page.getByRole("group", { name: "Total P&L" }).getByText("+$1,348.97").waitFor();
    await page.getByRole("heading", { name: "Monthly P&L" }).waitFor();
    expect(taps).toBeLessThanOrEqual(8);

    await done.getByRole("button", { name: "Take back" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Take back" }).click();
    await page.getByText("ReportHistory-50123456.html is taken back").waitFor();
    await done.waitFor({ state: "detached" });
    expect(complaints).toEqual([]);
    await context.close();
  });
});
