import type { Locator, Page } from "playwright-core";
import { WATCHLIST_SYMBOLS } from "../../worker/contract/symbols.ts";
import { emptyProbe, type ProbeFigures, readProbe } from "./page-probe.ts";

const ROUNDS = 5;
/** The minimum time of a hand between arriving, pressing and releasing. */
const HAND_MS = 60;

/** Uses mouse and keyboard as traders do, while ticks arrive. @returns the slowest time of each kind of interaction */
export async function measureInteractions(page: Page): Promise<ProbeFigures["interactions"]> {
  await emptyProbe(page);
  for (let round = 0; round < ROUNDS; round++) {
    for (const symbol of WATCHLIST_SYMBOLS.toReversed()) await chooseSymbol(page, symbol);
    for (const key of ["ArrowUp", "ArrowDown"]) {
      await page.keyboard.press(key, { delay: HAND_MS });
      await page.waitForTimeout(HAND_MS);
    }
    await press(page, page.getByRole("group", { name: "Side" }).getByText("Sell"));
    await press(page, page.getByRole("group", { name: "Side" }).getByText("Buy"));
    await press(page, page.getByRole("radio", { name: round % 2 ? "15 minutes" : "1 hour" }));
    await chooseSymbol(page, "BTCUSDm");
    await openPosition(page);
    await press(page, page.getByRole("button", { name: /^Close BTCUSD buy/ }).first());
  }
  return (await readProbe(page)).interactions;
}

/** Buys a hundredth of a Bitcoin in the demo account. */
export async function openPosition(page: Page): Promise<void> {
  await press(page, page.getByRole("textbox", { name: "Amount" }));
  // What an order before has left.
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("0.01", { delay: HAND_MS });
  await press(page, page.getByRole("button", { name: /^Buy 0.01 BTCUSD at/ }));
}

async function chooseSymbol(page: Page, symbol: string): Promise<void> {
  const rows = page.getByRole("list", { name: "Watchlist" });
  await press(page, rows.getByRole("button", { name: new RegExp(`^${symbol}`) }));
}

/**
 * Presses as a hand does: arrival, press and release happen at three times. Playwright's own click does all three at
 * once and in between checks in the page whether the press will hit, which forces a layout each time.
 */
async function press(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  const box = await target.boundingBox();
  if (!box) throw new Error("what is pressed has no place");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForTimeout(HAND_MS);
  await page.mouse.down();
  await page.waitForTimeout(HAND_MS);
  await page.mouse.up();
}
