import { afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { demoCommand, marketOrder } from "../../dev/test/test-demo-account.ts";
import { holdPrices, letPricesMove } from "../../dev/test/test-market.ts";
import { newTrader } from "../../dev/test/test-people.ts";
import { DESKTOP, expectAccessibleLayout, PHONE } from "../test/accessible-layout.ts";
import { lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { openAdminTab } from "./admin-log-in.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { openAs } from "./trader-tab.ts";

setDefaultTimeout(600_000);

const RECEIPT = "**/api/demo/fills/1";

describe.skipIf(lacksBrowser())("the receipt of a fill", () => {
  const journey = setUpJourney();
  afterEach(() => letPricesMove(journey.stack, ["BTCUSDm"]));

  test("is verified against the public seals once its minute is sealed; a forged one is refused", async () => {
    const { stack, browser } = journey;
    const trader = await newTrader(stack);
    await holdPrices(stack, { BTCUSDm: 67_000 });
    expect(await demoCommand(trader, marketOrder())).toMatchObject({ status: 200 });
    await letPricesMove(stack, ["BTCUSDm"]);

    const page = await openAs(browser, stack, trader, "/trading/positions", { viewport: DESKTOP });
    await page.getByRole("tab", { name: /^History/ }).click();
    await page.getByRole("button", { name: "Why this price? BTCUSD buy 0.10" }).click();
    const receipt = page.getByRole("dialog", { name: "Why this price?" });
    await receipt.getByText("Buy 0.10 BTCUSD, filled at 67,000.00").waitFor();
    await receipt.getByText("A market buy fills at the price that is shown of the newest quote").waitFor();
    // The minute ends, its segment is stored, and whoever has read the public list before keeps it for a minute.
    await receipt.getByText("Verified in this browser").waitFor({ timeout: 250_000 });
    await receipt.getByText("Seal of the minute").waitFor();
    await receipt.getByRole("row", { name: /used$/ }).waitFor();
    await expectAccessibleLayout(page);

    // Its address opens it again, on a phone too.
    const phone = await openAs(browser, stack, trader, "/trading/fills/1", { viewport: PHONE, hasTouch: true });
    const opened = phone.getByRole("dialog", { name: "Why this price?" });
    await opened.getByText("Verified in this browser").waitFor();
    await expectAccessibleLayout(phone);
    await phone.keyboard.press("Escape");
    await opened.waitFor({ state: "detached" });
    await eventually(() => expect(new URL(phone.url()).pathname).toBe("/trading/positions"));

    // One dollar more on the way, a quote beside it that is not on the tape, and a seal that does not fit.
    for (const [forge, step] of [
      [(text: string) => text.replace('"price":6700000', '"price":6700100'), "The fill"],
      [(text: string) => text.replace('"neighbours":[{"line":"', '"neighbours":[{"line":"1'), "Path"],
      [(text: string) => text.replace(/("root":")[0-9a-f]{8}/, "$100000000"), "Seal of the minute"],
    ] as const) {
      await page.route(RECEIPT, async (route) => {
        const reply = await route.fetch();
        const text = await reply.text();
        expect(forge(text)).not.toBe(text);
        await route.fulfill({ response: reply, body: forge(text) });
      });
      await page.goto(`${stack.origin}/trading/fills/1`);
      await receipt.getByText("This receipt does not match the tape").waitFor();
      await receipt.getByText(`The check fails at: ${step}.`).waitFor();
      await page.unroute(RECEIPT);
    }

    // Without the public seals nothing is claimed.
    await page.route("**/api/market/tape/seals*", (route) => route.abort());
    await page.goto(`${stack.origin}/trading/fills/1`);
    await receipt.getByText("The public seals could not be loaded").waitFor();
    await page.unroute("**/api/market/tape/seals*");
    await receipt.getByRole("button", { name: "Verify" }).click();
    await receipt.getByText("Verified in this browser").waitFor();
  });

  test("is its owner's and support's: the copied link opens for an admin, and for no other trader", async () => {
    const { stack, browser } = journey;
    const [owner, other] = [await newTrader(stack), await newTrader(stack)];
    await holdPrices(stack, { BTCUSDm: 67_000 });
    // The other trader has a fill 1 too.
    for (const trader of [owner, other]) {
      expect(await demoCommand(trader, marketOrder())).toMatchObject({ status: 200 });
    }
    const page = await openAs(browser, stack, owner, "/trading/fills/1", {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.getByText("Copied").waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toBe(`${stack.origin}/trading/fills/1?trader=${owner.userId}`);
    await page.goto(link);
    await page.getByText("Buy 0.10 BTCUSD, filled at 67,000.00").waitFor();

    const refused = await openAs(browser, stack, other, link.slice(stack.origin.length));
    await refused.getByRole("dialog").getByText("There is no such fill in your demo account").waitFor();
    // The ticket behind it says that an order is filled at once.
    await eventually(async () => expect(await refused.getByRole("dialog").getByText("filled at").count()).toBe(0));
    await refused.goto(`${stack.origin}/trading/fills/7`);
    await refused.getByRole("dialog").getByText("There is no such fill in your demo account").waitFor();

    const { page: admin, complaints } = await openAdminTab(stack, browser, `/admin/users?item=${owner.userId}`);
    const field = admin.getByLabel("Number or link of a fill");
    const receipt = admin.getByRole("dialog", { name: "Why this price?" });
    await field.fill(link);
    await field.press("Enter");
    await receipt.getByText("Bopha Keo: Buy 0.10 BTCUSD, filled at 67,000.00").waitFor();
    await receipt.getByText(/^(Not sealed yet|Verified in this browser)$/).waitFor();
    await eventually(() => expect(new URL(admin.url()).search).toBe(`?item=${owner.userId}&fill=1`));
    await expectAccessibleLayout(admin);
    await admin.keyboard.press("Escape");
    await receipt.waitFor({ state: "detached" });
    await eventually(async () => expect(await field.evaluate((input) => input === document.activeElement)).toBe(true));

    // By the link alone, from any admin screen; a phone has the same.
    await admin.goto(link);
    await receipt.getByText("Verified in this browser").waitFor({ timeout: 250_000 });
    await expectAccessibleLayout(admin);
    await admin.keyboard.press("Escape");
    expect(complaints).toEqual([]);
    await field.fill("7");
    await field.press("Enter");
    await receipt.getByText("Bopha Keo has no demo fill 7.").waitFor();
  });
});
