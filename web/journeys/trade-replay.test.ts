import { afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { demoCommand, marketOrder } from "../../dev/test/test-demo-account.ts";
import { holdPrices, letPricesMove } from "../../dev/test/test-market.ts";
import { newTrader, type Trader } from "../../dev/test/test-people.ts";
import { LANGUAGE_COOKIE, languageCookieValue } from "../../worker/contract/languages.ts";
import { journalText as khmerJournal } from "../review/journal-text.km.ts";
import { journalText as journal } from "../review/journal-text.ts";
import { DESKTOP, expectAccessibleLayout, PHONE } from "../test/accessible-layout.ts";
import { lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { openAs, signedInBrowser } from "./trader-tab.ts";

setDefaultTimeout(600_000);

describe.skipIf(lacksBrowser())("the replay of a demo trade", () => {
  const journey = setUpJourney();
  afterEach(() => letPricesMove(journey.stack, ["BTCUSDm"]));
  const hold = (price: number) => holdPrices(journey.stack, { BTCUSDm: price });

  /** Bought at 67,000.00 with the stop at 66,500.00, which was moved to 66,000.00; 66,400.00 came, and it was closed at 66,200.00. */
  async function traderWhoMovedTheStop(): Promise<Trader> {
    const trader = await newTrader(journey.stack);
    const sent = async (body: object) => expect(await demoCommand(trader, body)).toMatchObject({ status: 200 });
    await hold(67_000);
    await sent(marketOrder({ stop: 66_500 }));
    await hold(67_200);
    await sent({ type: "amend_position", positionId: 1, version: 1, stop: 66_000, target: null, trail: null });
    await hold(66_400);
    await hold(66_200);
    await sent({ type: "close", positionId: 1, version: 2, amount: null });
    return trader;
  }

  async function openReplay(page: Page): Promise<void> {
    await page.getByRole("link", { name: "Show All Trades" }).click();
    await page.getByRole("button", { name: "BTCUSD, details" }).click();
    await page
      .getByRole("dialog", { name: "Trade of BTCUSD" })
      .getByRole("button", { name: "Replay", exact: true })
      .click();
  }

  test("plays and steps by keys, says what the kept stop would have brought, and leads on to the review, also on a phone in Khmer", async () => {
    const { stack, browser } = journey;
    const trader = await traderWhoMovedTheStop();
    const page = await openAs(browser, stack, trader, "/performance", { viewport: DESKTOP });
    await openReplay(page);
    const dialog = page.getByRole("dialog", { name: "Trade of BTCUSD" });
    await dialog.getByRole("heading", { name: "Had you kept your stop: −$60.00 instead of −$80.00" }).waitFor();
    await dialog.getByText("Out at 66,400.00 at").waitFor();
    await dialog.getByRole("region", { name: "What if" }).getByText("+$20.00", { exact: true }).waitFor();
    // What happened in between: the best was at 67,200.00, the worst where it was closed.
    const figure = (name: string) => dialog.locator("dl > div").filter({ hasText: name });
    await figure("Best").getByText("+0.4R").waitFor();
    await figure("Worst").getByText("−1.6R").waitFor();
    await expectAccessibleLayout(page);

    // By keys alone: back over the last quote, so that what came then is hidden, and on by play.
    const place = dialog.getByRole("slider", { name: "Place in the trade" });
    const placeNow = async () => Number(await place.inputValue());
    const end = await placeNow();
    await page.keyboard.press("ArrowLeft");
    await eventually(async () => expect(await placeNow()).toBe(end - 1));
    await eventually(async () => expect(await place.getAttribute("aria-valuetext")).toMatch(/66,400\.00$/));
    await page.keyboard.press("Shift+ArrowLeft");
    await eventually(async () => expect(await placeNow()).toBe(Math.max(0, end - 11)));
    await dialog.getByRole("combobox", { name: "Speed" }).selectOption("600×");
    await dialog.getByRole("heading", { name: /^Had you kept your stop/ }).click();
    await page.keyboard.press("Space");
    await eventually(async () => expect(await placeNow()).toBe(end));
    await dialog.getByRole("button", { name: "Play" }).waitFor();

    // The whole day: at its end the trade is closed, at its begin it is not yet.
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "BTCUSD, details" }).click();
    await dialog.getByRole("button", { name: "Replay the day" }).click();
    await dialog.getByText("1 of 1 trades closed").waitFor();
    await dialog.getByRole("button", { name: "To the start" }).click();
    await dialog.getByText("0 of 1 trades closed").waitFor();

    // From the trade to its review: a tag, the list of that tag, and a rule chosen in the same place.
    await page.goto(`${stack.origin}/performance/journal?account=run:1`);
    await page.getByRole("heading", { name: "Had you kept your stop: −$60.00 instead of −$80.00" }).waitFor();
    await page.keyboard.press("t");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Too wide");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Too wide", pressed: true }).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Enter");
    await page.getByText(journal.allDone(1), { exact: true }).waitFor();
    const tagged = async () => (await trader.get("/api/journal/labels")).body.labels[0]?.id as string;
    await eventually(async () => expect(await tagged()).toBeString());
    await page.goto(`${stack.origin}/performance/journal?account=run:1&tag=${await tagged()}`);
    await page.getByText("Only Too wide").waitFor();
    await page.getByText(journal.reviewed(1, 1), { exact: true }).waitFor();

    // The same trade on a phone in Khmer.
    const context = await signedInBrowser(browser, stack, trader, { viewport: PHONE, hasTouch: true });
    await context.addCookies([{ name: LANGUAGE_COOKIE, value: languageCookieValue("km", true), url: stack.origin }]);
    const phone = await context.newPage();
    await phone.goto(`${stack.origin}/performance/journal?account=run:1`);
    await phone
      .getByRole("navigation", { name: khmerJournal.list })
      .getByRole("link", { name: /BTCUSD/ })
      .first()
      .click();
    // Its words have marks where they may break.
    await phone.getByRole("heading", { name: /−\$60\.00.*−\$80\.00/ }).waitFor();
    const thumb = phone.getByRole("slider");
    await thumb.press("ArrowLeft");
    await eventually(async () => expect(await thumb.getAttribute("aria-valuetext")).toMatch(/66,400\.00$/));
    await expectAccessibleLayout(phone, [PHONE]);
  });
});
