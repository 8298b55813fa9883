import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { BrowserContext, Page } from "playwright-core";
import { demoCommand, marketOrder } from "../../dev/test/test-demo-account.ts";
import { holdPrices, letPricesMove } from "../../dev/test/test-market.ts";
import { configureBank, databaseOf } from "../../dev/test/test-money.ts";
import { newAdmin, newTrader, type Trader } from "../../dev/test/test-people.ts";
import { addDailyTrades } from "../../dev/test/test-trades.ts";
import { fundedTrader, oddPayment, requestWithdrawal } from "../../dev/test/test-withdrawals.ts";
import {
  PRERENDERED,
  publicPath,
  ROUTE,
  ROUTE_PATTERN,
  SETTINGS_TABS,
  settingsPath,
} from "../../worker/contract/addresses.ts";
import { LANGUAGE_COOKIE, languageCookieValue } from "../../worker/contract/languages.ts";
import { THEMES } from "../../worker/contract/limits.ts";
import { paletteText } from "../shell/palette-text.km.ts";
import { amountFaults, widenMoney } from "../test/amount-faults.ts";
import { atRest } from "../test/at-rest.ts";
import { lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { khmerFaults } from "../test/khmer-faults.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { goWithin, signedInBrowser } from "./trader-tab.ts";

setDefaultTimeout(600_000);

const NARROW = { viewport: { width: 360, height: 740 }, hasTouch: true, reducedMotion: "reduce" } as const;
const DOLLARS = 9_999_999.99;

/** Addresses of pages for those who are not signed in, besides the prerendered ones. */
const SIGNED_OUT = [
  ROUTE.login,
  ROUTE.signUp,
  ROUTE.forgotPassword,
  ROUTE.verifyEmail,
  ROUTE.adminLogin,
  ROUTE_PATTERN.resetPassword,
];
const ADMIN = Object.values(ROUTE).filter((path) => path.startsWith(ROUTE.admin) && path !== ROUTE.adminLogin);
const TRADER = [...Object.values(ROUTE), ...Object.values(ROUTE_PATTERN)].filter(
  (path) => ![...PRERENDERED, ...SIGNED_OUT, ...ADMIN].some((other) => other === path),
);

describe.skipIf(lacksBrowser())("every route in Khmer, 360 px wide and in all themes,", () => {
  const journey = setUpJourney();
  let trader: Trader;
  beforeAll(async () => {
    trader = await traderWithEverything();
  }, 600_000);

  test("breaks its lines between words and cuts nothing off, for a visitor", async () => {
    const page = await openKhmer(await journey.browser.newContext(NARROW));
    for (const path of PRERENDERED) {
      await page.goto(journey.stack.origin + publicPath(path, "km"));
      await expectNoFaults(page, path);
    }
    for (const path of SIGNED_OUT) {
      await page.goto(journey.stack.origin + path.replace(/:\w+/, "abc"));
      await expectNoFaultsInThemes(page, path);
    }
    await page.context().close();
  });

  test("shows amounts of plus and minus $9,999,999.99 whole and breaks its lines between words, for a trader", async () => {
    const page = await openKhmer(await signedInBrowser(journey.browser, journey.stack, trader, NARROW));
    await widenMoney(page, DOLLARS);
    const { billNumber } = (await trader.get("/api/deposit/history")).body.deposits[0];
    const values: Record<string, string> = { ":fill": "1", ":symbol": "eth", ":billNumber": billNumber };
    await page.goto(journey.stack.origin + ROUTE.notifications);
    const more = [
      ...SETTINGS_TABS.map(settingsPath),
      `${ROUTE.accountDeposit}?new`,
      `${ROUTE.dashboard}?account=run:1`,
      `${ROUTE.dashboard}?section=history`,
      `${ROUTE.performance}?account=run:1`,
      `${ROUTE.performance}?trades=all`,
    ];
    for (const path of [...TRADER, ...more, "/nowhere"]) {
      await goWithin(
        page,
        path.replace(/:\w+/, (name) => values[name] ?? name),
      );
      await expectNoFaultsInThemes(page, path);
    }
    await page.context().close();
  });

  test("finds an action by its name as it is read, with the spaces of a Khmer keyboard or without", async () => {
    const page = await openKhmer(await signedInBrowser(journey.browser, journey.stack, trader, NARROW));
    await page.goto(journey.stack.origin + ROUTE.notifications);
    await settled(page);
    await page.keyboard.press("Control+k");
    const field = page.getByRole("dialog").getByRole("combobox");
    for (const typed of [paletteText.withdraw, paletteText.withdraw.replace("ប្រាក់", "\u200Bប្រាក់")]) {
      await field.fill(typed);
      await page.getByRole("option", { selected: true }).filter({ hasText: "\u2060" }).waitFor();
      await eventually(async () => {
        const found = await page.getByRole("option", { selected: true }).textContent();
        expect(found?.replaceAll(/[\u200B\u2060]/g, "")).toStartWith(paletteText.withdraw);
      });
      await eventually(async () => expect(await page.getByRole("option").count()).toBe(1));
      await expectNoFaults(page, `the search for ${typed}`);
    }
    await page.context().close();
  });

  test("shows amounts of plus and minus $9,999,999.99 whole and breaks its lines between words, for an admin", async () => {
    await oddPayment(journey.stack, await newTrader(journey.stack), { amount: 20 });
    const admin = await newAdmin(journey.stack);
    const page = await openKhmer(await signedInBrowser(journey.browser, journey.stack, admin, NARROW));
    await widenMoney(page, DOLLARS);
    await page.goto(journey.stack.origin + ROUTE.admin);
    for (const path of [...ADMIN, `${ROUTE.adminLedger}?view=transfers`, `${ROUTE.adminLedger}?view=accounts`]) {
      await goWithin(page, path);
      await expectNoFaultsInThemes(page, path);
      await page.keyboard.press("j");
      await expectNoFaults(page, `${path} with an item`);
    }
    await page.context().close();
  });

  /** A trader with money, results, a request, a method of payment and a demo run with a closed position. */
  async function traderWithEverything(): Promise<Trader> {
    const { stack } = journey;
    const person = await fundedTrader(stack, 5_000);
    await addDailyTrades(databaseOf(stack), person.userId);
    await requestWithdrawal(person, 100);
    await configureBank(stack, person, { bankName: "ABA Bank", accountId: "000 481 726" });
    await holdPrices(stack, { BTCUSDm: 67_000 });
    expect(await demoCommand(person, marketOrder())).toMatchObject({ status: 200 });
    expect(await demoCommand(person, { type: "close_all", run: 1 })).toMatchObject({ status: 200 });
    expect(await demoCommand(person, marketOrder())).toMatchObject({ status: 200 });
    await letPricesMove(stack, ["BTCUSDm"]);
    return person;
  }

  /** A page whose documents are in Khmer. */
  async function openKhmer(context: BrowserContext): Promise<Page> {
    const value = languageCookieValue("km", true);
    await context.addCookies([{ name: LANGUAGE_COOKIE, value, url: journey.stack.origin }]);
    return await context.newPage();
  }
});

/** Loaded, with its fonts, and without movement. */
async function settled(page: Page): Promise<void> {
  await page.locator('[aria-busy="true"]').first().waitFor({ state: "detached" });
  await page.evaluate(() => document.fonts.ready);
  await atRest(page);
}

async function faultsOf(page: Page): Promise<string[]> {
  await settled(page);
  return [...(await khmerFaults(page)), ...(await amountFaults(page))];
}

async function expectNoFaults(page: Page, place: string, theme = 0): Promise<void> {
  await eventually(async () => expect(await page.locator("html").getAttribute("lang")).toBe("km"));
  // Right after an address or a theme changed, the screen may still be on its way: a fault is what stays.
  await eventually(async () =>
    expect({ place, theme, faults: await faultsOf(page) }).toEqual({ place, theme, faults: [] }),
  );
}

async function expectNoFaultsInThemes(page: Page, place: string): Promise<void> {
  for (const theme of THEMES) {
    await page.evaluate(chooseTheme, theme);
    await expectNoFaults(page, place, theme);
  }
}

/** Chooses a theme as another tab of the browser does, without a load of the page. */
function chooseTheme(theme: number): void {
  localStorage.setItem("theme", String(theme));
  dispatchEvent(new StorageEvent("storage", { key: "theme", newValue: String(theme), storageArea: localStorage }));
}
