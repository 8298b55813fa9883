import { afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { holdPrices, keepPrices, letPricesMove } from "../../dev/test/test-market.ts";
import { newTrader } from "../../dev/test/test-people.ts";
import { DESKTOP, expectAccessibleLayout, PHONE } from "../test/accessible-layout.ts";
import { lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { openAs } from "./trader-tab.ts";

setDefaultTimeout(600_000);

describe.skipIf(lacksBrowser())("a price alert", () => {
  const journey = setUpJourney();
  afterEach(() => letPricesMove(journey.stack, ["BTCUSDm"]));

  test("is set with Khmer digits, fires on the tape, is told, stands at the bell, and opens with its quote", async () => {
    const { stack, browser } = journey;
    const trader = await newTrader(stack);
    await keepPrices(stack, { BTCUSDm: 67_842.1 });
    const page = await openAs(browser, stack, trader, "/trading/btc", { viewport: DESKTOP });
    const phone = await openAs(browser, stack, trader, "/trading/positions", { viewport: PHONE, hasTouch: true });

    await page.getByRole("button", { name: "Set a price alert" }).click();
    await page.getByRole("radio", { name: "Move in a time" }).check({ force: true });
    const by = page.getByLabel("by", { exact: true });
    await by.fill("x");
    await page.getByText("“x” is not part of a number").waitFor();
    // The words below the one field leave the other beside it.
    const topOf = (element: Element) => element.getBoundingClientRect().top;
    const within = page.getByLabel("within", { exact: true });
    await eventually(async () =>
      expect(Math.abs((await by.evaluate(topOf)) - (await within.evaluate(topOf)))).toBeLessThan(10),
    );
    await by.fill("0.01");
    await within.selectOption({ label: "15 min" });
    const move = page.getByRole("button", { name: "Set alert for 0.01% in 15 min" });
    const pastFormPx = (button: Element) =>
      button.getBoundingClientRect().right - (button.closest("form")?.getBoundingClientRect().right ?? 0);
    await eventually(async () => expect(await move.evaluate(pastFormPx)).toBeLessThan(0));
    await page.getByRole("radio", { name: "Level" }).check({ force: true });
    const level = page.getByRole("textbox", { name: "Level", exact: true });
    await level.fill("៦៨,២០០.០០");
    await page.getByLabel("Note, you read it when it fires").fill("Range top. Wait for the retest.");
    await expectAccessibleLayout(page);
    await level.press("Enter");
    await page.getByText("Alert set at 68,200.00").waitFor();
    // The ticket is there again.
    await page.getByLabel("Amount", { exact: true }).waitFor();
    await page.getByRole("tab", { name: /^Alerts/ }).click();
    const list = page.getByRole("table", { name: "Your price alerts" });
    await list.getByText("Once, no end").waitFor();
    await phone.getByRole("tab", { name: /^Alerts/ }).click();
    await phone.getByText("BTCUSDm Rises to").waitFor();
    await expectAccessibleLayout(phone, [PHONE]);

    await holdPrices(stack, { BTCUSDm: 68_201.1 });
    const told = "BTCUSDm rose to 68,200.00";
    const opened = { name: `${told}: open the quote that fired it. Range top. Wait for the retest.` };
    await phone.getByRole("button", opened).waitFor();
    await page.getByRole("button", opened).waitFor();
    // The buttons, which stay at the edge, leave the figures beside them free.
    const coveredPx = (row: Element) => {
      const [buttons, figures] = [...row.children].toReversed().map((cell) => cell.getBoundingClientRect());
      return (figures?.right ?? 0) - (buttons?.left ?? 0);
    };
    await eventually(async () =>
      expect(await phone.getByRole("row", { name: /Fired/ }).evaluate(coveredPx)).toBeLessThan(1),
    );
    await letPricesMove(stack, ["BTCUSDm"]);
    await list.getByText(/^Fired \d\d:\d\d:\d\d, rose to$/).waitFor();
    // The bell is read once a minute where no channel tells of it.
    await page.getByRole("link", { name: /1 unread/i }).waitFor({ timeout: 90_000 });

    await page.getByRole("button", opened).click();
    const receipt = page.getByRole("dialog", { name: "The quote that fired it" });
    await receipt.getByRole("row", { name: /68,201.10/ }).waitFor();
    // The minute ends, its segment is stored, and whoever has read the public list before keeps it for a minute.
    await receipt.getByText("Verified in this browser").waitFor({ timeout: 250_000 });
    await expectAccessibleLayout(page);
    await page.keyboard.press("Escape");
    await receipt.waitFor({ state: "detached" });

    // Its address opens it on the phone.
    const { body } = await trader.send("GET", "/api/alerts");
    await phone.goto(`${stack.origin}/trading/btc?alert=${body.alerts[0].lastFiring.id}`);
    const sheet = phone.getByRole("dialog", { name: "The quote that fired it" });
    await sheet.getByText("Verified in this browser").waitFor();
    await expectAccessibleLayout(phone, [PHONE]);
    await phone.keyboard.press("Escape");
    await sheet.waitFor({ state: "detached" });
    await eventually(() => expect(new URL(phone.url()).search).toBe(""));
  });
});
