import { afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { demoCommand, marketOrder } from "../../dev/test/test-demo-account.ts";
import { keepPrices, letPricesMove } from "../../dev/test/test-market.ts";
import { newTrader } from "../../dev/test/test-people.ts";
import { dollarsFromCents } from "../../worker/contract/money.ts";
import { DESKTOP, expectAccessibleLayout, PHONE } from "../test/accessible-layout.ts";
import { atRest } from "../test/at-rest.ts";
import { lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { formatMoney, formatSignedMoney, inOneLine } from "../ui/format.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { openAs } from "./trader-tab.ts";

setDefaultTimeout(600_000);

const START_CENTS = 10_000_00;

/** The result of bitcoin that is bought at one price and sold at another in a run without costs, in cents. */
function resultCents(entry: number, exit: number, amount = 0.1): number {
  return Math.round((exit - entry) * 100 * amount);
}
const money = (cents: number) => formatMoney(dollarsFromCents(cents));
const signed = (cents: number) => formatSignedMoney(dollarsFromCents(cents));
/** Within a sentence no line breaks after the sign. */
const inSentence = (cents: number) => inOneLine(signed(cents));

describe.skipIf(lacksBrowser())("what closes a position while nobody does", () => {
  const journey = setUpJourney();
  afterEach(() => letPricesMove(journey.stack, ["BTCUSDm", "ETHUSDm"]));

  const hold = (price: number) => keepPrices(journey.stack, { BTCUSDm: price });
  const row = (page: Page, name: RegExp) => page.getByRole("row", { name });
  const balance = (page: Page, cents: number) =>
    page.getByRole("region", { name: "Demo account" }).getByText(money(cents)).first().waitFor();
  /** Waits for a toast. It is gone after four seconds, so the wait begins with what causes it. */
  const toast = (page: Page, words: string) => page.getByText(words).waitFor();
  /** The line of a figure of the receipt that is open. */
  const fact = (page: Page, name: string, value: string) =>
    page.getByRole("dialog").locator("dl > div").filter({ hasText: name }).getByText(value, { exact: true }).waitFor();

  async function positionsOf(body: object, viewport = DESKTOP) {
    const { stack, browser } = journey;
    const trader = await newTrader(stack);
    await hold(67_000);
    expect(await demoCommand(trader, body)).toMatchObject({ status: 200 });
    const page = await openAs(browser, stack, trader, "/trading/positions", { viewport });
    await row(page, /BTCUSD Buy 0.10 67,000.00/).waitFor();
    return { trader, page };
  }

  test("a stop that the price jumps over is filled at the market's price, and the receipt says by how much", async () => {
    const { page } = await positionsOf(marketOrder({ stop: 66_500 }));
    const lost = resultCents(67_000, 66_012.5);
    await Promise.all([toast(page, `Stop loss: sold 0.10 BTCUSD at 66,012.50, ${inSentence(lost)}`), hold(66_012.5)]);
    await balance(page, START_CENTS + lost);
    await page.getByRole("tab", { name: "Positions 0" }).waitFor();
    await page.getByRole("tab", { name: "History 2" }).click();
    await row(page, /BTCUSD Sell Stop loss 0.10 66,012.50/)
      .getByText(signed(lost))
      .waitFor();
    await page.getByRole("button", { name: "Why this price? BTCUSD sell 0.10" }).click();
    await page.getByText(/^Sell 0.10 BTCUSD, filled at 66,012.50/).waitFor();
    await page.getByText(/A price that jumped over it is taken as it is\./).waitFor();
    await fact(page, "Price of the order", "66,500.00");
    await fact(page, "Slippage", "487.50 worse");
    await fact(page, "Balance after", money(START_CENTS + lost));
    await page.context().close();
  });

  test("a trailing stop of the ticket is tightened in the dialog, follows the price, and closes at its level", async () => {
    const { stack, browser } = journey;
    const trader = await newTrader(stack);
    const page = await openAs(browser, stack, trader, "/trading/btc", { viewport: DESKTOP });
    await page.getByText("Streaming").first().waitFor();
    await page.getByRole("switch", { name: "Trailing stop" }).click();
    await page.getByLabel("Distance of the trailing stop").fill("500");
    await page.getByLabel("Amount", { exact: true }).fill("0.10");
    await hold(67_000);
    await page.getByRole("button", { name: "Buy 0.10 BTCUSD at 67,000.00" }).click();
    await page.getByText("Bought 0.10 BTCUSD at 67,000.00.").waitFor();
    await row(page, /BTCUSD Buy 0.10 67,000.00 .*Trail 500.00/).waitFor();

    // The level has followed the best price, and does not follow one that is worse. After a reload the page knows it too.
    await hold(67_300);
    await row(page, /BTCUSD Buy 0.10 67,000.00 67,300.00/).waitFor();
    await hold(67_200);
    await page.reload();
    await page.getByRole("button", { name: /^Edit stop and target of BTCUSD/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Now at 66,800.00").waitFor();
    await dialog.getByLabel("Trailing stop, distance").fill("100");
    await dialog.getByText("Would close at 67,100.00 now").waitFor();
    await dialog.getByRole("button", { name: "Save" }).click();
    await row(page, /BTCUSD Buy 0.10 67,000.00 .*Trail 100.00/).waitFor();

    await hold(67_400);
    await hold(67_300.01);
    await row(page, /BTCUSD Buy 0.10 67,000.00 67,300.01/).waitFor();
    const won = resultCents(67_000, 67_300);
    await Promise.all([toast(page, `Trailing stop: sold 0.10 BTCUSD at 67,300.00, ${inSentence(won)}`), hold(67_300)]);
    await balance(page, START_CENTS + won);
    await page.getByRole("tab", { name: "History 2" }).click();
    await page.getByRole("button", { name: "Why this price? BTCUSD sell 0.10" }).click();
    await page.getByText(/A trailing stop closes at .* by its distance from the best price so far\./).waitFor();
    await fact(page, "Price of the order", "67,300.00");
    await fact(page, "Slippage", "None");
    await page.context().close();
  });

  test("of a stop and a target, the one that acts ends the other", async () => {
    const { trader, page } = await positionsOf(marketOrder({ stop: 66_500, target: 67_500 }));
    await row(page, /BTCUSD Buy 0.10 .*66,500.00 67,500.00/).waitFor();
    const won = resultCents(67_000, 67_600);
    await Promise.all([toast(page, `Take profit: sold 0.10 BTCUSD at 67,600.00, ${inSentence(won)}`), hold(67_600)]);
    // The list folds once nothing is left in it.
    await page.getByText("No open positions").waitFor({ state: "attached" });
    await page.getByRole("tab", { name: "History 2" }).click();
    await page.getByRole("button", { name: "Why this price? BTCUSD sell 0.10" }).click();
    await fact(page, "Slippage", "100.00 better");
    await page.keyboard.press("Escape");

    // The price comes to where the stop was. What the account does next shows that it has done nothing before.
    await hold(66_400);
    expect(await demoCommand(trader, marketOrder({ amount: 0.01 }))).toMatchObject({ status: 200 });
    await page.getByRole("tab", { name: "Positions 1" }).waitFor();
    await page.getByRole("tab", { name: "History 3" }).click();
    await row(page, /BTCUSD Sell Take profit 0.10 67,600.00/).waitFor();
    // With the head of the table.
    await page.getByRole("row").nth(3).waitFor();
    await eventually(async () => expect(await page.getByRole("row").count()).toBe(4));
    await eventually(async () => expect(await row(page, /Stop loss/).count()).toBe(0));
    await balance(page, START_CENTS + won);
    await page.context().close();
  });

  test("with leverage, a margin call and a stop-out are announced, then the largest loss is closed", async () => {
    const { stack, browser } = journey;
    const trader = await newTrader(stack);
    const market = (bitcoin: number) => keepPrices(stack, { ETHUSDm: 3_300, BTCUSDm: bitcoin });
    await market(67_000);
    const startCents = 2_000_00;
    const settings = { startBalance: dollarsFromCents(startCents), costs: "none", leverage: 30 };
    expect(await demoCommand(trader, { type: "reset", run: 1, ...settings })).toMatchObject({ status: 200 });
    const page = await openAs(browser, stack, trader, "/trading/positions", { viewport: DESKTOP });
    const phone = await openAs(browser, stack, trader, "/trading/positions", { viewport: PHONE, hasTouch: true });
    const screens = [page, phone];
    for (const order of [{ amount: 0.3 }, { symbol: "ETHUSD", side: "sell", amount: 1 }]) {
      expect(await demoCommand(trader, marketOrder({ run: 2, ...order }))).toMatchObject({ status: 200 });
    }
    // A thirtieth of 20,100 and of 3,300 dollars.
    const marginCents = 670_00 + 110_00;
    /** The run's equity at a price of bitcoin: ether stays where it is. */
    const equityCents = (bitcoin: number) => startCents + resultCents(67_000, bitcoin, 0.3);
    const level = (each: Page, cents: number) =>
      each
        .getByRole("region", { name: "Demo account" })
        .getByText(`${Math.round((cents * 100) / marginCents)}%`)
        .waitFor();
    const notice = (each: Page, words: string) => each.getByText(words).first().waitFor();
    const told = (words: string) => Promise.all(screens.map((each) => toast(each, words)));
    for (const each of screens) {
      await level(each, startCents);
      // The code of the notice is there: it would say so now.
      await each.waitForFunction(async (words) => {
        const scripts = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".js"));
        const codes = await Promise.all(scripts.map(async ({ name }) => (await fetch(name)).text()));
        return codes.some((code) => code.includes(words));
      }, "Your margin is nearly used up.");
      await atRest(each);
      await eventually(async () => expect(await each.getByText("Your margin is nearly used up.").count()).toBe(0));
    }

    await market(64_000);
    for (const each of screens) {
      await level(each, equityCents(64_000));
      await notice(each, "Your margin is nearly used up.");
      await notice(each, `A margin call comes at an equity of ${money(marginCents)}.`);
      await notice(each, `At ${money(marginCents / 2)} positions are closed, the largest loss first.`);
      const now = inSentence(resultCents(67_000, 64_000, 0.3));
      await notice(each, `That would be BTCUSD buy 0.30, now at ${now}.`);
    }
    await expectAccessibleLayout(page);

    const called = 62_900;
    const words = `your equity of ${money(equityCents(called))} is at or below the used margin of ${money(marginCents)}`;
    await Promise.all([told(`Margin call: ${words}`), market(called)]);
    for (const each of screens) {
      await notice(each, "Margin call.");
      await level(each, equityCents(called));
    }
    await expectAccessibleLayout(page);

    // At half of the margin positions are closed; a cent above it none is.
    const [above, out] = [61_633.36, 61_633.34];
    expect(equityCents(above)).toBe(marginCents / 2 + 1);
    expect(equityCents(out)).toBe(marginCents / 2);
    await market(above);
    await notice(page, `Your equity is ${money(equityCents(above))}.`);
    await page.getByRole("tab", { name: "Positions 2" }).waitFor();
    const lost = resultCents(67_000, out, 0.3);
    await Promise.all([told(`Stop-out: sold 0.30 BTCUSD at 61,633.34, ${inSentence(lost)}`), market(out)]);
    for (const each of screens) {
      await each.getByRole("tab", { name: "Positions 1" }).waitFor();
      await balance(each, startCents + lost);
      await each.getByText("Margin call.").first().waitFor({ state: "detached" });
    }
    // What is left of the run is 154 dollars on a margin of 110: low, and no call.
    await keepPrices(stack, { ETHUSDm: 3_536 });
    for (const each of screens) await notice(each, "Your margin is nearly used up.");
    await eventually(async () => expect(await page.getByText("Margin call.").count()).toBe(0));
    await page.getByRole("tab", { name: "History 3" }).click();
    await row(page, /BTCUSD Sell Stop-out 0.30 61,633.34/).waitFor();
    await expectAccessibleLayout(page);
    await Promise.all(screens.map((each) => each.context().close()));
  });
});
