import type { Browser, Locator, Page } from "playwright-core";
import { ROUTE } from "../../worker/contract/addresses.ts";
import { type TracedTask, traceMainThread } from "../performance-page/main-thread-tasks.ts";

/** A screen, and how it is recognized. */
type Target = { name: string; path: string; title: string; isTab?: boolean };

/** The links of the trader's navigation, in the order in which they are pressed. */
const TARGETS: readonly Target[] = [
  { name: "dashboard", path: ROUTE.dashboard, title: "Dashboard" },
  { name: "trading", path: ROUTE.trading, title: "Trading" },
  { name: "performance", path: ROUTE.performance, title: "Performance" },
  { name: "account", path: ROUTE.account, title: "Account" },
  { name: "account, deposit", path: ROUTE.accountDeposit, title: "Account", isTab: true },
  { name: "account, withdraw", path: ROUTE.accountWithdraw, title: "Account", isTab: true },
  { name: "account, history", path: ROUTE.accountHistory, title: "Account", isTab: true },
  { name: "profile", path: ROUTE.profile, title: "Profile" },
  { name: "settings", path: ROUTE.settings, title: "Settings" },
];

/** One change of the route. Wall-clock times are ms from the press to the end of a frame. */
export type Change = {
  /** The frame that shows the new heading, with the page or its skeleton. */
  headingMs: number;
  /** The frame in which no part of the page that is in the window is loading any more. */
  dataMs: number;
  /** CPU time of the main thread's tasks until then, and of the longest of them, ms. */
  cpuMs: number;
  longestTaskMs: number;
};

/** How long the page may still work after a change before the next one is measured. */
const REST_MS = 300;

/** Presses each link of the navigation once, and measures what follows. @returns by the target's name */
export async function measureChanges(browser: Browser, page: Page): Promise<Map<string, Change>> {
  const changes = new Map<string, Change>();
  for (const target of TARGETS) changes.set(target.name, await measureChange(browser, page, target));
  return changes;
}

async function measureChange(browser: Browser, page: Page, target: Target): Promise<Change> {
  const link = await findLink(page, target);
  await page.evaluate(expectChange, target);
  let shown = { headingMs: 0, dataMs: 0 };
  const { tasks, marksMs } = await traceMainThread(browser, page, async () => {
    await link.click();
    shown = await page.evaluate(() => window.routeChange);
  });
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(REST_MS);
  const until = tasks.filter(isBetween(marksMs.get("route-pressed"), marksMs.get("route-shown")));
  const cpuMs = until.map((task) => task.cpuMs);
  return { ...shown, cpuMs: cpuMs.reduce((sum, ms) => sum + ms, 0), longestTaskMs: Math.max(0, ...cpuMs) };
}

function isBetween(fromMs = Number.NaN, toMs = Number.NaN) {
  return ({ startMs, endMs }: TracedTask) => endMs > fromMs && startMs < toMs;
}

/**
 * The link to press: in the sidebar, or in the bar at the bottom where the window has that. What the bar lacks is in the
 * navigation behind its last button, which is opened before the measurement.
 */
async function findLink(page: Page, { path, isTab }: Target): Promise<Locator> {
  if (isTab) return page.locator(`main nav a[href="${path}"]`);
  // The watchlist, which /trading opens as a sheet over the page on phones.
  const sheet = page.getByRole("dialog");
  if (await sheet.isVisible()) {
    await page.keyboard.press("Escape");
    await sheet.waitFor({ state: "detached" });
    await page.waitForTimeout(REST_MS);
  }
  const bar = page.locator('nav[data-bar="bottom"]');
  if (await bar.isVisible()) {
    const place = bar.locator(`a[href="${path}"]`);
    if ((await place.count()) > 0) return place;
    await bar.getByRole("button").click();
    await page.waitForTimeout(REST_MS);
  }
  return page.locator(`nav[aria-label="Main"] a[href="${path}"]`);
}

declare global {
  interface Window {
    /** Resolves when the change that was expected is on the screen. */
    routeChange: Promise<{ headingMs: number; dataMs: number }>;
  }
}

/** Runs in the page: measures from the next click until the target is shown. */
function expectChange({ path, title, isTab }: Target): void {
  const isShown = () =>
    isTab
      ? document.querySelector(`main nav a[aria-current="page"][href="${path}"]`) !== null
      : document.querySelector("h1")?.textContent === title;
  // The skeleton of a page is a hidden child of the main element. What is below the window may load later.
  const isLoading = () =>
    [...document.querySelectorAll('main > [aria-hidden="true"], main [aria-busy="true"]')].some(
      (part) => part.getBoundingClientRect().top < innerHeight,
    );
  const untilFrame = (isTrue: () => boolean) =>
    new Promise<number>((resolve) => {
      requestAnimationFrame(function look() {
        if (!isTrue()) return void requestAnimationFrame(look);
        // A message arrives after the frame has been painted.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now());
        port2.postMessage(null);
      });
    });
  window.routeChange = new Promise((resolve) => {
    const onClick = async ({ timeStamp }: Event) => {
      performance.mark("route-pressed");
      const heading = untilFrame(isShown);
      const data = untilFrame(() => isShown() && !isLoading());
      const [headingMs, dataMs] = [(await heading) - timeStamp, (await data) - timeStamp];
      performance.mark("route-shown");
      resolve({ headingMs, dataMs });
    };
    addEventListener("click", (event) => void onClick(event), { capture: true, once: true });
  });
}
