import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page, Request } from "playwright-core";
import { newTrader, type Trader } from "../../dev/test/test-people.ts";
import { waitUntil } from "../../dev/test/wait-until.ts";
import { DESKTOP, expectAccessibleLayout, PHONE } from "../test/accessible-layout.ts";
import { atRest, boxAtRest } from "../test/at-rest.ts";
import { findAxeViolations } from "../test/axe.ts";
import { lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { openAs } from "./trader-tab.ts";

setDefaultTimeout(600_000);

describe.skipIf(lacksBrowser())("keys and watchlist of a trader", () => {
  const journey = setUpJourney();

  async function open(path: string, trader?: Trader, options = {}): Promise<Page> {
    const { stack, browser } = journey;
    return openAs(browser, stack, trader ?? (await newTrader(stack)), path, { viewport: DESKTOP, ...options });
  }

  const search = (page: Page) => page.getByRole("combobox", { name: "Search" });
  const symbols = (page: Page) =>
    page
      .getByRole("list", { name: "Watchlist" })
      .getByRole("button")
      .evaluateAll((rows) => rows.map((row) => row.textContent.slice(0, 5)));
  /** Waits until the watchlist has these rows, by their first five letters. */
  const waitForSymbols = (page: Page, rows: string[]) =>
    page.waitForFunction((expected) => {
      const buttons = document.querySelectorAll('ul[aria-label="Watchlist"] > li > button');
      return [...buttons].map((row) => row.textContent.slice(0, 5)).join() === expected;
    }, rows.join());

  test("by keyboard: a symbol, a side and a page are a few keys away, and nothing is sent", async () => {
    const trader = await newTrader(journey.stack);
    const page = await open("/dashboard", trader);
    const sent: string[] = [];
    page.on("request", (request: Request) => {
      if (request.url().includes("/api/demo/commands")) sent.push(request.url());
    });
    await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
    await page.keyboard.press("Control+k");
    await search(page).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    // Other markets are closed on some days.
    await page.keyboard.type("ethereum");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "ETHUSDm", exact: true }).waitFor();
    await page.waitForFunction(() => /^[\d,.]+ ETHUSDm · Tonle$/.test(document.title));

    const amount = page.getByLabel("Amount", { exact: true });
    const begun = async (side: "buy" | "sell") => {
      await amount.and(page.locator(":focus")).waitFor();
      await page.locator(`[data-side=${side}] > input:checked`).waitFor({ state: "attached" });
    };
    await amount.waitFor();
    await page.keyboard.press("s");
    await begun("sell");
    await page.keyboard.type("0.5b");
    await begun("sell");
    await page.keyboard.press("Escape");
    await page.locator(":focus").and(amount).waitFor({ state: "detached" });
    await page.keyboard.press("b");
    await begun("buy");
    await page.keyboard.press("Escape");
    await page.locator(":focus").and(amount).waitFor({ state: "detached" });
    await page.keyboard.press("4");
    await page
      .getByRole("radio", { name: "1 hour", checked: true })
      .or(page.getByRole("radio", { name: "1h", checked: true }))
      .first()
      .waitFor({ state: "attached" });

    await page.locator('[aria-label*="1 hour"][data-shows="candles"]').waitFor();
    await page.keyboard.press("Alt+h");
    await page.keyboard.press("Enter");
    const drawn = async () => {
      const { records } = (await trader.get("/api/terminal/drawings/ETHUSDm")).body as { records: unknown[] };
      return records.length;
    };
    await waitUntil("it is kept", async () => (await drawn()) === 1);

    await page.keyboard.press("Shift+?");
    const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await sheet.getByText("Buy in the ticket; nothing is sent").waitFor();
    await expectAccessibleLayout(page);
    await sheet.getByRole("switch", { name: "Keyboard shortcuts" }).press("Space");
    await sheet.getByText(/^The shortcuts are off/).waitFor();
    await expectAccessibleLayout(page);
    await page.keyboard.press("Escape");
    await sheet.waitFor({ state: "detached" });
    await page.keyboard.press("g");
    await page.keyboard.press("p");
    for (const keys of ["Control+k", "s", "1", "Alt+t", "Alt+l", "f", "Control+z"]) await page.keyboard.press(keys);
    // What a key does is drawn in the next frame.
    await atRest(page);
    await eventually(async () => expect(await page.locator("[data-side=buy] > input").isChecked()).toBe(true));
    await eventually(async () =>
      expect(await page.locator('[aria-label="Trend line"][aria-pressed="true"]').count()).toBe(0),
    );
    await eventually(async () =>
      expect(await page.getByRole("radio", { name: "1m", exact: true, checked: true }).count()).toBe(0),
    );
    await eventually(async () =>
      expect(await page.getByRole("button", { name: "Find a symbol" }).textContent()).not.toContain("K"),
    );
    await eventually(async () => expect(await page.getByRole("dialog").count()).toBe(0));
    expect(sent).toEqual([]);
    await eventually(async () =>
      expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("unsent ")))).toEqual(
        [],
      ),
    );
    await page.context().close();
    expect(await drawn()).toBe(1);
  });

  test("the first keys of the trading page lead to the ticket", async () => {
    const page = await open("/trading");
    const amount = page.getByLabel("Amount", { exact: true });
    await amount.waitFor();
    // The content, then the watchlist, the chart and the ticket.
    for (const _ of Array(4)) await page.keyboard.press("Tab");
    await eventually(async () => expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Order"));
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement?.id === "order");
    await page.context().close();
  });

  test("B on a narrower screen opens the ticket with the focus in its amount", async () => {
    const page = await open("/trading/watchlist", undefined, { viewport: { width: 900, height: 800 } });
    await page.getByRole("list", { name: "Watchlist" }).waitFor();
    await page.keyboard.press("b");
    await page.waitForFunction(() => document.activeElement?.matches('form input[inputmode="decimal"]'));
    await page.context().close();
  });

  test("the order of the watchlist survives a reload, and is there on a second device", async () => {
    const trader = await newTrader(journey.stack);
    const page = await open("/trading", trader);
    await waitForSymbols(page, ["US500", "USTEC", "XAUUS", "BTCUS"]);
    const other = await open("/watchlist", trader, { viewport: PHONE, hasTouch: true, isMobile: true });
    await waitForSymbols(other, ["US500", "USTEC", "XAUUS", "BTCUS"]);

    // By mouse, at the grip of the row that the mouse is over.
    const rows = page.getByRole("list", { name: "Watchlist" }).getByRole("listitem");
    await rows.nth(3).hover();
    const grip = await boxAtRest(rows.nth(3).locator("[data-grip]"));
    const first = await boxAtRest(rows.nth(0));
    await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2);
    await page.mouse.down();
    await page.mouse.move(grip.x, first.y + 20, { steps: 6 });
    await page.mouse.up();
    await waitForSymbols(page, ["BTCUS", "US500", "USTEC", "XAUUS"]);
    await waitForSymbols(other, ["BTCUS", "US500", "USTEC", "XAUUS"]);

    // By touch, after a press on the row.
    const client = await other.context().newCDPSession(other);
    const touched = other.getByRole("list", { name: "Watchlist" }).getByRole("listitem");
    const from = await boxAtRest(touched.nth(1));
    const to = await boxAtRest(touched.nth(3));
    const x = from.x + 40;
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", y?: number) =>
      client.send("Input.dispatchTouchEvent", { type, touchPoints: y === undefined ? [] : [{ x, y }] });
    await touch("touchStart", from.y + 30);
    await other.locator("ul[data-dragging]").waitFor();
    for (const part of [0.3, 0.6, 1]) await touch("touchMove", from.y + 30 + (to.y + 10 - from.y) * part);
    await touch("touchEnd");
    await waitForSymbols(other, ["BTCUS", "USTEC", "XAUUS", "US500"]);
    await waitForSymbols(page, ["BTCUS", "USTEC", "XAUUS", "US500"]);

    // By keyboard, and one symbol more.
    await page.getByRole("button", { name: "Edit the watchlist" }).click();
    // Beside the name, not over it.
    const dots = await boxAtRest(page.getByRole("button", { name: /^Move USTECm/ }).locator("svg"));
    const name = await boxAtRest(page.getByRole("listitem").getByText("USTECm"));
    expect(dots.x + dots.width).toBeLessThan(name.x);
    await page.getByRole("button", { name: "Add ETHUSDm" }).click();
    await page.keyboard.press("ArrowUp");
    await page.getByRole("button", { name: "Hide USTECm" }).click();
    await expectAccessibleLayout(page);
    await waitForSymbols(other, ["BTCUS", "XAUUS", "ETHUS", "US500"]);
    await page.reload();
    await waitForSymbols(page, ["BTCUS", "XAUUS", "ETHUS", "US500"]);
    await eventually(async () => expect(await symbols(page)).toEqual(["BTCUS", "XAUUS", "ETHUS", "US500"]));
    await page.context().close();
    await other.context().close();
  });
});
