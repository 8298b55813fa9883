import type { Page } from "playwright-core";
import { WATCHLIST_SYMBOLS } from "../../worker/contract/market-messages.ts";
import { emptyProbe, type ProbeFigures, readProbe } from "./page-probe.ts";

const ROUNDS = 5;

/** Does what traders do, by mouse and keyboard, while the ticks go on. @returns each kind of act with its slowest time */
export async function measureInteractions(page: Page): Promise<ProbeFigures["interactions"]> {
  await emptyProbe(page);
  for (let round = 0; round < ROUNDS; round++) {
    for (const symbol of WATCHLIST_SYMBOLS.toReversed()) await chooseSymbol(page, symbol);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowDown");
    await page.getByText("Gains if it falls").click();
    await page.getByText("Gains if it rises").click();
    await page.getByRole("radio", { name: round % 2 ? "15 minutes" : "1 hour" }).click();
    await chooseSymbol(page, "BTCUSDm");
    await openPosition(page);
    await page.getByRole("button", { name: "Close BTCUSD", exact: true }).first().click();
  }
  return (await readProbe(page)).interactions;
}

/** Buys a tenth of a Bitcoin on demo money. */
export async function openPosition(page: Page): Promise<void> {
  await page.getByLabel("Amount").click();
  await page.keyboard.type("0.10");
  await page.getByRole("button", { name: /^Buy 0.10 BTCUSD at/ }).click();
}

async function chooseSymbol(page: Page, symbol: string): Promise<void> {
  await page
    .getByRole("list", { name: "Watchlist" })
    .getByRole("button", { name: new RegExp(`^${symbol}`) })
    .click();
}
