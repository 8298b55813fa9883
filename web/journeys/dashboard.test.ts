import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { addPerson, databaseOf, fundTrader } from "../../dev/test/test-money.ts";
import { newTrader, type Trader } from "../../dev/test/test-people.ts";
import { addTrades } from "../../dev/test/test-trades.ts";
import { zoneWithDayLeft } from "../../dev/test/test-zones.ts";
import { DAY_MS } from "../../worker/contract/time.ts";
import { DESKTOP, expectAccessibleLayout } from "../test/accessible-layout.ts";
import { findAxeViolations } from "../test/axe.ts";
import { lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { openAs } from "./trader-tab.ts";

setDefaultTimeout(600_000);

describe.skipIf(lacksBrowser())("a trader's dashboard", () => {
  const journey = setUpJourney();

  /** An admin imports one trade for each of the last twenty days, the last of them just closed. */
  async function importTrades({ userId }: Trader): Promise<void> {
    const db = databaseOf(journey.stack);
    const adminId = crypto.randomUUID();
    await addPerson(db, adminId, "admin");
    const nowMs = Date.now();
    const trades = Array.from({ length: 20 }, (_, i) => ({
      closedAtMs: nowMs - i * DAY_MS,
      symbol: i % 3 === 0 ? "XAUUSDm" : "BTCUSDm",
      direction: i % 2 === 0 ? ("Buy" as const) : ("Sell" as const),
      profitCents: i === 0 ? 3714 : 500 - i * 60,
    }));
    await addTrades(db, { userId, adminId }, trades);
  }

  test("fills by itself after an admin has imported the first trades, and fits every size", async () => {
    const { stack, browser } = journey;
    const timezoneId = zoneWithDayLeft();
    const trader = await newTrader(stack, timezoneId);
    await fundTrader(stack, trader, 500);
    const page = await openAs(browser, stack, trader, "/dashboard", { viewport: DESKTOP, timezoneId });
    await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
    await page.getByText("No recent trades").waitFor();
    expect(await findAxeViolations(page)).toEqual([]);

    await importTrades(trader);
    await page.evaluate(() => dispatchEvent(new Event("focus")));
    await page.getByRole("row", { name: /BUY XAUUSDm 0.10 Today .* \+\$37.14/ }).waitFor();
    await page.getByRole("region", { name: "Total Balance" }).getByText("$518.14").waitFor();
    await page.getByRole("group", { name: "Today's P&L" }).getByText("+$37.14").waitFor();

    const slider = page.getByRole("slider", { name: "Closed P&L by day" });
    await slider.waitFor();
    await page.getByText("XAUUSDm").first().waitFor();
    const narrower = [768, 390, 360].map((width) => ({ width, height: 900 }));
    await expectAccessibleLayout(page, narrower);

    await page.setViewportSize({ width: 360, height: 900 });
    await slider.focus();
    await page.keyboard.press("Home");
    // The six trades that were closed before the range or at its start: 6 x 5.00 less 0.60 x (14 + ... + 19).
    await eventually(async () => expect(await slider.getAttribute("aria-valuetext")).toContain("−$29.40, 1 trade"));
    await page.getByText("All trades").click();
    await page.getByRole("heading", { name: "All Trades" }).waitFor();
    await page.context().close();
  });
});
