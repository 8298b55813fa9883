import type { Browser, Page, Request } from "playwright-core";
import { atRest } from "../../web/test/at-rest.ts";
import { launchBrowser } from "../../web/test/browser.ts";
import { THEME_DEFAULT, type ThemeId } from "../../worker/contract/limits.ts";
import { faultOf, type PictureServer, viewCookie } from "./picture-server.ts";
import { HEIGHT_OF, type State, WIDTHS, type Width } from "./state.ts";

/** A state at one width. */
export type Shot = { state: State; width: Width };

const PAGES = 2;
/** On a machine that others use too, a click may take several seconds. */
const STEP_TIMEOUT_MS = 20_000;
/** For what always succeeds on a machine that others use too. */
export const LONG_TIMEOUT_MS = 100_000;
/** How long the document must be unchanged before its picture. */
const STILL_MS = 250;
const STILL_TIMEOUT_MS = 8_000;
/** Timers of the page for longer than this never end: no notice closes itself, nothing polls or tries again. */
const TIMER_MS_MAX = 999;

/** The widths at which each state is looked at. */
export function shotsOf(states: readonly State[]): Shot[] {
  return states.flatMap((state) => (state.widths ?? WIDTHS).map((width) => ({ state, width })));
}

/** `login.empty.1440` */
export function nameOf({ state, width }: Shot): string {
  return `${state.name.replaceAll("/", ".")}.${width}`;
}

/** The environment of a walk. */
type Walk = {
  server: PictureServer;
  /** The time of the pages' clocks, epoch ms. */
  atMs: number;
  /** Called with a page on which nothing moves, once for each theme that it can have. */
  onShown: (page: Page, shot: Shot, theme: ThemeId) => Promise<void>;
  themes: readonly ThemeId[];
};

/**
 * Opens each shot in a browser, two at a time.
 * @returns the shots that could not be reached; the reason is logged
 */
export async function walk(shots: readonly Shot[], options: Walk): Promise<Shot[]> {
  const browser = await launchBrowser();
  const queue = [...shots];
  const failed: Shot[] = [];
  async function work(): Promise<void> {
    for (let shot = queue.shift(); shot; shot = queue.shift()) {
      if (queue.length % 50 === 0) console.info(`${queue.length} to go`);
      try {
        await show(browser, shot, options);
      } catch (error) {
        failed.push(shot);
        console.warn(`not reached: ${nameOf(shot)}: ${error instanceof Error ? error.message : error}`);
      }
    }
  }
  try {
    await Promise.all(Array.from({ length: PAGES }, work));
  } finally {
    await browser.close();
  }
  return failed;
}

async function show(browser: Browser, shot: Shot, { server, atMs, onShown, themes }: Walk): Promise<void> {
  const { state, width } = shot;
  const context = await browser.newContext({
    viewport: { width, height: HEIGHT_OF[width] },
    hasTouch: width < 1024,
    reducedMotion: "reduce",
    timezoneId: "Asia/Phnom_Penh",
    locale: "en-US",
  });
  try {
    context.setDefaultTimeout(STEP_TIMEOUT_MS);
    context.setDefaultNavigationTimeout(LONG_TIMEOUT_MS);
    await context.clock.setFixedTime(atMs);
    await context.addCookies([viewCookie(server.url, { role: state.role, state: state.name })]);
    await context.addInitScript(stopLongTimers, TIMER_MS_MAX);
    await context.addInitScript(countChanges);
    const page = await context.newPage();
    const open = openRequests(page, state);
    const settle = () => untilStill(page, open);
    await page.goto(server.url + state.path);
    await settle();
    await scrollThrough(page, settle);
    for (const step of state.steps) {
      await step(page);
      await settle();
    }
    for (const theme of state.isThemed ? themes : [THEME_DEFAULT]) {
      await page.evaluate(chooseTheme, theme);
      await untilStill(page, open);
      await atRest(page);
      await onShown(page, shot, theme);
    }
  } finally {
    await context.close();
  }
}

/** Changes the theme as another tab of the browser does, so that the state of the page stays. */
function chooseTheme(theme: number): void {
  localStorage.setItem("theme", String(theme));
  dispatchEvent(new StorageEvent("storage", { key: "theme", newValue: String(theme), storageArea: localStorage }));
}

/** It runs in the page before the page's own scripts, like {@link countChanges}. */
function stopLongTimers(longestMs: number): void {
  for (const name of ["setTimeout", "setInterval"] as const) {
    const start = window[name];
    const startShort = (handler: TimerHandler, afterMs = 0, ...given: unknown[]) =>
      afterMs > longestMs ? 0 : start(handler, afterMs, ...given);
    Object.assign(window, { [name]: startShort });
  }
}

/** Counts the changes of the document, for {@link untilStill}. It runs in the page before the page's own scripts. */
function countChanges(): void {
  const observer = new MutationObserver(() => {
    const { dataset } = document.documentElement;
    // The count itself is a change, which is not to be counted.
    observer.disconnect();
    dataset.changes = String(Number(dataset.changes ?? 0) + 1);
    observe();
  });
  const observe = () =>
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  observe();
}

/** The requests of a page that will be answered and are not yet. */
function openRequests(page: Page, { faults }: State): ReadonlySet<Request> {
  const open = new Set<Request>();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (faultOf(faults, request.method(), pathname) !== "silent") open.add(request);
  });
  page.on("requestfinished", (request) => void open.delete(request));
  page.on("requestfailed", (request) => void open.delete(request));
  return open;
}

/** Waits until fonts and images are loaded, no request is open, and the document has not changed for a moment. */
async function untilStill(page: Page, open: ReadonlySet<Request>): Promise<void> {
  const readChanges = () =>
    page.evaluate(async () => {
      await document.fonts.ready;
      await Promise.allSettled([...document.images].filter(({ complete }) => !complete).map((image) => image.decode()));
      return document.documentElement.dataset.changes;
    });
  const endsAtMs = performance.now() + STILL_TIMEOUT_MS;
  let changes = await readChanges();
  let stillSinceMs = performance.now();
  while (performance.now() - stillSinceMs < STILL_MS && performance.now() < endsAtMs) {
    await Bun.sleep(50);
    const now = await readChanges();
    if (now === changes && open.size === 0) continue;
    changes = now;
    stillSinceMs = performance.now();
  }
}

/** Scrolls to the end and back: some parts load when they come into view. */
async function scrollThrough(page: Page, settle: () => Promise<void>): Promise<void> {
  const isLong = await page.evaluate(() => {
    const { scrollHeight } = document.documentElement;
    scrollTo(0, scrollHeight);
    return scrollHeight > innerHeight;
  });
  if (!isLong) return;
  await settle();
  await page.evaluate(() => scrollTo(0, 0));
}
