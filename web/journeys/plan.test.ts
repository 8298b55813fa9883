import { afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { keepPrices, letPricesMove } from "../../dev/test/test-market.ts";
import { newKhmerTrader, newTrader, type Trader } from "../../dev/test/test-people.ts";
import type { DemoReceiptRecord } from "../../worker/contract/demo/demo-messages.ts";
import { LANGUAGE_COOKIE, languageCookieValue } from "../../worker/contract/languages.ts";
import { lockedPlanText as khmerLocked } from "../demo/locked-plan-text.km.ts";
import { WHY_THIS_PRICE as khmerWhy } from "../demo/receipt-link-text.km.ts";
import { planText as khmerPlan } from "../plans/plan-text.km.ts";
import { marketText as khmerMarket } from "../prices/market-text.km.ts";
import { DESKTOP, expectAccessibleLayout, PHONE } from "../test/accessible-layout.ts";
import { lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { orderText as khmerOrder } from "../ticket/order-text.km.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { openAs, signedInBrowser } from "./trader-tab.ts";

setDefaultTimeout(600_000);

const fillOf = async (trader: Trader, id: number) =>
  ((await trader.get(`/api/demo/fills/${id}`)).body as unknown as DemoReceiptRecord).fill;

describe.skipIf(lacksBrowser())("a plan before the entry", () => {
  const journey = setUpJourney();
  afterEach(() => letPricesMove(journey.stack, ["BTCUSDm"]));
  const hold = (price: number) => keepPrices(journey.stack, { BTCUSDm: price });

  test("is written by keyboard, pasted, corrected, kept while offline, and locked by the fill, which its receipt shows", async () => {
    const { stack, browser } = journey;
    const trader = await newTrader(stack);
    const page = await openAs(browser, stack, trader, "/trading/btc", { viewport: DESKTOP });
    await page.getByText("Streaming").first().waitFor();
    await hold(67_000);
    const row = page.getByRole("button", { name: /^Plan/ });
    await eventually(async () => expect(await row.getAttribute("aria-expanded")).toBe("false"));
    const button = page.getByRole("button", { name: /^Buy .*BTCUSD/ });
    const place = (await button.boundingBox())?.y;
    await page.keyboard.press("p");
    const reason = page.getByRole("textbox", { name: "Reason" });
    await eventually(async () => expect(await reason.evaluate((field) => field === document.activeElement)).toBe(true));
    // The open plan moves the button nowhere.
    await eventually(async () => expect((await button.boundingBox())?.y).toBe(place));
    await page.keyboard.type("67,80 broke and hodls");
    // Enter neither breaks the line nor sends anything.
    await page.keyboard.press("Enter");
    await eventually(async () => expect(await reason.inputValue()).toBe("67,80 broke and hodls"));
    await reason.fill("");
    await page.keyboard.type("67,800 broke\tand holds. ".replace("\t", " "));
    await page.keyboard.insertText("Out if it\ncloses\r\nback under.");
    await eventually(async () =>
      expect(await reason.inputValue()).toBe("67,800 broke and holds. Out if it closes back under."),
    );

    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Setup", exact: true }).click();
    const name = page.getByRole("textbox", { name: "Name of the new setup" });
    await name.fill("Breakout");
    await page.keyboard.press("Escape");
    await name.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Setup", exact: true }).click();
    await name.fill("Breakout retest");
    await page.keyboard.press("Enter");
    const chip = page.getByRole("button", { name: "Breakout retest", exact: true });
    await eventually(async () => expect(await chip.getAttribute("aria-pressed")).toBe("true"));
    await page.context().setOffline(false);
    await hold(67_000);

    await page.getByLabel("Amount", { exact: true }).fill("0.10");
    await page.getByLabel("Stop loss at").fill("66000");
    await page.getByLabel("Take profit at").fill("69000");
    await page.getByRole("button", { name: "Buy 0.10 BTCUSD at 67,000.00" }).click();
    const card = page.getByRole("region", { name: "The plan of the last order" });
    await card.getByText(/^Plan locked \d\d:\d\d:\d\d, seal [0-9a-f]{4}…[0-9a-f]{4}$/).waitFor();
    await card.getByText("Breakout retest").waitFor();
    await card.getByText("Target, 2.0R").waitFor();
    await expectAccessibleLayout(page);
    // The next order has none of it.
    await eventually(async () => expect(await reason.inputValue()).toBe(""));
    await eventually(async () => expect(await chip.getAttribute("aria-pressed")).toBe("false"));
    await eventually(async () => expect((await trader.get("/api/journal/labels")).body.labels).toHaveLength(1));
    const { plan } = await fillOf(trader, 1);
    expect(plan).toMatchObject({
      setupName: "Breakout retest",
      reason: "67,800 broke and holds. Out if it closes back under.",
      ...{ stop: 6_600_000, target: 6_900_000, units: 10_000_000, riskCents: 10_000, targetMilliR: 2_000 },
    });

    await page.getByRole("button", { name: "Why this price?" }).first().click();
    const receipt = page.getByRole("dialog", { name: "Why this price?" });
    await receipt.getByText(/^Plan locked/).waitFor();
    await receipt.getByText("“67,800 broke and holds. Out if it closes back under.”").waitFor();
    await expectAccessibleLayout(page);
    await page.keyboard.press("Escape");
    await card.getByRole("button", { name: "Close", exact: true }).click();
    await card.waitFor({ state: "detached" });

    // Without a plan the order is the same, and its receipt says so. Open or closed is kept.
    await row.click();
    await page.reload();
    await eventually(async () => expect(await row.getAttribute("aria-expanded")).toBe("false"));
    await hold(67_000);
    await page.getByLabel("Amount", { exact: true }).fill("0.01");
    await page.getByRole("button", { name: "Buy 0.01 BTCUSD at 67,000.00" }).click();
    await page.getByText("Bought 0.01 BTCUSD at 67,000.00.").waitFor();
    await page.goto(`${stack.origin}/trading/fills/2`);
    await receipt.getByText("No plan", { exact: true }).waitFor();
    expect("plan" in (await fillOf(trader, 2))).toBe(false);
    await page.context().close();
  });

  test("of a waiting order is changed in its editor, and the fill locks what it is by then", async () => {
    const { stack, browser } = journey;
    const trader = await newTrader(stack);
    const page = await openAs(browser, stack, trader, "/trading/btc", { viewport: DESKTOP });
    await page.getByText("Streaming").first().waitFor();
    await hold(67_000);
    await page.getByRole("button", { name: /^Plan/ }).click();
    await page.getByRole("textbox", { name: "Reason" }).fill("The range holds");
    await page.getByLabel("Amount", { exact: true }).fill("0.01");
    await page.getByLabel("Price, optional").fill("66000");
    await page.getByRole("button", { name: "Place buy limit 0.01 at 66,000.00" }).click();
    await page.getByText("Buy limit 0.01 BTCUSD waits at 66,000.00.").waitFor();
    await page.getByRole("tab", { name: /^Orders/ }).click();
    await page
      .getByRole("button", { name: /^Change BTCUSD/ })
      .first()
      .click();
    const editor = page.getByRole("dialog");
    const reason = editor.getByRole("textbox", { name: "Reason" });
    await eventually(async () => expect(await reason.inputValue()).toBe("The range holds"));
    // Another size would close the editor of this list.
    await expectAccessibleLayout(page, []);
    await reason.fill("The range holds, third time");
    await editor.getByRole("button", { name: "Save" }).click();
    await editor.waitFor({ state: "detached" });
    await hold(65_990);
    await eventually(async () => expect((await fillOf(trader, 1)).plan?.reason).toBe("The range holds, third time"));
    await page.context().close();
  });

  test("on a phone in Khmer: plan, fill, and the receipt shows it", async () => {
    const { stack, browser } = journey;
    const trader = await newKhmerTrader(stack);
    const context = await signedInBrowser(browser, stack, trader, { viewport: PHONE, hasTouch: true, locale: "km-KH" });
    await context.addCookies([{ name: LANGUAGE_COOKIE, value: languageCookieValue("km", true), url: stack.origin }]);
    const page: Page = await context.newPage();
    await page.goto(`${stack.origin}/trading/orders`);
    const sheet = page.getByRole("dialog", { name: khmerMarket.order });
    await hold(67_000);
    await sheet.getByRole("button", { name: new RegExp(`^${khmerOrder.plan}`) }).click();
    const reason = sheet.locator("textarea");
    await reason.fill("តម្លៃបានទម្លាយ 67,800 ហើយឈរនៅ\nខាងលើ");
    await eventually(async () => expect(await reason.inputValue()).toBe("តម្លៃបានទម្លាយ 67,800 ហើយឈរនៅ ខាងលើ"));
    await sheet.getByRole("button", { name: khmerPlan.newSetup, exact: true }).click();
    await sheet.getByRole("textbox", { name: khmerPlan.nameOfSetup }).fill("ការទម្លាយ");
    await sheet.getByRole("button", { name: khmerPlan.add, exact: true }).click();
    await eventually(async () =>
      expect(await sheet.getByRole("button", { name: "ការទម្លាយ" }).getAttribute("aria-pressed")).toBe("true"),
    );
    await sheet.getByLabel(khmerOrder.amount, { exact: true }).fill("0.01");
    await expectAccessibleLayout(page);
    await sheet.locator("button[type=submit]").click();
    await sheet.waitFor({ state: "detached" });
    const { plan } = await fillOf(trader, 1);
    expect([plan?.setupName, plan?.reason]).toEqual(["ការទម្លាយ", "តម្លៃបានទម្លាយ 67,800 ហើយឈរនៅ ខាងលើ"]);
    await page.goto(`${stack.origin}/trading/fills/1`);
    const receipt = page.getByRole("dialog", { name: khmerWhy });
    await receipt.getByText(khmerLocked.setup).waitFor();
    await receipt.getByText("ការទម្លាយ", { exact: true }).waitFor();
    await receipt.getByText("“តម្លៃបានទម្លាយ 67,800 ហើយឈរនៅ ខាងលើ”").waitFor();
    await expectAccessibleLayout(page);
    await context.close();
  });
});
