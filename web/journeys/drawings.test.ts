import { afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { BrowserContext, Page } from "playwright-core";
import { newTrader, type Trader } from "../../dev/test/test-people.ts";
import { waitUntil } from "../../dev/test/wait-until.ts";
import type { TerminalRecord } from "../../worker/contract/terminal/terminal-changes.ts";
import type { Drawing } from "../../worker/contract/terminal/terminal-schema.ts";
import { DESKTOP, PHONE } from "../test/accessible-layout.ts";
import { boxAtRest } from "../test/at-rest.ts";
import { findAxeViolations } from "../test/axe.ts";
import { lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { drawingChange } from "../test/test-terminal.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { signedInBrowser } from "./trader-tab.ts";

setDefaultTimeout(600_000);

describe.skipIf(lacksBrowser())("drawings on the chart", () => {
  const journey = setUpJourney();
  let trader: Trader;
  let context: BrowserContext;
  beforeAll(async () => {
    trader = await newTrader(journey.stack);
    context = await signedInBrowser(journey.browser, journey.stack, trader, { hasTouch: true });
  }, 600_000);
  afterEach(() => context.setOffline(false));

  /** A page with the chart of a symbol, once it has candles. */
  async function open(symbol: string, viewport = DESKTOP, device = context): Promise<Page> {
    const page = await device.newPage();
    await page.setViewportSize(viewport);
    await page.goto(`${journey.stack.origin}/trading/${symbol}`);
    await page
      .locator("span", { hasText: /^C[\d,.]+$/ })
      .first()
      .waitFor();
    return page;
  }
  /** The same on another device. */
  const openElsewhere = async (symbol: string) =>
    open(symbol, DESKTOP, await signedInBrowser(journey.browser, journey.stack, trader));
  const kept = async (symbol: string) => {
    const { records } = (await trader.get(`/api/terminal/drawings/${symbol}`)).body as { records: { body: Drawing }[] };
    return records.map(({ body }) => body);
  };
  const tool = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
  const bar = (page: Page, name: string) => page.getByRole("toolbar", { name: `${name}, selected` });
  async function placesOn(page: Page) {
    const { x, y, width, height } = await boxAtRest(page.locator('[data-area="plot"]').first());
    return (across: number, down: number) => [x + width * across, y + height * down] as const;
  }

  test("a line drawn with the mouse is kept, moved, shown by another tab, and undone in both", async () => {
    const [page, other] = [await open("eth"), await open("eth")];
    const at = await placesOn(page);
    await tool(page, "Trend line").click();
    await page.mouse.move(...at(0.2, 0.7));
    await page.mouse.down();
    await page.mouse.move(...at(0.6, 0.4), { steps: 4 });
    await page.mouse.up();
    await bar(page, "Trend line").waitFor();
    const [drawn] = await waitUntil("it is kept", async () => {
      const drawings = await kept("ETHUSDm");
      return drawings.length === 1 && drawings;
    });
    expect(drawn?.kind).toBe("trend");
    expect((drawn?.anchors[0]?.price ?? 0) < (drawn?.anchors[1]?.price ?? 0)).toBe(true);

    await page.mouse.move(...at(0.4, 0.55));
    await page.mouse.down();
    await page.mouse.move(...at(0.4, 0.65), { steps: 4 });
    await page.mouse.up();
    await waitUntil("the move is kept", async () => {
      const [moved] = await kept("ETHUSDm");
      return moved !== undefined && (moved.anchors[0]?.price ?? 0) < (drawn?.anchors[0]?.price ?? 0);
    });
    // The other tab has heard of it: there the line is where it was moved to.
    await other.mouse.click(...(await placesOn(other))(0.4, 0.65));
    await bar(other, "Trend line").waitFor();
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await waitUntil("nothing is kept", async () => (await kept("ETHUSDm")).length === 0);
    await bar(other, "Trend line").waitFor({ state: "detached" });
    await Promise.all([page.close(), other.close()]);
  });

  test("what was done to a symbol's drawings is undone after another symbol was shown, and the magnet stays on", async () => {
    const page = await open("btc");
    const show = async (symbol: string) => {
      const watchlist = page.locator('[data-area="watchlist"]');
      await watchlist.getByRole("button", { name: new RegExp(`^${symbol}`) }).click();
      await page.getByRole("img", { name: new RegExp(`^Chart of ${symbol}`) }).waitFor();
    };
    const at = await placesOn(page);
    const magnet = page.getByRole("button", { name: /^Magnet/ });
    const before = (await kept("BTCUSDm")).length;
    await magnet.click();
    await tool(page, "Horizontal line").click();
    await page.mouse.click(...at(0.5, 0.5));
    await bar(page, "Horizontal line").waitFor();
    await page.keyboard.press("Delete");
    await bar(page, "Horizontal line").waitFor({ state: "detached" });
    await show("XAUUSDm");
    await eventually(async () => expect(await page.getByRole("button", { name: /^Undo/ }).isDisabled()).toBe(true));
    await show("BTCUSDm");
    await page.keyboard.press("Control+z");
    await waitUntil("it is kept again", async () => (await kept("BTCUSDm")).length === before + 1);
    await eventually(async () => expect(await magnet.getAttribute("aria-pressed")).toBe("true"));
    await page.keyboard.press("Control+Shift+z");
    await waitUntil("it is removed again", async () => (await kept("BTCUSDm")).length === before);
    await page.close();
  });

  test("a line drawn without a connection is kept when the page is gone, and reaches the account later", async () => {
    const [page, other] = [await open("eth"), await openElsewhere("eth")];
    await context.setOffline(true);
    // It moves the page down.
    await page.getByText("Can't reach Tonle. Retrying...").waitFor();
    await page.getByText("Your stops still work.", { exact: false }).first().waitFor();
    await tool(page, "Horizontal line").click();
    await page.mouse.click(...(await placesOn(page))(0.4, 0.3));
    await bar(page, "Horizontal line").waitFor();
    await page.getByText("What you change on the chart is kept and saved later.").waitFor();
    // As when the system ends the page. One that is closed sends what waits, and may be online again while it is closed.
    await page.evaluate(() => {
      addEventListener("pagehide", (event) => event.stopImmediatePropagation(), true);
      Object.assign(window, { fetch: () => new Promise(() => {}) });
    });
    await page.close();
    expect(await kept("ETHUSDm")).toEqual([]);

    await context.setOffline(false);
    const again = await open("eth");
    const [drawn] = await waitUntil("it is kept", async () => {
      const drawings = await kept("ETHUSDm");
      return drawings.length === 1 && drawings;
    });
    expect(drawn?.kind).toBe("horizontal");
    // The keyboard selects what is on the chart.
    for (const one of [again, other]) {
      await one.getByRole("img", { name: /^Chart of/ }).focus();
      await one.keyboard.press("Enter");
      await bar(one, "Horizontal line").waitFor();
    }
    await again.keyboard.press("Delete");
    await waitUntil("nothing is kept", async () => (await kept("ETHUSDm")).length === 0);
    await bar(other, "Horizontal line").waitFor({ state: "detached" });
    await Promise.all([again.close(), other.context().close()]);
  });

  test("by keyboard alone a level is drawn, moved, locked and removed", async () => {
    const page = await open("btc");
    await page.keyboard.press("Alt+t");
    await page.locator('[aria-label="Trend line"][aria-pressed="true"]').waitFor();
    await page.keyboard.press("Alt+h");
    await page.locator('[aria-label="Horizontal line"][aria-pressed="true"]').waitFor();
    // The tools are one stop of the tab key.
    const chart = page.getByRole("img", { name: /^Chart of/ });
    await chart.focus();
    await page.keyboard.press("Shift+Tab");
    const tools = page.getByRole("toolbar", { name: "Drawing tools" });
    await page.locator('[aria-label="Horizontal line"]:focus').waitFor();
    await page.keyboard.press("End");
    await page.locator('[aria-label^="Remove all drawings"]:focus').waitFor();
    await page.keyboard.press("ArrowDown");
    await page.locator('[aria-label="Cross"]:focus').waitFor();
    for (const _ of Array(3)) await page.keyboard.press("ArrowDown");
    await page.locator('[aria-label="Horizontal line"]:focus').waitFor();
    await eventually(async () => expect(await tools.locator('button[tabindex="0"]').count()).toBe(1));
    await page.keyboard.press("Enter");
    await bar(page, "Horizontal line").waitFor();
    // Past its handle, the next stop is what can be changed of it.
    for (const _ of Array(2)) await page.keyboard.press("Tab");
    await bar(page, "Horizontal line").locator("button:focus").first().waitFor();
    await page.keyboard.press("Shift+Tab");
    await chart.and(page.locator(":focus")).waitFor();
    const price = async () => (await kept("BTCUSDm"))[0]?.anchors[0]?.price;
    const first = await waitUntil("it is kept", price);
    await page.locator('[aria-label^="Chart of"]:focus').waitFor();
    await page.keyboard.press("Shift+ArrowUp");
    await waitUntil("it is ten steps up", async () => Math.abs(((await price()) ?? 0) - first - 0.1) < 0.001);
    await tool(page, "Lock").focus();
    await page.keyboard.press("Enter");
    await tool(page, "Unlock").waitFor();
    await page.getByRole("img", { name: /^Chart of/ }).focus();
    await page.keyboard.press("Delete");
    await waitUntil("it is kept as locked", async () => (await kept("BTCUSDm"))[0]?.isLocked);
    await tool(page, "Unlock").click();
    await tool(page, "Lock").waitFor();
    await page.getByRole("img", { name: /^Chart of/ }).focus();
    await page.keyboard.press("Delete");
    await waitUntil("nothing is kept", async () => (await kept("BTCUSDm")).length === 0);
    expect(await findAxeViolations(page)).toEqual([]);
    await page.close();
  });

  test("after clicks on a tool and on a drawing's bar the keys are the chart's, and a typed text is kept", async () => {
    const page = await open("btc");
    const at = await placesOn(page);
    const cross = page.locator('[aria-label="Cross"][aria-pressed="true"]');
    await tool(page, "Trend line").click();
    await page.keyboard.press("Escape");
    await cross.waitFor();
    await page.keyboard.press("Alt+t");
    await page.keyboard.press("Escape");
    await cross.waitFor();

    await tool(page, "Text").click();
    await page.mouse.click(...at(0.4, 0.3));
    await page.locator('input[aria-label="Text"]:focus').waitFor();
    await page.keyboard.type("Sell below");
    await page.mouse.click(...at(0.8, 0.8));
    const keeps = (text: string) =>
      waitUntil(text, async () => (await kept("BTCUSDm")).some((one) => one.kind === "text" && one.text === text));
    await keeps("Sell below");
    await page.keyboard.press("Control+z");
    await keeps("Text");
    await page.keyboard.press("Control+y");
    await keeps("Sell below");

    const [x, y] = at(0.4, 0.3);
    await page.mouse.click(x + 8, y);
    await tool(page, "Green").click();
    await waitUntil("it is green", async () => (await kept("BTCUSDm"))[0]?.style.colour === "up");
    await page.keyboard.press("Delete");
    await waitUntil("nothing is kept", async () => (await kept("BTCUSDm")).length === 0);
    await page.close();
  });

  test("the ticket follows a plan in its entry, exits and risk, until it is unlinked", async () => {
    const page = await open("btc");
    const at = await placesOn(page);
    await tool(page, "Long position plan").click();
    await page.mouse.click(...at(0.5, 0.6));
    await bar(page, "Long position plan").waitFor();
    const plan = await waitUntil("it is kept", async () => (await kept("BTCUSDm")).find(({ kind }) => kind === "long"));
    await page.getByRole("button", { name: "Fill the ticket" }).click();
    const [entry, target, stop] = plan.anchors.map(({ price }) => price.toFixed(2));
    const filled = async () =>
      page.locator("input").evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
    await page.waitForFunction(
      (price) => [...document.querySelectorAll("input")].some((input) => input.value.replaceAll(",", "") === price),
      entry ?? "",
    );
    const values = (await filled()).map((value) => value.replaceAll(",", ""));
    for (const value of [target, stop, "100.00"]) expect(values).toContain(value as string);

    const followed = page.getByText("Follows the plan on the chart");
    await followed.waitFor();
    const risk = page.getByLabel("Lose at most");
    const setRisk = async (percent: string) => {
      await page.getByLabel("Risk, % of the balance").fill(percent);
      await page.keyboard.press("Enter");
      await waitUntil("it is kept", async () =>
        (await kept("BTCUSDm")).some((one) => one.kind === "long" && one.riskBasisPoints === Number(percent) * 100),
      );
    };
    await setRisk("2");
    await eventually(async () => expect(await risk.inputValue()).toBe("200.00"));
    await page.getByRole("button", { name: "Unlink" }).click();
    await followed.waitFor({ state: "detached" });
    await setRisk("3");
    await eventually(async () => expect(await risk.inputValue()).toBe("200.00"));
    await page.getByRole("button", { name: "Fill the ticket" }).click();
    await followed.waitFor();
    await eventually(async () => expect(await risk.inputValue()).toBe("300.00"));
    await risk.fill("50");
    await followed.waitFor({ state: "detached" });
    await page.close();
    const drawn = await kept("BTCUSDm");
    expect(drawn).toHaveLength(1);
    const { records } = (await trader.get("/api/terminal/drawings/BTCUSDm")).body as { records: TerminalRecord[] };
    const removed = records.map(({ number: _, ...change }) => ({ ...change, version: change.version + 1, body: null }));
    expect((await trader.post("/api/terminal/changes", { changes: removed })).status).toBe(200);
  });

  test("a drawing beyond 500 is taken away again, and the page says why", async () => {
    const hundred = () => Array.from({ length: 100 }, () => drawingChange({ symbol: "ETHUSDm" }));
    for (let i = 0; i < 5; i++) {
      expect((await trader.post("/api/terminal/changes", { changes: hundred() })).status).toBe(200);
    }
    const page = await open("eth");
    const at = await placesOn(page);
    await tool(page, "Vertical line").click();
    await page.mouse.click(...at(0.3, 0.3));
    await page.getByText("ETHUSDm has 500 drawings. Remove some to draw more.").waitFor();
    await bar(page, "Vertical line").waitFor({ state: "detached" });
    expect(await kept("ETHUSDm")).toHaveLength(500);
    await page.close();
  });

  test("on a phone a finger draws and moves a line, and the page stays where it is", async () => {
    const page = await open("btc", PHONE);
    await page.getByRole("button", { name: "Drawing tools" }).tap();
    await tool(page, "Rectangle").tap();
    await page.getByRole("button", { name: "Drawing tools" }).tap();
    const at = await placesOn(page);
    const scroll = () => page.evaluate(() => scrollY);
    const before = await scroll();
    const finger = await context.newCDPSession(page);
    const touch = async (...places: (readonly [number, number])[]) => {
      for (const [i, [x, y]] of places.entries()) {
        const type = i === 0 ? "touchStart" : "touchMove";
        await finger.send("Input.dispatchTouchEvent", { type, touchPoints: [{ x, y }] });
      }
      await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    };
    await touch(at(0.3, 0.6), at(0.4, 0.5), at(0.7, 0.35));
    await bar(page, "Rectangle").waitFor();
    // The prices of the axis stay in sight beside the bar.
    const ofBar = await boxAtRest(bar(page, "Rectangle"));
    expect(ofBar.x + ofBar.width).toBeLessThan(at(1, 0)[0]);
    const drawings = () => kept("BTCUSDm");
    const [drawn] = await waitUntil("it is kept", async () => {
      const all = await drawings();
      return all.length === 1 && all;
    });
    // The width of its lines is in sight, and a tap takes the next one.
    const lineWidth = bar(page, "Rectangle").getByRole("button", { name: /^Line width/ });
    const ofWidth = await boxAtRest(lineWidth);
    expect(ofWidth.x + ofWidth.width).toBeLessThanOrEqual(ofBar.x + ofBar.width);
    for (const _ of Array(3)) await lineWidth.tap();
    await waitUntil("its lines are wider", async () => (await drawings())[0]?.style.width === 4);
    await lineWidth.tap();
    await waitUntil("its lines are thin again", async () => (await drawings())[0]?.style.width === 1);
    // Near the edge, where a mouse would miss it.
    await touch(at(0.5, 0.63), at(0.5, 0.7), at(0.5, 0.73));
    await waitUntil("it is lower", async () => {
      const [moved] = await drawings();
      return moved !== undefined && (moved.anchors[0]?.price ?? 0) < (drawn?.anchors[0]?.price ?? 0);
    });
    await eventually(async () => expect(await scroll()).toBe(before));
    expect(await findAxeViolations(page)).toEqual([]);

    // Held sideways, the tools are opened in the toolbar too.
    await page.setViewportSize({ width: 844, height: 390 });
    await tool(page, "Rectangle").waitFor({ state: "hidden" });
    // The turned phone has another chart, on which the rectangle is selected too.
    await bar(page, "Rectangle").waitFor();
    await page.getByRole("button", { name: "Drawing tools" }).tap();
    await tool(page, "Vertical line").tap();
    await page.getByRole("button", { name: "Drawing tools" }).tap();
    const sideways = await placesOn(page);
    await touch(sideways(0.7, 0.8));
    await bar(page, "Vertical line").waitFor();
    const timeOf = async () => (await drawings()).find(({ kind }) => kind === "vertical")?.anchors[0]?.time;
    const drawnAt = await waitUntil("it is kept too", timeOf);
    await touch(sideways(0.7, 0.6), sideways(0.6, 0.6), sideways(0.5, 0.6));
    await waitUntil("it is earlier", async () => ((await timeOf()) ?? drawnAt) < drawnAt);
    // Whose chart it is, and that its prices are simulated, is said below the bar and not over its buttons.
    const { y, height } = await boxAtRest(bar(page, "Vertical line"));
    const marks = page.locator('[data-area="chart"]').getByText("SIMULATED").filter({ visible: true }).last();
    await eventually(async () => expect((await boxAtRest(marks)).y).toBeGreaterThanOrEqual(y + height));
    await bar(page, "Vertical line").getByRole("button", { name: "Remove" }).tap();
    await bar(page, "Vertical line").waitFor({ state: "detached" });
    await waitUntil("only the other one is kept", async () => (await drawings()).length === 1);
    expect(await findAxeViolations(page)).toEqual([]);
    await page.close();
  });
});
