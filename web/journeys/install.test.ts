import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { BrowserContext, Page } from "playwright-core";
import { newTrader, type Trader } from "../../dev/test/test-people.ts";
import { workerLog } from "../../dev/test/test-stack.ts";
import { waitUntil } from "../../dev/test/wait-until.ts";
import { DESKTOP, expectAccessibleLayout, PHONE } from "../test/accessible-layout.ts";
import { findAxeViolations } from "../test/axe.ts";
import { collectComplaints, lacksBrowser } from "../test/browser.ts";
import { eventually } from "../test/eventually.ts";
import { setUpJourney } from "./set-up-journey.ts";
import { openAs, signedInBrowser } from "./trader-tab.ts";

setDefaultTimeout(600_000);

/** The contents of the browser's caches, by the address of each entry. */
type Entries = Record<string, { type: string; text: string }>;

describe.skipIf(lacksBrowser())("the installed application", () => {
  const journey = setUpJourney();
  let trader: Trader;
  beforeAll(async () => {
    trader = await newTrader(journey.stack);
  }, 600_000);

  const open = (path: string, options = {}) =>
    openAs(journey.browser, journey.stack, trader, path, { viewport: DESKTOP, ...options });

  /** Waits for the service worker and its files. */
  const untilInstalled = (page: Page, least = 4) =>
    waitUntil("the service worker is active and its files are stored", () =>
      page.evaluate(async (files) => {
        const { active } = await navigator.serviceWorker.ready;
        const cache = await caches.open("offline");
        const assets = (await cache.keys()).filter(({ url }) => url.includes("/assets/"));
        return active?.state === "activated" && assets.length >= files;
      }, least),
    );

  /** Waits until the prices that the offline page shows have a text. */
  const untilPricesAreKept = (page: Page, text = "") =>
    waitUntil("the last prices are kept", () =>
      page.evaluate(async (part) => (await (await caches.match("/offline/prices"))?.text())?.includes(part), text),
    );

  const entries = (page: Page): Promise<Entries> =>
    page.evaluate(async () => {
      const found: Entries = {};
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
          const reply = await cache.match(request);
          const type = reply?.headers.get("Content-Type") ?? "";
          found[`${name} ${new URL(request.url).pathname}`] = { type, text: (await reply?.text()) ?? "" };
        }
      }
      return found;
    });

  async function offline(context: BrowserContext, during: () => Promise<void>): Promise<void> {
    await context.setOffline(true);
    try {
      await during();
    } finally {
      await context.setOffline(false);
    }
  }

  test.each(["/dashboard", "/", "/km"])("can be installed from %s", async (path) => {
    const page = await open(path);
    const session = await page.context().newCDPSession(page);
    const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
    // A context of its own is a private window to the browser, which installs nothing from one.
    const errors = installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito");
    expect(errors).toEqual([]);
    const { url, errors: faults, data } = await session.send("Page.getAppManifest");
    expect(faults).toEqual([]);
    expect(url).toEndWith(path === "/km" ? "/km/manifest.webmanifest" : "/manifest.webmanifest");
    const { icons } = JSON.parse(data ?? "") as { icons: { src: string; sizes: string }[] };
    for (const { src, sizes } of icons) {
      const side = await page.evaluate(async (address) => {
        const image = new Image();
        image.src = address;
        await image.decode();
        return `${image.naturalWidth}x${image.naturalHeight}`;
      }, src);
      expect(side).toBe(sizes);
    }
    await page.context().close();
  });

  test("shows the last prices with their age when it is opened without a connection, and returns with it", async () => {
    const page = await open("/trading/btc");
    await page.getByText("Streaming").first().waitFor();
    await untilInstalled(page);
    await untilPricesAreKept(page);
    const complaints = collectComplaints(page, /ERR_INTERNET_DISCONNECTED|status of 503/);
    await offline(page.context(), async () => {
      await page.goto(`${journey.stack.origin}/account/history`);
      await page.getByRole("heading", { name: "You are offline" }).waitFor();
      const bitcoin = page.getByRole("listitem").filter({ hasText: "BTCUSDm" });
      await bitcoin.filter({ hasText: /Bitcoin[\d,]+\.\d\d\d+\u00a0[sm] old/ }).waitFor();
      await page.getByText("SIMULATED").waitFor();
      // The ages are counted up.
      const before = await bitcoin.textContent();
      await page.waitForFunction(
        (text) => document.querySelector('[data-symbol="BTCUSDm"]')?.textContent !== text,
        before,
      );
      await page.getByText("Placing, changing or closing an order").waitFor();
      await eventually(async () =>
        expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe("rgb(11, 16, 24)"),
      );
      await eventually(async () => expect(await page.evaluate(() => document.fonts.check("16px Inter"))).toBe(true));
      expect(await findAxeViolations(page)).toEqual([]);
      await expectAccessibleLayout(page);
      // A retry without a connection stays.
      await page.getByRole("link", { name: "Try again" }).click();
      await page.getByRole("heading", { name: "You are offline" }).waitFor();
    });
    await page.getByText("No deposits yet").waitFor();
    await eventually(() => expect(page.url()).toEndWith("/account/history"));
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test("shows the offline page in Khmer to those who read Khmer, and in their theme", async () => {
    const page = await open("/km", { viewport: PHONE, locale: "km-KH" });
    await untilInstalled(page, 6);
    const { origin } = journey.stack;
    await page.context().addCookies([{ name: "theme", value: "4", url: origin }]);
    await offline(page.context(), async () => {
      await page.goto(`${origin}/dashboard`);
      await page.locator('html[lang="km"]').waitFor();
      await eventually(async () => expect(await page.locator("h1").textContent()).toContain("តភ្ជាប់"));
      await eventually(async () =>
        expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe("rgb(23, 23, 26)"),
      );
      await eventually(async () =>
        expect(await page.evaluate(() => document.fonts.check('16px "Noto Sans Khmer"', "ក"))).toBe(true),
      );
    });
    // The page opens by itself, which would interrupt another navigation.
    await page.locator("[data-prices]").waitFor({ state: "detached" });
    // The next page in English changes the files.
    await page.context().addCookies([{ name: "language", value: "en", url: origin }]);
    await page.goto(`${origin}/`);
    await waitUntil("the stored files are those of the page in English", () =>
      page.evaluate(async () => {
        const keys = await (await caches.open("offline")).keys();
        const language = await (await caches.match("/offline/language"))?.text();
        return language === "en" && !keys.some(({ url }) => url.includes("khmer"));
      }),
    );
    await page.context().close();
  });

  test("keeps no document, no answer of the API and no image, and nothing of a person after a log-out", async () => {
    const leaver = await newTrader(journey.stack);
    const page = await openAs(journey.browser, journey.stack, leaver, "/dashboard", { viewport: DESKTOP });
    await untilInstalled(page);
    for (const path of ["/trading", "/account/history", "/profile", "/settings", "/terms", "/performance"]) {
      await page.goto(journey.stack.origin + path);
    }
    // A symbol that the landing page does not show.
    await page.goto(`${journey.stack.origin}/trading/eth`);
    await page.getByText("Streaming").first().waitFor();
    await untilPricesAreKept(page, "ETHUSDm");
    const kept = await entries(page);
    const names = Object.keys(kept).sort();
    expect(names.filter((name) => !name.startsWith("offline /assets/"))).toEqual([
      "offline /offline/language",
      "offline /offline/prices",
    ]);
    for (const [name, { type, text }] of Object.entries(kept)) {
      expect([name, type]).not.toEqual([name, expect.stringMatching(/html|json|^image\/(?!svg)/)]);
      expect([name, text.includes("<html"), text.includes(leaver.email)]).toEqual([name, false, false]);
    }

    expect(kept["offline /offline/prices"]?.text).toContain("ETHUSDm");

    await page.getByRole("button", { name: "Logout" }).click();
    await page.waitForURL(`${journey.stack.origin}/`);
    const left = await entries(page);
    expect(Object.keys(left).length).toBeGreaterThan(4);
    for (const [name, { text }] of Object.entries(left)) {
      const isPersonal = [leaver.email, leaver.userId, "ETHUSDm"].some((word) => text.includes(word));
      // The page's script names all symbols.
      if (!name.endsWith(".js")) expect([name, isPersonal]).toEqual([name, false]);
    }
    await page.context().close();
  });

  test("sends a navigation to the API once: the way back from Google works only once", async () => {
    const page = await open("/dashboard");
    await untilInstalled(page);
    const from = workerLog.length;
    const sent = (route: string) =>
      workerLog.slice(from).filter((line) => line.includes('"event":"request"') && line.includes(`"route":"${route}"`));
    for (let times = 1; times <= 3; times++) await page.goto(`${journey.stack.origin}/api/auth/options`);
    // What is sent later is in the log later.
    await page.goto(`${journey.stack.origin}/api/market/prices`);
    await waitUntil("the last one is in the log", () => sent("/api/market/prices").length > 0);
    expect(sent("/api/auth/options")).toHaveLength(3);
    await page.context().close();
  });

  describe("a new version", () => {
    /** Registers the worker's script at another address of its own, which is another version to the browser. */
    const release = (page: Page) =>
      page.evaluate(async () => void (await navigator.serviceWorker.register("/service-worker.js?version=2")));
    /** Makes a page one of an earlier build, by the name of its script. */
    const makeEarlier = (page: Page) =>
      page.evaluate(() =>
        document.querySelector('script[type="module"]:not([async])')?.setAttribute("src", "/assets/app-earlier.js"),
      );
    /** Says to a worker that this page is free, and asks whether a script is of its build. Asks again where a message is lost. */
    const ask = async (page: Page, which: "waiting" | "active", script: string) => {
      const { isCurrent } = await waitUntil(`the ${which} worker answers`, () =>
        page.evaluate(
          async ([name, address]) => {
            const worker = (await navigator.serviceWorker.ready)[name];
            if (!worker) throw new Error(`no ${name} worker`);
            const { port1, port2 } = new MessageChannel();
            const answer = new Promise<{ isCurrent: unknown } | null>((resolve) => {
              port1.onmessage = ({ data }) => resolve({ isCurrent: data });
              setTimeout(() => resolve(null), 5_000);
            });
            worker.postMessage({ kind: "free" });
            worker.postMessage({ kind: "is_current", script: address }, [port2]);
            return await answer;
          },
          [which, script] as const,
        ),
      );
      return isCurrent;
    };
    /** Opens a page in which {@link untilFollowing} sees when it follows the versions. @param isEarlier it is of an earlier build */
    const openObserved = async (path: string, of?: BrowserContext, isEarlier = false) => {
      // These tests do in the place of a deployment what the policy of the page refuses: another script, and another service worker.
      const options = { viewport: DESKTOP, bypassCSP: true };
      const context = of ?? (await signedInBrowser(journey.browser, journey.stack, trader, options));
      const page = await context.newPage();
      await page.addInitScript(observeQuestions);
      if (isEarlier) {
        await page.addInitScript(() =>
          document.addEventListener("DOMContentLoaded", () => {
            document.querySelector('script[type="module"]:not([async])')?.setAttribute("src", "/assets/app-earlier.js");
          }),
        );
      }
      await page.goto(journey.stack.origin + path);
      return page;
    };
    /** Waits until a page follows the versions: it has asked the active one whether it is of its build. */
    const untilFollowing = (page: Page) => page.waitForFunction(() => "hasAsked" in document.documentElement.dataset);
    const untilWaiting = (page: Page) =>
      waitUntil("a new version waits", () =>
        page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null),
      );
    const untilTakenOver = (page: Page) =>
      waitUntil("the new version is the active one", () =>
        page.evaluate(async () => {
          const { waiting, installing, active } = await navigator.serviceWorker.ready;
          return !waiting && !installing && active?.state === "activated" && active.scriptURL.endsWith("?version=2");
        }),
      );
    const offer = (page: Page) => page.getByText("A new version is ready");

    test("waits for an open ticket in any tab, and is then offered where nothing is lost", async () => {
      const page = await openObserved("/trading/btc");
      await page.getByText("Streaming").first().waitFor();
      await untilInstalled(page);
      await page.getByLabel("Amount", { exact: true }).fill("0.05");
      const other = await openObserved("/performance", page.context());
      await untilInstalled(other);
      await waitUntil("the ticket is open in all tabs", () =>
        other.evaluate(async () => (await navigator.locks.query()).held?.some(({ name }) => name === "open-ticket")),
      );
      for (const each of [page, other]) await untilFollowing(each);
      for (const each of [page, other]) await makeEarlier(each);
      await release(other);
      await untilWaiting(other);
      expect(await ask(other, "waiting", "/assets/app-earlier.js")).toBe(false);
      expect(await ask(other, "waiting", "/assets/app-earlier.js")).toBe(false);
      await untilWaiting(other);
      await eventually(async () => expect([await offer(page).count(), await offer(other).count()]).toEqual([0, 0]));

      await page.getByLabel("Amount", { exact: true }).fill("");
      await untilTakenOver(other);
      await offer(page).waitFor();
      await offer(other).waitFor();
      expect(await findAxeViolations(other)).toEqual([]);
      // Something typed now would be lost.
      await page.getByLabel("Amount", { exact: true }).fill("0.07");
      await offer(page).waitFor({ state: "detached" });
      await eventually(async () => expect(await page.getByLabel("Amount", { exact: true }).inputValue()).toBe("0.07"));
      const loaded = other.waitForEvent("load");
      await other.getByRole("button", { name: "Reload" }).click();
      await loaded;
      await page.context().close();
    });

    test("is offered to a page of an earlier build that begins to follow the versions only after it took over", async () => {
      const page = await openObserved("/dashboard");
      await untilInstalled(page);
      await untilFollowing(page);
      const earlier = await openObserved("/performance", page.context(), true);
      await offer(earlier).waitFor();
      await eventually(async () => expect(await offer(page).count()).toBe(0));
      await page.context().close();
    });

    test("is not offered to a page that has it already", async () => {
      const page = await openObserved("/dashboard");
      await untilInstalled(page);
      await untilFollowing(page);
      const script = await waitUntil("it has a script", () =>
        page.locator('script[type="module"]:not([async])').getAttribute("src"),
      );
      await release(page);
      await untilTakenOver(page);
      expect(await ask(page, "active", script)).toBe(true);
      await eventually(async () => expect(await offer(page).count()).toBe(0));
      await page.context().close();
    });
  });
});

/** Runs inside a page before its own scripts, and marks its document once it has asked a service worker for its build. */
function observeQuestions(): void {
  ServiceWorker.prototype.postMessage = new Proxy(ServiceWorker.prototype.postMessage, {
    apply(send, worker, given) {
      Reflect.apply(send, worker, given);
      if (given[0]?.kind === "is_current") document.documentElement.dataset.hasAsked = "";
    },
  });
}
