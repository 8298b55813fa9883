import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser } from "playwright-core";
import type { Stack } from "../../dev/stack.ts";
import { configureBank } from "../../dev/test/test-money.ts";
import { newTrader } from "../../dev/test/test-people.ts";
import { testStack } from "../../dev/test/test-stack.ts";
import { atRest } from "../test/at-rest.ts";
import { lacksBrowser, launchBrowser } from "../test/browser.ts";
import { openAs } from "./trader-tab.ts";

setDefaultTimeout(240_000);

describe.skipIf(lacksBrowser())("long and odd values", () => {
  let stack: Stack;
  let browser: Browser;
  beforeAll(async () => {
    [stack, browser] = await Promise.all([testStack(), launchBrowser()]);
  }, 120_000);
  afterAll(() => browser?.close());

  test("an account number is drawn with the characters that it has", async () => {
    const trader = await newTrader(stack);
    await configureBank(stack, trader, { bankName: "ABA Bank", accountId: "12x34-->5678" });
    const page = await openAs(browser, stack, trader, "/profile");
    await page.evaluate(() => document.fonts.load("1em Inter"));
    const number = page.getByText("12x34-->5678", { exact: true });
    await number.waitFor();
    await atRest(page);
    const drawn = await number.screenshot();
    // The font's contextual alternates draw x between digits as a multiplication sign, and --> as an arrow.
    await number.evaluate((element) => {
      element.style.fontFeatureSettings = '"calt" 0';
    });
    await atRest(page);
    expect((await number.screenshot()).equals(drawn)).toBe(true);
    await page.context().close();
  });
});
