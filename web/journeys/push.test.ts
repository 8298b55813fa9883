import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { newTrader } from "../../dev/test/test-people.ts";
import { DESKTOP, expectAccessibleLayout } from "../test/accessible-layout.ts";
import { lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { type PushDevice, withoutPush, withPush } from "./push-device.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { signedInBrowser } from "./trader-tab.ts";

setDefaultTimeout(600_000);

describe.skipIf(lacksBrowser())("pushes", () => {
  const journey = setUpJourney();

  const rowOf = (page: Page) => page.locator('li[data-channel="push"]');

  /** A new trader's device with push, and a page of it. */
  async function openDevice(path: string, options: Parameters<typeof withPush>[2] = {}) {
    const { stack, browser } = journey;
    const trader = await newTrader(stack);
    const context = await signedInBrowser(browser, stack, trader, { viewport: DESKTOP });
    const device = await withPush(context, stack, options);
    const page = await context.newPage();
    await page.goto(stack.origin + path);
    return { trader, context, device, page };
  }

  async function turnOn(page: Page, device: PushDevice): Promise<void> {
    await rowOf(page).getByRole("button", { name: "Turn on", exact: true }).click();
    await page.getByText("Pushes are on in this browser").waitFor();
    await eventually(() => expect(device.isSubscribed).toBe(true));
  }

  test("are asked for by a press alone, and say what is in the way", async () => {
    const { context, device, page } = await openDevice("/notifications", { answer: "default" });
    const row = rowOf(page);
    await row.getByText("Not on in this browser").waitFor();
    expect(device.questions).toBe(0);
    await row.getByRole("button", { name: "Turn on", exact: true }).click();
    await page.getByText("Nothing was turned on: the browser's question was closed").waitFor();

    device.nextAnswer = "denied";
    await row.getByRole("button", { name: "Turn on", exact: true }).click();
    await row.getByText("This browser refuses them.").waitFor();
    await row.getByRole("button", { name: "Turn on", exact: true }).waitFor({ state: "detached" });
    await expectAccessibleLayout(page);

    // Allowed in the browser's settings.
    await device.setPermission("granted");
    device.subscribingFails = true;
    await row.getByRole("button", { name: "Turn on", exact: true }).click();
    await page.getByText("The browser's push service could not be reached.").waitFor();
    device.subscribingFails = false;
    await turnOn(page, device);
    expect(device.questions).toBe(2);
    await context.close();
  });

  test("are not offered by a browser without them", async () => {
    const { stack, browser } = journey;
    const context = await signedInBrowser(browser, stack, await newTrader(stack), { viewport: DESKTOP });
    await withoutPush(context);
    const page = await context.newPage();
    await page.goto(`${stack.origin}/notifications`);
    await rowOf(page).getByText("This browser has no pushes.").waitFor();
    await context.close();
  });
});
