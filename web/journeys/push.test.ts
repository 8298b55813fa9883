import { afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { setAlert } from "../../dev/test/test-alerts.ts";
import { holdPrices, keepPrices, letPricesMove } from "../../dev/test/test-market.ts";
import { newTrader } from "../../dev/test/test-people.ts";
import { callsTo } from "../../dev/test/test-push.ts";
import { DESKTOP, expectAccessibleLayout } from "../test/accessible-layout.ts";
import { lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { type PushDevice, withoutPush, withPush } from "./push-device.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { signedInBrowser } from "./trader-tab.ts";

setDefaultTimeout(600_000);

describe.skipIf(lacksBrowser())("pushes", () => {
  const journey = setUpJourney();
  afterEach(() => letPricesMove(journey.stack, ["BTCUSDm"]));

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

  /** Puts a page into the background, where a headless browser has none. */
  const lookAway = (page: Page) =>
    page.evaluate(() => {
      Object.defineProperty(document, "visibilityState", { configurable: true, get: () => "hidden" });
      document.dispatchEvent(new Event("visibilitychange"));
    });

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

  test("bring an alert to a browser whose pages are closed, and a press opens the quote that fired it", async () => {
    const { stack } = journey;
    const { trader, context, device, page } = await openDevice("/notifications");
    await turnOn(page, device);
    await keepPrices(stack, { BTCUSDm: 67_842.1 });
    const { id } = await setAlert(trader, { condition: { type: "level", direction: "rises", price: 6_820_000 } });
    await page.close();
    await holdPrices(stack, { BTCUSDm: 68_201.1 });

    const push = await device.receive();
    const shown = { tag: `alert:${id}`, title: expect.stringContaining("68,200.00"), lang: "en" };
    expect(push).toMatchObject({ urgency: "high", topic: expect.stringMatching(/^[\w-]{32}$/) });
    expect(await device.shown()).toMatchObject([shown]);
    // Its receipt says so to the account.
    await eventually(async () => {
      const { browsers } = (await trader.get("/api/notifications/channels")).body.push;
      expect(browsers).toMatchObject([{ last: { state: "shown" } }]);
    });

    const opened = await device.press(`alert:${id}`);
    if (!opened) throw new Error("no page was opened");
    await opened
      .getByRole("dialog", { name: "The quote that fired it" })
      .getByRole("row", { name: /68,201.10/ })
      .waitFor();
    expect(await device.shown()).toEqual([]);
    await opened.goto(`${stack.origin}/notifications`);
    await opened.getByText(/^Push, seen after/).waitFor();
    await context.close();
  });

  test("are closed by a page that is looked at, and a press goes on in it", async () => {
    const { stack } = journey;
    const { trader, context, device, page } = await openDevice("/notifications");
    await turnOn(page, device);
    await keepPrices(stack, { BTCUSDm: 67_842.1 });
    const { id } = await setAlert(trader, { condition: { type: "level", direction: "rises", price: 6_820_000 } });
    await holdPrices(stack, { BTCUSDm: 68_201.1 });
    const { message } = await device.receive();
    expect(message.tag).toBe(`alert:${id}`);
    await page.getByText("rose to 68,200.00").first().waitFor();
    await eventually(async () => expect(await device.shown()).toEqual([]));
    // What comes while nobody looks at the page is pressed: the page goes there, and no second one is opened.
    await lookAway(page);
    await device.deliver(JSON.stringify({ ...message, tag: "notification:0", path: "/account/history" }));
    const pages = context.pages().length;
    expect(await device.press("notification:0")).toBeNull();
    await page.waitForURL(`${stack.origin}/account/history`);
    expect(context.pages()).toHaveLength(pages);
    await context.close();
  });

  test("that a browser has ended are turned on again, by the next page or by a press", async () => {
    const { stack } = journey;
    const { trader, context, device, page } = await openDevice("/notifications");
    await turnOn(page, device);
    const row = rowOf(page);
    await row.getByRole("button", { name: "Test", exact: true }).click();
    await device.receive();
    await row.getByText(/^Test shown after/).waitFor();
    await expectAccessibleLayout(page);

    const first = device.browser;
    await device.lose();
    await row.getByRole("button", { name: /^Test/ }).click();
    await row.getByText(/ended it at .* \(410\)$/).waitFor();
    expect((await callsTo(stack, first))["410"]).toBe(1);
    await row.getByRole("button", { name: "Turn on again" }).click();
    await row.getByRole("button", { name: "Test", exact: true }).waitFor();
    expect(device.browser.endpoint).not.toBe(first.endpoint);

    // The next page notices that there is none, and the service worker that there is another one.
    const inUse = async (): Promise<number[]> => {
      const { browsers } = (await trader.get("/api/notifications/channels")).body.push;
      return browsers.flatMap(({ id, endedAt }: { id: number; endedAt: string | null }) => (endedAt ? [] : [id]));
    };
    /** Waits until another one is in use in place of an earlier one. @returns its id */
    const untilAnother = async (earlier: number | undefined) => {
      await eventually(async () => expect(await inUse()).toEqual([expect.any(Number)]));
      await eventually(async () => expect(await inUse()).not.toEqual([earlier]));
      return (await inUse())[0];
    };
    const testIsShown = async () => {
      await row.getByRole("button", { name: /^Test/ }).click();
      await device.receive();
      await row.getByText(/^Test shown after/).waitFor();
    };
    const [second] = await inUse();
    await device.lose();
    await page.reload();
    const third = await untilAnother(second);
    await testIsShown();
    await device.renew();
    await untilAnother(third);
    await page.reload();
    await testIsShown();
    expect(await inUse()).toHaveLength(1);
    await context.close();
  });

  test("are renewed by two pages of a browser at once, and one subscription is left, which works", async () => {
    const { stack } = journey;
    const { trader, context, device, page } = await openDevice("/notifications");
    await turnOn(page, device);
    const inUse = async () => (await trader.get("/api/notifications/channels")).body.push.browsers;
    const [first] = await inUse();
    const other = await context.newPage();
    await other.goto(`${stack.origin}/notifications`);
    await rowOf(other).getByRole("button", { name: "Test", exact: true }).waitFor();
    await device.lose();
    await Promise.all([page.reload(), other.reload()]);
    await eventually(async () => {
      const left = await inUse();
      expect(left).toMatchObject([{ endedAt: null }]);
      expect(left[0].id).not.toBe(first.id);
    });
    // The other page may be about to subscribe again: then a hand presses once more.
    let isReceived = false;
    const received = device.receive().then(() => {
      isReceived = true;
    });
    await eventually(async () => {
      await rowOf(page).getByRole("button", { name: /^Test/ }).click({ timeout: 5_000 });
      await Promise.race([received, Bun.sleep(3_000)]);
      expect(isReceived).toBe(true);
    });
    await eventually(async () => expect(await inUse()).toMatchObject([{ endedAt: null, last: { state: "shown" } }]));
    await context.close();
  });
});
