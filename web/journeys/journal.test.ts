import { afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import type { Client } from "../../dev/test/test-client.ts";
import { demoCommand, marketOrder } from "../../dev/test/test-demo-account.ts";
import { keepPrices, letPricesMove } from "../../dev/test/test-market.ts";
import { addPerson, databaseOf } from "../../dev/test/test-money.ts";
import { newTrader, type Trader } from "../../dev/test/test-people.ts";
import { addTrades } from "../../dev/test/test-trades.ts";
import { LANGUAGE_COOKIE, languageCookieValue } from "../../worker/contract/languages.ts";
import { DAY_MS, MINUTE_MS } from "../../worker/contract/time.ts";
import { closedTradeText } from "../review/closed-trade-text.ts";
import { journalText as khmer } from "../review/journal-text.km.ts";
import { journalText as english } from "../review/journal-text.ts";
import { spanOf, type Week, weekAt } from "../review/week.ts";
import { DESKTOP, expectAccessibleLayout, PHONE } from "../test/accessible-layout.ts";
import { lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { openAs, signedInBrowser } from "./trader-tab.ts";

setDefaultTimeout(600_000);

/** That of the traders and of their browsers: elsewhere the page begins with a notice. */
const ZONE = "Asia/Phnom_Penh";

describe.skipIf(lacksBrowser())("the journal", () => {
  const journey = setUpJourney();
  afterEach(() => letPricesMove(journey.stack, ["BTCUSDm"]));

  /** A trader with closed trades in a week that is over. */
  async function traderWith(count: number): Promise<{ trader: Trader; path: string; week: Week }> {
    const { stack } = journey;
    const trader = await newTrader(stack, ZONE);
    const adminId = crypto.randomUUID();
    const db = databaseOf(stack);
    await addPerson(db, adminId, "admin");
    const week = weekAt(Date.now() - 14 * DAY_MS, ZONE);
    const { fromMs } = spanOf(week, ZONE);
    const trades = Array.from({ length: count }, (_, i) => ({
      closedAtMs: fromMs + (i % 5) * DAY_MS + i * MINUTE_MS,
      profitCents: i % 3 === 1 ? -2_50 : 10_00,
    }));
    await addTrades(db, { userId: trader.userId, adminId }, trades);
    return { trader, path: `/performance/journal?account=cash&year=${week.year}&week=${week.week}`, week };
  }

  async function entriesOf(trader: Client, week: Week) {
    const { fromMs, toMs } = spanOf(week, ZONE);
    const span = `from=${new Date(fromMs).toISOString()}&to=${new Date(toMs).toISOString()}`;
    return (await trader.get(`/api/journal/entries?account=cash&${span}`)).body.entries as Array<{
      subject: string;
      body: { grade: string | null; note: string; labels: string[]; reviewedAt: number | null };
    }>;
  }

  const note = (page: Page) => page.getByRole("textbox", { name: english.note, exact: true });
  const whenSaved = (page: Page) => page.getByText(english.saved, { exact: true }).waitFor();

  test("has a week of fifty trades reviewed by the keyboard alone", async () => {
    const { trader, path, week } = await traderWith(50);
    const page = await openAs(journey.browser, journey.stack, trader, path, { viewport: DESKTOP, timezoneId: ZONE });
    await page.getByText(english.reviewed(0, 50), { exact: true }).waitFor();
    let keys = 0;
    const press = async (...names: string[]) => {
      for (const name of names) {
        await page.keyboard.press(name);
        keys += 1;
      }
    };
    const type = async (text: string) => {
      await page.keyboard.type(text);
      keys += text.length;
    };
    for (let i = 0; i < 50; i += 1) {
      await press(String((i % 4) + 1));
      if (i === 0) {
        // The first mistake and the first tag are made where they are used.
        await press("m", "Enter");
        await type("Chased");
        await press("Enter");
        await page.getByRole("button", { name: "Chased", pressed: true }).waitFor();
        await press("Escape");
      } else if (i % 5 === 0) await press("m", "Enter", "Escape");
      if (i % 10 === 0) {
        await press("n");
        await type("Too early");
        await press("Escape");
      }
      await press("Enter");
    }
    await page.getByText(english.allDone(50), { exact: true }).waitFor();
    await page.getByText(english.reviewed(50, 50), { exact: true }).waitFor();
    expect(keys).toBeLessThanOrEqual(200);
    await eventually(async () => {
      const entries = await entriesOf(trader, week);
      expect(entries.filter(({ body }) => body.reviewedAt !== null && body.grade !== null)).toHaveLength(50);
      expect(entries.filter(({ body }) => body.labels.length === 1)).toHaveLength(10);
      expect(entries.filter(({ body }) => body.note === "Too early")).toHaveLength(5);
    });
    // Back through the list, a grade is changed.
    await press("k", "1");
    await expectAccessibleLayout(page);
    await page.reload();
    await page.getByText(english.reviewed(50, 50), { exact: true }).waitFor();
  });

  test("is reviewed on a phone in Khmer: the list, then a page for each trade", async () => {
    const { trader, path, week } = await traderWith(2);
    const context = await signedInBrowser(journey.browser, journey.stack, trader, {
      viewport: PHONE,
      hasTouch: true,
      timezoneId: ZONE,
    });
    await context.addCookies([
      { name: LANGUAGE_COOKIE, value: languageCookieValue("km", true), url: journey.stack.origin },
    ]);
    const page = await context.newPage();
    await page.goto(journey.stack.origin + path);
    await page.getByText(khmer.reviewed(0, 2), { exact: true }).waitFor();
    await expectAccessibleLayout(page, [PHONE]);
    await page
      .getByRole("navigation", { name: khmer.list })
      .getByRole("link", { name: /BTCUSDm/ })
      .first()
      .click();
    await page.getByText(khmer.position(1, 2), { exact: true }).waitFor();
    await page.getByRole("radio", { name: "A" }).click();
    await page.getByRole("button", { name: khmer.addLabel.tag, exact: true }).click();
    await page.getByRole("textbox", { name: khmer.newLabel.tag }).fill("អត់ធ្មត់");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "អត់ធ្មត់", pressed: true }).waitFor();
    await page.getByRole("textbox", { name: khmer.note, exact: true }).fill("ល្អ");
    await page.getByText(khmer.saved, { exact: true }).waitFor();
    await expectAccessibleLayout(page, [PHONE]);
    await page.getByRole("button", { name: khmer.doneNext }).click();
    await page.getByText(khmer.position(2, 2), { exact: true }).waitFor();
    await page.getByRole("button", { name: khmer.doneNext }).click();
    await page.getByText(khmer.allDone(2), { exact: true }).waitFor();
    await page.getByRole("link", { name: khmer.back, exact: true }).click();
    await page.getByText(khmer.reviewed(2, 2), { exact: true }).waitFor();
    await eventually(async () =>
      expect((await entriesOf(trader, week)).map(({ body }) => [body.grade, body.note, body.labels.length])).toEqual(
        expect.arrayContaining([
          ["A", "ល្អ", 1],
          [null, "", 0],
        ]),
      ),
    );
  });

  test("shows on one device what another writes, and both notes where both wrote without a connection", async () => {
    const { trader, path, week } = await traderWith(1);
    const options = { viewport: DESKTOP, timezoneId: ZONE };
    const [one, two] = [
      await openAs(journey.browser, journey.stack, trader, path, options),
      await openAs(journey.browser, journey.stack, trader, path, options),
    ];
    await note(one).fill("From the desk");
    await whenSaved(one);
    await eventually(async () => expect(await note(two).inputValue()).toBe("From the desk"));

    await one.context().setOffline(true);
    await note(one).fill("From the desk, on the train");
    await one.getByText(english.keptHere).waitFor();
    await note(two).fill("Something else");
    await whenSaved(two);
    await one.context().setOffline(false);
    await one.getByText(english.otherDevice).waitFor();
    await one.getByRole("region", { name: english.review }).getByText("Something else", { exact: true }).waitFor();
    await eventually(async () => expect(await note(one).inputValue()).toBe("From the desk, on the train"));
    await one.getByRole("button", { name: english.keepBoth }).click();
    const both = "Something else\n\nFrom the desk, on the train";
    await eventually(async () => expect(await note(two).inputValue()).toBe(both));
    expect((await entriesOf(trader, week)).map(({ body }) => body.note)).toEqual([both]);
  });

  test("lists a trade that is closed meanwhile, and leaves the one open that a note is written about", async () => {
    const trader = await newTrader(journey.stack, ZONE);
    const closeOne = async () => {
      expect(await demoCommand(trader, marketOrder())).toMatchObject({ status: 200 });
      expect(await demoCommand(trader, { type: "close_all", run: 1 })).toMatchObject({ status: 200 });
    };
    await keepPrices(journey.stack, { BTCUSDm: 67_000 });
    await closeOne();
    const path = "/performance/journal?account=run:1";
    const page = await openAs(journey.browser, journey.stack, trader, path, { viewport: DESKTOP, timezoneId: ZONE });
    const reviewed = (count: number) => page.getByText(`0 of ${count}`).first().waitFor();
    await reviewed(1);
    await note(page).fill("Written about the first one");
    await closeOne();
    await reviewed(2);
    await eventually(async () => expect(await note(page).inputValue()).toBe("Written about the first one"));
  });

  test("has a tag from a phone in two taps after a close, and from a toast at a desk", async () => {
    const trader = await newTrader(journey.stack, ZONE);
    const label = { type: "mistake", name: "Early exit", isArchived: false };
    const tag = { kind: "label", id: crypto.randomUUID(), version: 1, body: label };
    expect(await trader.post("/api/journal/changes", { changes: [tag] })).toMatchObject({ status: 200 });
    const stored = async (count: number) => {
      const from = new Date(Date.now() - DAY_MS).toISOString();
      const to = new Date(Date.now() + DAY_MS).toISOString();
      await eventually(async () => {
        const { body } = await trader.get(`/api/journal/entries?account=run:1&from=${from}&to=${to}`);
        expect(body.entries.map((entry: { body: { labels: string[] } }) => entry.body.labels)).toEqual(
          Array.from({ length: count }, () => [tag.id]),
        );
      });
    };
    await keepPrices(journey.stack, { BTCUSDm: 67_000 });
    expect(await demoCommand(trader, marketOrder())).toMatchObject({ status: 200 });
    const phone = await openAs(journey.browser, journey.stack, trader, "/trading", {
      viewport: PHONE,
      hasTouch: true,
      timezoneId: ZONE,
    });
    await phone.getByText("DEMO").first().waitFor();
    await keepPrices(journey.stack, { BTCUSDm: 67_100 });
    expect(await demoCommand(trader, { type: "close_all", run: 1 })).toMatchObject({ status: 200 });
    const sheet = phone.getByRole("dialog", { name: closedTradeText.title("BTCUSD") });
    await sheet.waitFor();
    await sheet.getByRole("button", { name: "Early exit" }).click();
    await sheet.getByRole("button", { name: closedTradeText.save }).click();
    await sheet.waitFor({ state: "detached" });
    await stored(1);
    await phone.close();

    expect(await demoCommand(trader, marketOrder())).toMatchObject({ status: 200 });
    const desk = await openAs(journey.browser, journey.stack, trader, "/trading", {
      viewport: DESKTOP,
      timezoneId: ZONE,
    });
    await desk.getByText("DEMO").first().waitFor();
    expect(await demoCommand(trader, { type: "close_all", run: 1 })).toMatchObject({ status: 200 });
    await desk.getByRole("button", { name: "Note", exact: true }).click();
    const dialog = desk.getByRole("dialog", { name: closedTradeText.title("BTCUSD") });
    await dialog.getByRole("button", { name: "Early exit" }).click();
    await dialog.getByRole("button", { name: closedTradeText.save }).click();
    await stored(2);
  });
});
