import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser } from "playwright-core";
import type { Stack } from "../../dev/stack.ts";
import { newTrader } from "../../dev/test/test-people.ts";
import { testStack } from "../../dev/test/test-stack.ts";
import { lacksBrowser, launchBrowser } from "../test/browser.ts";
import { signedInBrowser } from "./trader-tab.ts";

setDefaultTimeout(120_000);

describe.skipIf(lacksBrowser())("the balance, in a browser", () => {
  let stack: Stack;
  let browser: Browser;
  beforeAll(async () => {
    [stack, browser] = await Promise.all([testStack(), launchBrowser()]);
  }, 120_000);
  afterAll(() => browser?.close());

  // The auth check wants it every 15 seconds, the shell every 30 and the performance page every 120.
  test.each(["/dashboard", "/performance", "/settings"])("is asked for by one timer on %s", async (path) => {
    const trader = await newTrader(stack);
    const context = await signedInBrowser(browser, stack, trader);
    const page = await context.newPage();
    await page.clock.install();
    await page.addInitScript(countBalanceCalls);
    await page.goto(stack.origin + path);
    await page.getByRole("button", { name: "Logout" }).waitFor();
    await page.waitForLoadState("networkidle");
    // From here on its time passes only as it is told to.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
    const asked = () => page.evaluate(() => balanceCalls);
    const before = await asked();
    await page.clock.runFor(240_000);
    expect((await asked()) - before).toBe(16);
    await context.close();
  });
});

/** How often the page has asked for the balance: counted in the page, where a call belongs to the time it was made at. */
declare let balanceCalls: number;

/** Runs in the page before its own scripts. */
function countBalanceCalls(): void {
  const { fetch } = window;
  const counted = (...call: Parameters<typeof fetch>) => {
    if (new Request(...call).url.endsWith("/api/user/balance")) balanceCalls += 1;
    return fetch(...call);
  };
  Object.assign(window, { balanceCalls: 0, fetch: counted });
}
