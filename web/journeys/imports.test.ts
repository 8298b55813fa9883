import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { Buffer } from "node:buffer";
import type { Locator, Page } from "playwright-core";
import { fundTrader } from "../../dev/test/test-money.ts";
import { newTrader, type Trader } from "../../dev/test/test-people.ts";
import { balancesOf } from "../../dev/test/test-withdrawals.ts";
import { DESKTOP, expectAccessibleLayout, PHONE } from "../test/accessible-layout.ts";
import { findAxeViolations } from "../test/axe.ts";
import { lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { GOLDEN, goldenCsv } from "../test/golden-reports.ts";
import { type AdminTab, forgetSecondFactor, openAdminTab } from "./admin-log-in.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { openAs } from "./trader-tab.ts";

setDefaultTimeout(600_000);

type ChosenFile = string | { name: string; mimeType: string; buffer: Buffer };

describe.skipIf(lacksBrowser())("an admin imports trades from a file", () => {
  const journey = setUpJourney();
  let dara: AdminTab;
  beforeAll(async () => {
    dara = await openAdminTab(journey.stack, journey.browser, "/admin");
  }, 600_000);

  test("MetaTrader's report: its rows are reviewed, committed by another admin, seen by the trader, and reversed", async () => {
    const trader = await traderWith(500);
    const { stack, browser } = journey;
    const { page } = dara;
    const dialog = page.getByRole("dialog");
    await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "Imports" }).click();
    await page.getByRole("combobox", { name: "Trader" }).fill(trader.email.toUpperCase());
    await page.getByRole("option", { name: trader.email }).click();
    await page.getByText("Nothing was imported yet").waitFor();

    await readFile(page, GOLDEN.html);
    await page.getByRole("heading", { level: 2, name: "+$1,348.97" }).waitFor();
    await page.waitForFunction(() => document.activeElement?.textContent === "+$1,348.97");
    await page.getByRole("row", { name: /New 50900115.*Mar 5, 2026, 23:59:59.*Mar 6.*\+\$48\.45/ }).waitFor();

    // More than one admin may import alone: another admin gets the address.
    await page.getByText("Above $1,000.00 another admin has to import it.").waitFor();
    const submit = { name: "Import 10 trades, +$1,348.97" };
    await eventually(async () => expect(await page.getByRole("button", submit).isDisabled()).toBe(true));
    const { pathname, search } = new URL(page.url());
    const maly = await openAdminTab(stack, browser, pathname + search, { firstName: "Maly" });
    const { page: malyPage } = maly;
    await forgetSecondFactor(stack, maly.admin.userId);
    await malyPage.getByRole("button", submit).click();
    await malyPage.getByRole("dialog").getByText("goes from $500.00 to $1,848.97").waitFor();
    expect(await findAxeViolations(malyPage)).toEqual([]);
    await malyPage.keyboard.press("Enter");
    await malyPage.getByLabel("Six-digit code").pressSequentially(maly.admin.unusedCode());
    await malyPage.keyboard.press("Enter");
    await malyPage.getByText("Imported 10 trades for Bopha Keo").waitFor();
    await malyPage.getByText("Above $1,000.00 another admin has to take it back.").waitFor();
    expect((await balancesOf(trader)).balance).toBe(1_848.97);

    const trading = await openAs(browser, stack, trader, "/dashboard", { viewport: DESKTOP, reducedMotion: "reduce" });
    const recent = trading.getByRole("region", { name: "Recent Trades" });
    await recent.getByText("ETHUSDm").first().waitFor();
    await trading.goto(`${stack.origin}/performance?trades=all`);
    await trading.getByRole("group", { name: "Total P&L" }).getByText("+$1,348.97").waitFor();
    await trading.locator('[role="grid"][aria-rowcount="11"]').waitFor();

    await readFile(page, GOLDEN.xlsx);
    await page.getByText("The ticket of every trade in this file is already here").waitFor();
    await eventually(async () =>
      expect(await page.getByRole("button", { name: "Import 0 trades, $0.00" }).isDisabled()).toBe(true),
    );

    await page.reload();
    await page.getByRole("button", { name: /ReportHistory-50123456\.html/ }).click();
    await page.getByRole("button", { name: "Take back" }).click();
    await dialog.getByLabel("Why").fill("Meant for another trader");
    expect(await findAxeViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Take back 10 trades" }).click();
    await page.getByText("Took back 10 trades").waitFor();
    await page.getByText("Meant for another trader").waitFor();
    expect((await balancesOf(trader)).balance).toBe(500);
    await trading.reload();
    await trading.getByText("No trades found.", { exact: true }).waitFor();
    await trading.getByRole("group", { name: "Total P&L" }).getByText("$0.00").first().waitFor();
    expect([dara.complaints, maly.complaints]).toEqual([[], []]);
    await Promise.all([maly.context.close(), trading.context().close()]);
  });

  test("a file whose loss exceeds the balance shows the missing amount, and is not imported", async () => {
    const trader = await traderWith(500);
    const { page, complaints } = dara;
    await page.goto(`${journey.stack.origin}/admin/imports?trader=${trader.email}`);
    const text = await (await goldenCsv([";-50.00", ";-2000.00"])).text();
    await readFile(page, csv("losses.csv", text));
    // 1,348.97 and 50.00 less 2,000.00 is a loss of 601.03; the balance is 500.00.
    await page.getByText("$101.03 short").waitFor();
    await eventually(async () =>
      expect(await page.getByRole("button", { name: "Import 10 trades, −$601.03" }).isDisabled()).toBe(true),
    );
    expect(await findAxeViolations(page)).toEqual([]);
    expect((await balancesOf(trader)).balance).toBe(500);
    expect(complaints).toEqual([]);
  });

  test("every step on a phone, and every page fits every size without an axe violation", async () => {
    const trader = await traderWith(500);
    const { page, complaints } = dara;
    await page.setViewportSize(PHONE);
    await page.goto(`${journey.stack.origin}/admin/imports`);
    await page.getByRole("combobox", { name: "Trader" }).waitFor();
    await expectAccessibleLayout(page);
    await page.getByRole("combobox", { name: "Trader" }).fill(trader.email);
    await page.getByRole("option", { name: trader.email }).click();
    await page.getByText("Nothing was imported yet").waitFor();
    await expectAccessibleLayout(page);

    await readFile(page, csv("trades.csv", await (await goldenCsv(["US500;Buy", "US500;Hold"])).text()));
    await page.getByText("trades.csv has an error").waitFor();
    await page.getByRole("row", { name: "4 Direction “Hold” is neither buy nor sell" }).waitFor();
    await expectAccessibleLayout(page);
    const back = page.getByRole("button", { name: "Back to the list" });
    await back.click();

    await readFile(page, GOLDEN.csv);
    await page.getByText("Above $1,000.00 another admin has to import it.").waitFor();
    await page.getByRole("row", { name: /50900101/ }).waitFor();
    await expectAccessibleLayout(page);
    await back.click();

    // 1,348.97 and 50.00 less 500.00: within the limit of one admin.
    await readFile(page, csv("fewer.csv", await (await goldenCsv([";-50.00", ";-500.00"])).text()));
    await page.getByRole("button", { name: "Import 10 trades, +$898.97" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Import 10 trades, +$898.97" }).click();
    await page.getByRole("button", { name: "Take back" }).waitFor();
    await expectAccessibleLayout(page);
    expect(complaints).toEqual([]);
  });

  async function traderWith(dollars: number): Promise<Trader> {
    const trader = await newTrader(journey.stack);
    await fundTrader(journey.stack, trader, dollars);
    return trader;
  }
});

/** Chooses a file, sets the zone of the golden trades' broker, and reads it. */
async function readFile(page: Page, file: ChosenFile): Promise<void> {
  await fileField(page).setInputFiles(file);
  await page.getByLabel("The broker's time zone").fill("Europe/Athens");
  await page.getByRole("button", { name: "Read the file" }).click();
}

function fileField(page: Page): Locator {
  return page.locator('input[type="file"]');
}

function csv(name: string, text: string): ChosenFile {
  return { name, mimeType: "text/csv", buffer: Buffer.from(text) };
}
