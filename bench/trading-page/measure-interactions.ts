import type { Locator, Page } from "playwright-core";
import { WATCHLIST_SYMBOLS } from "../../worker/contract/symbols.ts";
import { emptyProbe, type ProbeFigures, readProbe } from "./page-probe.ts";

const ROUNDS = 5;
/** The minimum time of a hand between arriving, pressing and releasing. */
const HAND_MS = 60;
/**
 * By then an interaction is painted at a quarter of the speed. A search for an element computes roles and names of the whole page
 * on its main thread, and would count towards the interaction before it.
 */
const PAINTED_MS = 500;

/** Uses mouse and keyboard as traders do, while ticks arrive. @returns the slowest time of each kind of interaction */
export async function measureInteractions(page: Page): Promise<ProbeFigures["interactions"]> {
  await emptyProbe(page);
  for (let round = 0; round < ROUNDS; round++) {
    for (const symbol of WATCHLIST_SYMBOLS.toReversed()) await chooseSymbol(page, symbol);
    for (const key of ["ArrowUp", "ArrowDown"]) {
      await page.keyboard.press(key, { delay: HAND_MS });
      await page.waitForTimeout(PAINTED_MS);
    }
    await press(page, page.getByRole("group", { name: "Side" }).getByText("Sell"));
    await press(page, page.getByRole("group", { name: "Side" }).getByText("Buy"));
    await press(page, page.getByRole("radio", { name: round % 2 ? "15 minutes" : "1 hour" }));
    await chooseSymbol(page, "BTCUSDm");
    await openAndClose(page, () => press(page, page.getByRole("button", { name: /^Chart type/ })));
    await openAndClose(page, () => press(page, page.getByRole("button", { name: /Run 1/ })));
    await openAndClose(page, () => page.keyboard.press("ControlOrMeta+k", { delay: HAND_MS }));
    for (const tab of [/^Orders/, /^History/, /^Positions/]) await press(page, page.getByRole("tab", { name: tab }));
    await dragChart(page);
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
  await page.waitForTimeout(PAINTED_MS);
  await press(page, page.getByRole("button", { name: /^Buy 0.01 BTCUSD at/ }));
}

/** Opens a menu or a dialog, waits until it is there, and closes it. */
async function openAndClose(page: Page, open: () => Promise<void>): Promise<void> {
  const opened = page.getByRole("menu").or(page.getByRole("dialog")).first();
  await open();
  await page.waitForTimeout(PAINTED_MS);
  await opened.waitFor();
  await page.waitForTimeout(HAND_MS);
  await page.keyboard.press("Escape", { delay: HAND_MS });
  await page.waitForTimeout(PAINTED_MS);
  await opened.waitFor({ state: "hidden" });
}

/** Begins to drag the chart, and lets it go at the same place. */
async function dragChart(page: Page): Promise<void> {
  const box = await page.getByRole("img", { name: /^Chart of/ }).boundingBox();
  if (!box) throw new Error("the chart has no size");
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 4 };
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.down();
  for (const moved of [10, 20, 10, 0]) await page.mouse.move(middle.x + moved, middle.y);
  await page.waitForTimeout(HAND_MS);
  await page.mouse.up();
  await page.waitForTimeout(PAINTED_MS);
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
  await page.waitForTimeout(PAINTED_MS);
}
