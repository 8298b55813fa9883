import { afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { BrowserContext, Page } from "playwright-core";
import { holdPrices, keepPrices, letPricesMove } from "../../dev/test/test-market.ts";
import { DESKTOP, expectAccessibleLayout, PHONE, TABLET } from "../test/accessible-layout.ts";
import { findAxeViolations } from "../test/axe.ts";
import { lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { tabTo } from "./by-keyboard.ts";
import { setUpJourney } from "./set-up-journey.ts";

setDefaultTimeout(600_000);

const SMALL_PHONE = { width: 360, height: 900 };

describe.skipIf(lacksBrowser())("the landing page", () => {
  const journey = setUpJourney();
  /** A visitor's browser context, with the cache of earlier pages. */
  let visitor: BrowserContext;
  beforeAll(async () => {
    visitor = await journey.browser.newContext({ viewport: DESKTOP });
  }, 600_000);
  afterEach(() => letPricesMove(journey.stack, ["BTCUSDm"]));

  /** Opens a page; fails the test if the browser's console has errors. */
  async function withPage(run: (page: Page) => Promise<void>, context = visitor): Promise<void> {
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    try {
      await run(page);
      expect(complaints).toEqual([]);
    } finally {
      await page.close();
    }
  }

  const bitcoin = (page: Page) => page.locator('[data-terminal] button[data-quote="BTCUSDm"] [data-part="price"]');

  test("fills its terminal with ticking prices, and says that they are simulated", async () => {
    await withPage(async (page) => {
      await page.goto(journey.stack.origin);
      await page.getByText("SIMULATED", { exact: true }).waitFor();
      await bitcoin(page).filter({ hasText: /\d/ }).waitFor();
      await eventually(async () => expect(await bitcoin(page).textContent()).toMatch(/^[\d,]+\.\d\d$/));
      const first = await bitcoin(page).textContent();
      await page.waitForFunction(([selector, before]) => document.querySelector(selector)?.textContent !== before, [
        '[data-terminal] button[data-quote="BTCUSDm"] [data-part="price"]',
        first ?? "",
      ] as const);
      // The chart and the sparklines have history from before this page was loaded; the middle one of the three labels
      // is a third of the line away from the first.
      await page.waitForFunction(() => {
        const labels = [...document.querySelectorAll('[data-draw="times"] text')].map(
          (label) => label.textContent ?? "",
        );
        const [first = 0, second = 0] = labels.map((label) => {
          const [hours = 0, minutes = 0] = label.split(":").map(Number);
          return hours * 60 + minutes;
        });
        return (second - first + 24 * 60) % (24 * 60) >= 8;
      });
      await page.waitForFunction(() => {
        const paths = [...document.querySelectorAll('[data-part="spark"] path')];
        return paths.length > 0 && paths.every((path) => (path.getAttribute("d") ?? "").split("L").length > 20);
      });
      await page.getByText(/^Median, last \d+ prices$/).waitFor();
      const measured = page.locator("dl > div", { hasText: "latency, measured here" });
      await eventually(async () =>
        expect(await measured.textContent()).toMatch(/^latency, measured here(\d+|Under 1)ms$/),
      );

      await page.getByRole("button", { name: /^Gold/ }).click();
      await page.getByText("Gold, XAUUSDm").waitFor();
    });
  });

  test("its terminal trades demo money to the cent, by keyboard, at a price that is not old", async () => {
    await withPage(async (page) => {
      const { stack } = journey;
      const terminal = page.locator("[data-terminal]");
      const order = terminal.locator("[data-place-order]");
      await page.goto(stack.origin);
      await terminal.getByText("Streaming").waitFor();
      await keepPrices(stack, { BTCUSDm: 67_000 });
      await order.filter({ hasText: "Buy 0.05 BTCUSD at 67,000.00" }).waitFor();
      await tabTo(page, order);
      await page.keyboard.press("Enter");
      await terminal.getByText("Buy BTCUSD").waitFor();
      await holdPrices(stack, { BTCUSDm: 67_120.51 });
      // 0.05 x 120.51 = 6.0255
      await terminal.getByRole("row", { name: "Buy BTCUSD 0.05 67,000.00 67,120.51 +$6.03" }).waitFor();
      await terminal.locator("header").getByText("$10,006.03").waitFor();
      await terminal.getByRole("link", { name: "Create account to keep a balance" }).waitFor();

      // Nothing can be opened or closed at a price of more than ten seconds.
      const close = terminal.getByRole("button", { name: "Close BTCUSD" });
      await terminal.getByRole("button", { name: "Waiting for a price" }).waitFor();
      await eventually(async () => expect([await order.isDisabled(), await close.isDisabled()]).toEqual([true, true]));
      await keepPrices(stack, { BTCUSDm: 67_120.51 });
      await tabTo(page, close);
      await page.keyboard.press("Enter");
      await terminal.getByText("Your demo positions appear here.").waitFor();
      await eventually(async () =>
        expect(await order.evaluate((button) => button === document.activeElement)).toBe(true),
      );
      await terminal.locator("header").getByText("$10,006.03").waitFor();
      expect(await findAxeViolations(page)).toEqual([]);
      // Nothing was kept.
      await page.reload();
      await terminal.locator("header").getByText("$10,000.00").waitFor();
    });
  });

  test("opens the live demo, which trades on the same account, and which Escape closes again", async () => {
    await withPage(async (page) => {
      const { stack } = journey;
      await page.goto(stack.origin);
      const watch = page.getByRole("button", { name: "Watch demo" });
      await bitcoin(page).filter({ hasText: /\d/ }).waitFor();
      await watch.click();
      const dialog = page.getByRole("dialog", { name: "Live demo" });
      await dialog.getByRole("button", { name: /BTCUSDm.*\d/ }).waitFor();
      await keepPrices(stack, { BTCUSDm: 67_000 });
      await dialog.getByLabel("Amount").fill("0.02");
      await dialog.getByLabel("Take profit").fill("67100");
      await dialog.getByRole("button", { name: "Buy 0.02 BTCUSD at 67,000.00" }).click();
      await dialog.getByText("Bought 0.02 BTCUSD at 67,000.00").waitFor();
      for (const viewport of [SMALL_PHONE, TABLET, DESKTOP]) {
        await page.setViewportSize(viewport);
        expect(await findAxeViolations(page)).toEqual([]);
      }
      await Promise.all([
        dialog.getByText("Take profit 0.02 BTCUSD at 67,112.25: +$2.25").waitFor(),
        keepPrices(stack, { BTCUSDm: 67_112.25 }),
      ]);
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      await eventually(async () =>
        expect(await watch.evaluate((button) => button === document.activeElement)).toBe(true),
      );
    });
  });

  test("takes no markup and no script's address that its own policies have not made", async () => {
    // The browser complains about each of them.
    const page = await journey.browser.newPage();
    await page.goto(journey.stack.origin);
    const refused = await page.evaluate(() => {
      const tries = [
        () => void Object.assign(document.createElement("div"), { innerHTML: "<b></b>" }),
        () => void Object.assign(document.createElement("script"), { src: "/assets/elsewhere.js" }),
        () => void new DOMParser().parseFromString("<b></b>", "text/html"),
      ];
      return tries.map((act) => {
        try {
          act();
          return "done";
        } catch {
          return "refused";
        }
      });
    });
    expect(refused).toEqual(["refused", "refused", "refused"]);
    await page.close();
  });

  test("says that prices are unavailable, and continues when they are back", async () => {
    const page = await visitor.newPage();
    try {
      let isAway = true;
      await page.routeWebSocket(/\/api\/market\/socket/, (socket) => {
        if (isAway) void socket.close();
        else socket.connectToServer();
      });
      await page.goto(journey.stack.origin);
      await page.getByText("Prices are not available at the moment.").waitFor();
      await eventually(async () => expect(await bitcoin(page).textContent()).toBe("—"));
      isAway = false;
      await bitcoin(page).filter({ hasText: /\d/ }).waitFor();
      await eventually(async () =>
        expect(await page.getByText("Prices are not available at the moment.").isVisible()).toBe(false),
      );
    } finally {
      await page.close();
    }
  });

  test("has no axe violation at any width, and nothing is wider than the window", async () => {
    await withPage(async (page) => {
      await page.emulateMedia({ reducedMotion: "reduce" });
      for (const path of ["/", "/terms", "/privacy", "/support", "/contact", "/prices-proof"]) {
        await page.goto(journey.stack.origin + path);
        if (path === "/") await bitcoin(page).filter({ hasText: /\d/ }).waitFor();
        for (const size of [SMALL_PHONE, { width: 768, height: 900 }, DESKTOP]) {
          await page.setViewportSize(size);
          await expectAccessibleLayout(page, []);
        }
      }
    });
  });

  test("leads to the page about prices, which fetches and checks the seals of today", async () => {
    await withPage(async (page) => {
      await page.goto(journey.stack.origin);
      await page.getByRole("link", { name: "Prices", exact: true }).click();
      await page.getByRole("heading", { name: "Proof of prices" }).waitFor();
      // The stack may be younger than a minute: then none is sealed.
      await page.getByText(/sealed since midnight UTC|No minute has been sealed today/).waitFor();
    });
  });

  test("can be read and left without JavaScript", async () => {
    const context = await journey.browser.newContext({ viewport: DESKTOP, javaScriptEnabled: false });
    await withPage(async (page) => {
      await page.goto(journey.stack.origin);
      await page.getByRole("heading", { name: "The market runs both ways. So can you." }).waitFor();
      await page.getByText("Live prices need JavaScript.").waitFor();
      await eventually(async () =>
        expect(await page.getByRole("button", { name: "Watch demo" }).isVisible()).toBe(false),
      );
      await page.getByRole("link", { name: "Support" }).click();
      await page.waitForURL("**/support");
      await page.getByRole("heading", { name: "Support" }).waitFor();
    }, context);
    await context.close();
  });

  test("nothing moves while a slow network delivers it piece by piece, and its text is painted from the document alone", async () => {
    // Clears the cache.
    const context = await journey.browser.newContext();
    await withPage(async (page) => {
      const network = await page.context().newCDPSession(page);
      const receive = (bytesPerSecond: number) =>
        network.send("Network.emulateNetworkConditions", {
          offline: false,
          latency: 0,
          downloadThroughput: bytesPerSecond,
          uploadThroughput: -1,
        });
      // Scripts and the font are delayed until the last text is visible.
      let seen = Promise.withResolvers<void>();
      await page.route(/\/assets\/.*\.(js|woff2)$/, async (route) => {
        await seen.promise;
        await route.continue();
      });
      await page.addInitScript(() => {
        // The layout shift as the browser reports it.
        Object.assign(window, { shift: 0 });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const { value } = entry as PerformanceEntry & { value: number };
            Object.assign(window, { shift: (window as unknown as { shift: number }).shift + value });
          }
        }).observe({ type: "layout-shift", buffered: true });
      });
      for (const viewport of [DESKTOP, TABLET, PHONE]) {
        seen = Promise.withResolvers();
        await page.setViewportSize(viewport);
        await receive(6 * 1024);
        await page.goto(journey.stack.origin, { waitUntil: "commit" });
        await page.getByRole("contentinfo").waitFor();
        await receive(-1);
        seen.resolve();
        await bitcoin(page).filter({ hasText: /\d/ }).waitFor();
        await page.evaluate(() => document.fonts.ready);
        const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift);
        expect(shift).toBeLessThan(0.01);
      }
    }, context);
    await context.close();
  });

  test("its hidden shortcuts work, and its query is removed", async () => {
    // Without a service worker of an earlier page, which would load the next page itself, past the route below.
    const context = await journey.browser.newContext({ viewport: DESKTOP, serviceWorkers: "block" });
    await withPage(async (page) => {
      await page.goto(`${journey.stack.origin}/?redirect=/dashboard`);
      await page.waitForURL(`${journey.stack.origin}/`);
      await page.evaluate(() => {
        localStorage.setItem("auth-token", "old");
        localStorage.setItem("settings:another", "{}");
      });
      const reloaded = page.waitForEvent("load");
      await page.keyboard.press("Control+Shift+C");
      await reloaded;
      await eventually(async () =>
        expect(await page.evaluate(() => Object.keys(localStorage).sort())).toEqual(["settings:another", "theme"]),
      );
      await bitcoin(page).filter({ hasText: /\d/ }).waitFor();
      // Without its content: what that page asks for, such as the session, is not a complaint of this one.
      await page.route("**/admin/login", (route) => route.fulfill({ contentType: "text/html", body: "" }));
      await page.keyboard.press("Control+Shift+A");
      await page.waitForURL("**/admin/login");
    }, context);
    await context.close();
  });
});
