import { afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { demoCommand, marketOrder } from "../../dev/test/test-demo-account.ts";
import { holdPrices, keepPrices, letPricesMove } from "../../dev/test/test-market.ts";
import { configureBank, databaseOf } from "../../dev/test/test-money.ts";
import { newTrader, type Trader } from "../../dev/test/test-people.ts";
import { addDailyTrades } from "../../dev/test/test-trades.ts";
import { fundedTrader, oddPayment, requestWithdrawal } from "../../dev/test/test-withdrawals.ts";
import { waitUntil } from "../../dev/test/wait-until.ts";
import { LEVERAGE } from "../../worker/contract/demo/demo-bounds.ts";
import { DISPLAY_CAP_USD } from "../../worker/contract/limits.ts";
import { SOCKET_WAITS } from "../prices/socket-waits.ts";
import { DESKTOP } from "../test/accessible-layout.ts";
import { amountFaults, widenMoney } from "../test/amount-faults.ts";
import { atRest, boxAtRest } from "../test/at-rest.ts";
import { lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { reloadUntilInInter } from "../test/in-inter.ts";
import { openAdminTab } from "./admin-log-in.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { goWithin, openAs, signedInBrowser } from "./trader-tab.ts";

setDefaultTimeout(600_000);

const WIDTHS = [360, 390, 768, 1280, 1440];

describe.skipIf(lacksBrowser())("long and unusual values", () => {
  const journey = setUpJourney();
  /** A trader with wins, losses and a withdrawal request. */
  let trader: Trader;
  beforeAll(async () => {
    trader = await traderWithTrades();
    await requestWithdrawal(trader, 100);
    await holdPrices(journey.stack, { BTCUSDm: 67_000 });
    expect(await demoCommand(trader, marketOrder())).toMatchObject({ status: 200 });
    await holdPrices(journey.stack, { BTCUSDm: 67_120.5 });
    expect(await demoCommand(trader, { type: "close_all", run: 1 })).toMatchObject({ status: 200 });
    await letPricesMove(journey.stack, ["BTCUSDm"]);
  }, 600_000);
  afterEach(() => letPricesMove(journey.stack, ["BTCUSDm"]));

  test("an account number is drawn with its own characters", async () => {
    const person = await newTrader(journey.stack);
    await configureBank(journey.stack, person, { bankName: "ABA Bank", accountId: "12x34-->5678" });
    const page = await openAs(journey.browser, journey.stack, person, "/profile");
    await reloadUntilInInter(page);
    const number = page.getByText("12x34-->5678", { exact: true });
    await number.waitFor();
    await atRest(page);
    const drawnWith = async (features: string) => {
      await number.evaluate((element, value) => {
        element.style.fontFeatureSettings = value;
      }, features);
      await atRest(page);
      return number.screenshot();
    };
    // The contextual alternates of the font's package draw x between digits as a multiplication sign, and --> as an arrow. A picture
    // can differ by what is above or below it and still fades, so each is compared until it is the same.
    for (const features of ["", '"calt" 1']) {
      await waitUntil("drawn the same without alternates", async () =>
        (await drawnWith(features)).equals(await drawnWith('"calt" 0')),
      );
    }
    await page.context().close();
  });

  test.each([9_999_999.99, DISPLAY_CAP_USD])(
    "amounts of plus and minus %d dollars fit every card, table, dialog and button of a trader at every width",
    async (dollars) => {
      const page = await (await signedInBrowser(journey.browser, journey.stack, trader)).newPage();
      await widenMoney(page, dollars);
      await page.goto(`${journey.stack.origin}/settings`);
      const sections = (path: string, heading: string) => async () => {
        await goWithin(page, path);
        await page.getByRole("heading", { name: heading }).first().waitFor();
      };
      const places: Record<string, () => Promise<unknown>> = {
        dashboard: sections("/dashboard", "Recent Trades"),
        performance: sections("/performance?trades=all", "By hour of the day"),
        "dashboard of a run": sections("/dashboard?account=run:1", "Recent Trades"),
        "performance of a run": async () => {
          await sections("/performance?account=run:1", "Your first closed position")();
          await page.getByText("67,000.00 to 67,120.50").waitFor();
        },
        account: sections("/account/overview", "Latest activity"),
        history: sections("/account/history", "Withdrawal History"),
        trading: async () => {
          await goWithin(page, "/trading/positions");
          await page.getByRole("tab", { name: /Positions/ }).waitFor();
        },
        "deposit dialog": async () => {
          await goWithin(page, "/account/deposit?new");
          await page.getByRole("dialog").getByRole("button", { name: /KHQR/ }).click();
          await page.getByRole("textbox", { name: "Amount" }).fill("10000");
        },
        withdraw: async () => {
          await sections("/account/withdraw", "How a withdrawal works")();
          await page.getByLabel("Amount").fill("9800");
          await page.getByLabel("Request message").fill("For the rent");
        },
        "withdrawal dialog": async () => {
          await page.getByRole("button", { name: /^Request withdrawal/ }).click();
          await page.getByRole("dialog").getByText("What happens next").waitFor();
        },
      };
      for (const [place, open] of Object.entries(places)) {
        await open();
        await expectWholeAmounts(page, place);
      }
      await page.context().close();
    },
  );

  test("large demo positions are fully visible beside their close button, and so is the preview of an order", async () => {
    const largest = { startBalance: 1_000_000, costs: "none", leverage: LEVERAGE.max };
    expect(await demoCommand(trader, { type: "reset", run: 1, ...largest })).toMatchObject({ status: 200 });
    // In a low window the lists are closed.
    const page = await openAs(journey.browser, journey.stack, trader, "/trading/btc", { viewport: DESKTOP });
    await page.getByText("Streaming").first().waitFor();
    for (const [press, side, price, text] of [
      ["buy", "Buy", 67_000, "67,000.00"],
      ["sell", "Sell", 67_200, "67,200.00"],
    ] as const) {
      await keepPrices(journey.stack, { BTCUSDm: price });
      await page.locator(`[data-side=${press}] > input`).check({ force: true });
      await page.getByLabel("Amount").fill("300.12345678");
      await page.getByRole("button", { name: new RegExp(`^${side} .* at ${text}`) }).click();
      await page.getByRole("row", { name: new RegExp(`BTCUSD ${side}`) }).waitFor();
    }
    await keepPrices(journey.stack, { BTCUSDm: 67_333.33 });
    await page.getByText("−$40,015.46").first().waitFor();
    for (const place of ["positions", "orders", "watchlist"]) {
      await goWithin(page, `/trading/${place}`);
      await expectWholeAmounts(page, place);
    }
    // On phones the result is fully visible without scrolling.
    await goWithin(page, "/trading/positions");
    await page.setViewportSize({ width: 360, height: 900 });
    const close = page.getByRole("button", { name: /^Close BTCUSD buy/ }).last();
    const row = page.getByRole("row").filter({ has: close });
    const { x, width } = await boxAtRest(row.getByText("+$100,040.15"));
    expect(x + width).toBeLessThanOrEqual((await boxAtRest(close)).x);
    await page.context().close();
  });

  test("amounts of $9,999,999.99 fit the screens on which an admin decides", async () => {
    const { stack, browser } = journey;
    await oddPayment(stack, await newTrader(stack), { amount: 20 });
    const { page, context } = await openAdminTab(stack, browser, "/admin");
    await widenMoney(page, 9_999_999.99);
    await page.reload();
    for (const place of ["withdrawals", "deposits", "exceptions", "ledger?view=transfers"]) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await goWithin(page, `/admin/${place}`);
      await page.getByText("$9,999,999.99").first().waitFor();
      await page.keyboard.press("j");
      await expectWholeAmounts(page, place, [1440, 1280, 768, 390]);
    }
    await context.close();
  });

  test("on a phone long names wrap, money is one tap away and links are wide enough for a finger", async () => {
    const longest = {
      firstName: "Maximiliana-Alexandrina".padEnd(60, " of the Mekong and the Tonle"),
      lastName: "Sokhavanndarapheaktra",
      address: "No. 123B, Street 271, Sangkat Boeung Tumpun, Khan Mean Chey, Phnom Penh, Kingdom of Cambodia 120307",
    };
    const person = await traderWithTrades();
    await requestWithdrawal(person, 100);
    const phone = { viewport: { width: 360, height: 800 }, hasTouch: true };
    const page = await (await signedInBrowser(journey.browser, journey.stack, person, phone)).newPage();
    await page.route("**/api/auth/check", async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      const email = "maximiliana-alexandrina.of-the-mekong@a-very-long-name-of-a-company.example.com.kh";
      await route.fulfill({ response, json: { ...body, user: { ...body.user, ...longest, email } } });
    });
    await page.goto(`${journey.stack.origin}/profile`);
    await page.getByText("E-mail", { exact: true }).first().waitFor();
    // A value is as wide as its card without the pencil, and nothing of it is cut off.
    for (const term of ["Full Name", "Address", "E-mail"]) {
      const value = page.getByRole("definition").and(page.locator(`dt:text-is("${term}") + dd`));
      const box = await boxAtRest(value);
      expect(box.width).toBeGreaterThan(200);
      await eventually(async () =>
        expect(await value.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0),
      );
    }
    await page.getByRole("button", { name: "More" }).click();
    const mail = page.getByRole("dialog").getByText("@a-very-long");
    await eventually(async () =>
      expect(await mail.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0),
    );
    await page.unrouteAll({ behavior: "ignoreErrors" });

    await page.getByRole("dialog").getByRole("link", { name: "Account", exact: true }).click();
    const deposit = page.getByRole("main").getByRole("link", { name: "Deposit", exact: true }).first();
    const [one, other] = [await boxAtRest(deposit), await boxAtRest(withdrawLink(page))];
    expect(one.height).toBeGreaterThanOrEqual(44);
    expect(other.y).toBe(one.y);
    expect(one.y + one.height).toBeLessThan(400);

    await withdrawLink(page).click();
    const submit = page.getByRole("button", { name: /^Request withdrawal/ });
    // With an empty form, the button is at its end and covers no part of it.
    await eventually(async () =>
      expect((await boxAtRest(submit)).y).toBeGreaterThan(
        (await boxAtRest(page.getByLabel("Request message"))).y + 100,
      ),
    );
    await page.getByLabel("Amount").fill("20");
    await page.getByLabel("Request message").fill("For the rent");
    await page.getByLabel("Amount").focus();
    await page.evaluate(() => scrollTo(0, 0));
    const dock = await boxAtRest(submit);
    expect(dock.y + dock.height).toBeLessThanOrEqual(800);
    await page.getByLabel("Request message").focus();
    const message = await boxAtRest(page.getByLabel("Request message"));
    expect(message.y + message.height).toBeLessThanOrEqual((await boxAtRest(submit)).y);
    // The line of steps ends where the form ends.
    const steps = page.getByRole("list", { name: "How a withdrawal works" });
    const [line, last] = [await boxAtRest(steps), await boxAtRest(steps.getByRole("listitem").last())];
    expect(Math.abs(line.x + line.width - (last.x + last.width))).toBeLessThanOrEqual(1);

    await goWithin(page, "/performance");
    await figuresAreWide(page);

    // Without a connection the trading page says so in view, once its ping timed out.
    await page.clock.install();
    await page.goto(`${journey.stack.origin}/trading/orders`);
    await page.getByText("Streaming").filter({ visible: true }).waitFor();
    await page.context().setOffline(true);
    for (const pause of [SOCKET_WAITS.silentAfterMs, SOCKET_WAITS.pongWithinMs]) await page.clock.runFor(pause + 2_000);
    await page
      .getByText(/^Offline/)
      .filter({ visible: true })
      .first()
      .waitFor();
    await page.context().close();
  });

  /** A trader with money, wins and losses. */
  async function traderWithTrades(): Promise<Trader> {
    const person = await fundedTrader(journey.stack, 5_000);
    await addDailyTrades(databaseOf(journey.stack), person.userId);
    return person;
  }

  /** The link of the account page, not its tab. */
  function withdrawLink(page: Page): Locator {
    return page
      .getByRole("main")
      .getByRole("link", { name: "Withdraw", exact: true })
      .filter({ visible: true })
      .first();
  }

  /** Checks that every figure of the performance page that links to trades is 24 px high, for a finger. */
  async function figuresAreWide(page: Page): Promise<void> {
    await page.getByRole("heading", { name: "By hour of the day" }).waitFor();
    await atRest(page);
    const links = page.getByRole("main").getByRole("link", { name: "show the trades" });
    await eventually(async () => expect(await links.count()).toBeGreaterThan(10));
    for (const link of await links.all()) {
      const { height, name } = await link.evaluate((element) => ({
        height: element.getBoundingClientRect().height,
        name: element.textContent,
      }));
      expect({ name, isWide: height >= 24 }).toEqual({ name, isWide: true });
    }
  }
});

