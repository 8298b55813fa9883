import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { keepPrices, letPricesMove } from "../../dev/test/test-market.ts";
import { newTrader } from "../../dev/test/test-people.ts";
import { waitUntil } from "../../dev/test/wait-until.ts";
import { DESKTOP, PHONE } from "../test/accessible-layout.ts";
import { atRest, boxAtRest } from "../test/at-rest.ts";
import { findAxeViolations } from "../test/axe.ts";
import { lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { openAs } from "./trader-tab.ts";

setDefaultTimeout(600_000);

describe.skipIf(lacksBrowser())("the ticket", () => {
  const journey = setUpJourney();
  let page: Page;
  beforeAll(async () => {
    const { stack, browser } = journey;
    page = await openAs(browser, stack, await newTrader(stack), "/trading/eth", { viewport: DESKTOP });
    await page.getByText("Streaming").first().waitFor();
  }, 600_000);
  afterAll(() => letPricesMove(journey.stack, ["ETHUSDm"]));

  const hold = (price: number) => keepPrices(journey.stack, { ETHUSDm: price });
  const place = (name: string) => page.getByRole("button", { name, exact: true }).click();
  const placed = (words: string) => page.getByText(`Order placed successfully! ${words}`).waitFor();
  const amount = () => page.getByLabel("Amount", { exact: true });

  test("buys and sells at the market's price, to the cent, and keeps what is typed", async () => {
    await hold(3_300);
    await amount().fill("0.50");
    await page.getByLabel("Stop loss at").fill("3200");
    await page.getByText("−$50.00 at most").waitFor();
    await place("Buy 0.50 ETHUSD at 3,300.00");
    await placed("Bought 0.50 ETHUSD at 3,300.00.");
    expect(await findAxeViolations(page)).toEqual([]);

    await page.locator("[data-side=sell] > input").check({ force: true });
    await page.getByLabel("Stop loss at").fill("3400");
    await eventually(async () => expect(await amount().inputValue()).toBe("0.50"));
    await hold(3_310.5);
    await place("Sell 0.50 ETHUSD at 3,310.50");
    await placed("Sold 0.50 ETHUSD at 3,310.50.");
    await hold(3_320.25);
    // Half of 20.25 won, and half of 9.75 lost.
    await page.getByText("+$10.13").first().waitFor();
    await page.getByText("−$4.88").first().waitFor();
  });

  test.each([
    [1440, 900],
    [1280, 720],
  ])(
    "a toast covers nothing of the header, of the ticket and of the newest candles at %d by %d",
    async (width, height) => {
      await page.setViewportSize({ width, height });
      await page.waitForFunction(() => !document.body.textContent.includes("Order placed successfully!"));
      await hold(3_320.25);
      await page.locator("[data-side=sell] > input").check({ force: true });
      await amount().fill("0.01");
      await place("Sell 0.01 ETHUSD at 3,320.25");
      const toast = page.getByRole("status").filter({ hasText: "Order placed successfully!" });
      const { beside, covered, ofPlot } = await placeOf(toast, "header *, form *, tr *");
      expect(beside).toBeGreaterThan(50);
      expect(covered).toEqual([]);
      expect(ofPlot).toBeLessThan(0.8);
    },
  );

  test("a typed price waits on the server as a limit, is filled there, and a typed stop too", async () => {
    await page.setViewportSize(DESKTOP);
    await hold(3_320);
    await page.locator("[data-side=buy] > input").check({ force: true });
    await page.getByRole("switch", { name: "Stop loss" }).click();
    await amount().fill("0.10");
    // By where the market is, a typed price is a limit or a stop.
    await page.getByRole("button", { name: "Buy 0.10 ETHUSD at 3,320.00" }).waitFor();
    await page.getByLabel("Price, optional").fill("3300");
    await place("Place buy limit 0.10 at 3,300.00");
    await placed("Buy limit 0.10 ETHUSD waits at 3,300.00.");
    await hold(3_299.5);
    await page.getByRole("row", { name: /ETHUSD Buy 0.10 3,299.50/ }).waitFor();

    await page.getByRole("radio", { name: "Market", exact: true }).click();
    await page.getByRole("button", { name: "Buy 0.10 ETHUSD at 3,299.50" }).waitFor();
    await page.getByLabel("Price, optional").fill("3310");
    await place("Place buy stop 0.10 at 3,310.00");
    await placed("Buy stop 0.10 ETHUSD waits at 3,310.00.");
    // It was jumped over: it fills where the market is then.
    await hold(3_312.75);
    await page.getByRole("row", { name: /ETHUSD Buy 0.10 3,312.75/ }).waitFor();
  });

  test("says at its field what the market or the account refuses, and sends nothing", async () => {
    await hold(3_300);
    await page.getByRole("radio", { name: "Stop", exact: true }).click();
    await page.getByLabel("Buys when the price reaches").fill("3200");
    await place("Place buy stop 0.10 at 3,200.00");
    await page.getByText("The market has already reached this price").waitFor();
    await eventually(async () =>
      expect(await page.getByLabel("Buys when the price reaches").getAttribute("aria-invalid")).toBe("true"),
    );
    await page.getByRole("radio", { name: "Market", exact: true }).click();
    await amount().fill("");
    await hold(3_300);
    await place("Buy ETHUSD at 3,300.00");
    await page.getByText("Please enter a valid amount").waitFor();
    await amount().fill("100");
    await page.getByRole("button", { name: /^Needs \$[\d,.]+ more margin$/ }).waitFor();
  });

  test("follows the chart, and the chart follows it; prices of one market are not kept for another", async () => {
    await page.getByLabel("Stop loss at").fill("3200");
    const symbol = page.getByLabel("Symbol");
    for (const [shown, traded] of [
      ["XAUUSDm", "XAUUSDm"],
      ["US500", "US500"],
      ["BTCUSDm", "BTCUSD"],
    ] as const) {
      await page.getByRole("list", { name: "Watchlist" }).getByRole("button", { name: shown }).click();
      await waitUntil("the ticket follows", async () => (await symbol.inputValue()) === traded);
      await page.getByRole("button", { name: new RegExp(`^Buy [\\d.]* ?${traded}|^Needs`) }).waitFor();
    }
    await eventually(async () => expect(await page.getByLabel("Stop loss at").inputValue()).toBe(""));
    await symbol.selectOption("MINIBTC");
    await page.getByRole("heading", { name: "BTCUSDm", exact: true }).waitFor();
    await symbol.selectOption("ETHUSD");
    await page.getByRole("heading", { name: "ETHUSDm", exact: true }).waitFor();
  });

  test("on a phone it is a sheet with its button in reach, which closes when the order is placed", async () => {
    const { stack, browser } = journey;
    await letPricesMove(stack, ["ETHUSDm"]);
    const phone = await openAs(browser, stack, await newTrader(stack), "/watchlist", {
      viewport: PHONE,
      hasTouch: true,
    });
    await phone.getByText("Streaming").filter({ visible: true }).waitFor();
    await phone.getByRole("dialog", { name: "Watchlist" }).getByRole("button", { name: "Close", exact: true }).click();
    await phone.getByRole("link", { name: "Limit, stop, target" }).click();
    const sheet = phone.getByRole("dialog", { name: "Order" });
    await sheet.getByLabel("Symbol").selectOption("ETHUSD");
    await hold(3_300);
    await sheet.getByLabel("Amount", { exact: true }).fill("0.10");
    const button = sheet.getByRole("button", { name: "Buy 0.10 ETHUSD at 3,300.00" });
    const { y, height } = await boxAtRest(button);
    expect(y + height).toBeLessThanOrEqual(PHONE.height);
    expect(await findAxeViolations(phone)).toEqual([]);
    await phone.keyboard.press("Escape");
    await sheet.waitFor({ state: "detached" });
    await phone.getByRole("link", { name: "Limit, stop, target" }).click();
    const toast = phone.getByRole("status").filter({ hasText: "Bought 0.10 ETHUSD at 3,300.00." });
    await Promise.all([toast.waitFor(), sheet.waitFor({ state: "detached" }), button.click()]);
    // The toast's own link aside, and the line of the position, which may be anywhere on the plot and takes clicks through it.
    const { beside, covered, ofPlot } = await placeOf(
      toast,
      "header:has(h1) *, :is(a, button):not([data-over-dialogs] *, [data-stage] *)",
    );
    expect(beside).toBeGreaterThan(5);
    expect(covered).toEqual([]);
    expect(ofPlot).toBeLessThan(0.8);
    await phone.context().close();
  });
});

/**
 * Which elements a toast covers, how many it leaves free, and up to which share of the plot's width it goes. The toast is there for four seconds: it stays while its
 * link has the focus, and all is measured in one step.
 * @param selector of the elements that may be covered
 */
async function placeOf(
  toast: Locator,
  selector: string,
): Promise<{ beside: number; covered: string[]; ofPlot: number }> {
  const link = toast.getByRole("button", { name: "Why this price?" });
  await link.focus();
  await atRest(toast.page());
  const place = await toast.locator("..").evaluate((element, others) => {
    const own = element.getBoundingClientRect();
    const isApart = ({ left, right, top, bottom }: DOMRect) =>
      right <= own.left || own.right <= left || bottom <= own.top || own.bottom <= top;
    const boxes = [...document.querySelectorAll(others)].flatMap((other) => {
      const box = other.getBoundingClientRect();
      return other.checkVisibility({ visibilityProperty: true }) && box.width * box.height > 0 ? [{ other, box }] : [];
    });
    const covered = boxes.filter(({ box }) => !isApart(box));
    const plot = document.querySelector('[role="img"][aria-label^="Chart of"]')?.getBoundingClientRect();
    return {
      beside: boxes.length - covered.length,
      covered: covered.map(({ other }) => other.outerHTML),
      ofPlot: plot ? (own.right - plot.left) / plot.width : Number.NaN,
    };
  }, selector);
  await link.blur();
  return place;
}
