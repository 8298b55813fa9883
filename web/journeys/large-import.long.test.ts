import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { Buffer } from "node:buffer";
import type { Browser } from "playwright-core";
import type { Stack } from "../../dev/stack.ts";
import { fundTrader } from "../../dev/test/test-money.ts";
import { newTrader } from "../../dev/test/test-people.ts";
import { testStack } from "../../dev/test/test-stack.ts";
import { balancesOf } from "../../dev/test/test-withdrawals.ts";
import { lacksBrowser, launchBrowser } from "../test/browser.ts";
import { logInAsAdmin } from "./admin-log-in.ts";
import { openAs } from "./trader-tab.ts";

setDefaultTimeout(600_000);

const DESKTOP = { width: 1440, height: 900 };
const LARGE_FILE_ROWS = 50_000;

describe.skipIf(lacksBrowser())("an admin imports the trades of a year", () => {
  let stack: Stack;
  let browser: Browser;
  beforeAll(async () => {
    [stack, browser] = await Promise.all([testStack(), launchBrowser()]);
  }, 600_000);
  afterAll(() => browser?.close());

  test(`${LARGE_FILE_ROWS.toLocaleString("en-US")} rows show their progress, and are imported`, async () => {
    const trader = await newTrader(stack);
    await fundTrader(stack, trader, 500);
    const { page, ...admin } = await logInAsAdmin(stack, browser, { firstName: "Dara", viewport: DESKTOP });
    await page.goto(`${stack.origin}/admin/imports?trader=${trader.email}`);
    await page.evaluate(collectProgress);
    const buffer = Buffer.from(manyRows(LARGE_FILE_ROWS));
    await page.locator('input[type="file"]').setInputFiles({ name: "year.csv", mimeType: "text/csv", buffer });
    await page.getByLabel("The broker's time zone").fill("Europe/Athens");
    await page.getByRole("button", { name: "Read the file" }).click();
    const submit = page.getByRole("button", { name: "Import 50,000 trades, +$500.00" });
    await submit.waitFor();
    const { reading, sending } = await page.evaluate(() => progressSeen);
    for (const seen of [reading, sending]) {
      expect(seen.length).toBeGreaterThan(5);
      expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    }

    await submit.click();
    await page.getByRole("dialog").getByRole("button", { name: "Import 50,000 trades" }).click();
    await page.getByText("Imported 50,000 trades for Bopha Keo").waitFor();
    const trading = await openAs(browser, stack, trader, "/performance?trades=all", {
      viewport: DESKTOP,
      reducedMotion: "reduce",
    });
    await trading.getByRole("group", { name: "Total P&L" }).getByText("+$500.00").waitFor();
    const list = trading.getByRole("grid", { name: "All Trades" });
    await list.and(trading.locator('[aria-rowcount="50001"]')).waitFor();
    await list.press("End");
    await list.locator('[aria-rowindex="50001"]').getByText("Jan 5, 2026").waitFor();

    await page.getByRole("button", { name: "Take back" }).click();
    await page.getByRole("dialog").getByLabel("Why").fill("A trial");
    await page.getByRole("button", { name: "Take back 50,000 trades" }).click();
    await page.getByText("Took back 50,000 trades").waitFor();
    expect((await balancesOf(trader)).balance).toBe(500);
    expect(admin.complaints).toEqual([]);
    await admin.context.close();
    await trading.context().close();
  });
});

/** Trades with a profit of one cent each, one per minute from January 5 on. */
function manyRows(count: number): string {
  const head = "Ticket,Symbol,Direction,Lots,Open time,Entry price,Close time,Exit price,Profit";
  const firstMs = Date.UTC(2026, 0, 5, 8);
  const clock = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace("T", " ");
  const rows = Array.from({ length: count }, (_, i) => {
    const closedAtMs = firstMs + i * 60_000;
    return `L${i},XAUUSDm,Buy,0.01,${clock(closedAtMs - 30_000)},5000.00,${clock(closedAtMs)},5000.01,0.01`;
  });
  return [head, ...rows].join("\n");
}

/** The values of the page's progress bar, in percent, while the file was read and while it was sent. */
declare const progressSeen: { reading: number[]; sending: number[] };

/** Runs inside the page. */
function collectProgress(): void {
  const seen: typeof progressSeen = { reading: [], sending: [] };
  Object.assign(window, { progressSeen: seen });
  const look = () => {
    const bar = document.querySelector('[role="progressbar"]');
    const isReading = bar?.getAttribute("aria-label")?.startsWith("Reading");
    if (bar) (isReading ? seen.reading : seen.sending).push(Number(bar.getAttribute("aria-valuenow")));
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
}