/** On its own stack: the prices would stay in the candles of other files' charts. */
describe.skipIf(lacksBrowser())("prices of millions", () => {
  const journey = setUpJourney({ fresh: true });
  afterEach(() => letPricesMove(journey.stack, ["BTCUSDm"]));

  test("sums of eight digits with a sign are whole on the trading page, and the buttons of a row are in view", async () => {
    const person = await newTrader(journey.stack);
    const { stack, browser } = journey;
    expect(
      await demoCommand(person, { type: "reset", run: 1, startBalance: 1_000_000, costs: "none", leverage: 30 }),
    ).toMatchObject({ status: 200 });
    await keepPrices(stack, { BTCUSDm: 9_000_000 });
    const order = marketOrder({ run: 2, amount: 0.012_345_67, stop: 1_234_567.89, target: 9_876_543.21 });
    expect(await demoCommand(person, order)).toMatchObject({ status: 200 });
    const page = await (await signedInBrowser(browser, stack, person)).newPage();
    // A run that no trader reaches: its one position is larger than its balance can bear.
    await page.route("**/api/demo/state*", async (route) => {
      const response = await route.fetch();
      const widened = (await response.text()).replace(/"units":\d+/g, '"units":12345678901');
      await route.fulfill({ response, body: widened });
    });
    await page.goto(`${stack.origin}/trading/positions`);
    await keepPrices(stack, { BTCUSDm: 8_800_000 });
    for (const [width, height] of [
      [1280, 720],
      [1180, 820],
      [1024, 768],
      [844, 390],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page
        .getByText(/−\$\d{2},\d{3},\d{3}\.\d\d/)
        .filter({ visible: true })
        .first()
        .waitFor();
      await atRest(page);
      expect({ width, faults: await faultsOf(page) }).toEqual({ width, faults: [] });
      const edit = page.getByRole("button", { name: /^Edit stop and target/ });
      if (width < 600) continue;
      const close = await boxAtRest(page.getByRole("button", { name: /^Close BTCUSD buy/ }).last());
      const { x, width: editWidth } = await boxAtRest(edit);
      expect(x + editWidth).toBeLessThanOrEqual(close.x);
      await eventually(async () =>
        expect(
          await edit.evaluate((button) => {
            const { left, top, width: w, height: h } = button.getBoundingClientRect();
            return button.contains(document.elementFromPoint(left + w / 2, top + h / 2));
          }),
        ).toBe(true),
      );
    }
    await page.context().close();
  });
});

/**
 * Expects that every amount on the page is fully visible, at each width. Content may still be loading, so a fault
 * is what stays.
 */
async function expectWholeAmounts(page: Page, place: string, widths = WIDTHS): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await eventually(async () => {
      await atRest(page);
      expect({ place, width, faults: await faultsOf(page) }).toEqual({ place, width, faults: [] });
    });
  }
}

/** The faults of a page: truncated amounts, and a page title that the header's amounts cut off. */
async function faultsOf(page: Page): Promise<string[]> {
  const cutPx = await titleCutPx(page);
  return [...(await amountFaults(page)), ...(cutPx > 0 ? [`${cutPx} px of the title are cut off`] : [])];
}

/**
 * How much of the page's title the sums beside it in the header cut off, while prices stream: how old they are takes room that
 * the title gives. An admin's page has a title for readers alone.
 */
function titleCutPx(page: Page): Promise<number> {
  const title = page.getByRole("heading", { level: 1, includeHidden: true });
  return title.evaluate((element) => {
    const { scrollWidth, clientWidth } = element;
    const isLate = element.parentElement?.querySelector('[data-tone="warn"]:not([data-caps]), [data-tone="down"]');
    return clientWidth > 1 && !isLate ? scrollWidth - clientWidth : 0;
  });
}
