import { existsSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright-core";
import { DEFAULT_TIME_ZONE } from "../../worker/contract/limits.ts";

/** The headless shell is first: it renders the same pages without browser windows in two thirds of the time. */
const PLACES = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/google-chrome"];

/** The path of Chromium: `CHROMIUM_PATH`, else one of the packages' paths; null when there is none. */
function findChromium(): string | null {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) return chosen;
  return PLACES.find((place) => existsSync(place)) ?? null;
}

/**
 * Whether browser tests cannot run here, for `describe.skipIf`. In CI they always run, so that a missing browser fails.
 */
export function lacksBrowser(): boolean {
  if (findChromium() || process.env.CI === "true") return false;
  console.warn("no Chromium found: browser tests are skipped (install chromium, or set CHROMIUM_PATH)");
  return true;
}

/** Timeout for a page: far above what it needs, as the timeouts of the tests are. */
const PAGE_TIMEOUT_MS = 100_000;

/**
 * Starts a headless browser without background requests of its own. Its time zone is that of new accounts and not the
 * machine's: in another one, pages begin with a notice about it. A context with a `timezoneId` has that one.
 * @throws Error when there is no Chromium
 */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error("no Chromium found: install chromium, or set CHROMIUM_PATH");
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, TZ: DEFAULT_TIME_ZONE },
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
  browser.on("context", (context) => context.setDefaultTimeout(PAGE_TIMEOUT_MS));
  return browser;
}

/**
 * Collects the errors and warnings of a page's console, and its uncaught errors.
 * @param expected matches messages to ignore: a browser itself logs every refused request
 */
export function collectComplaints(page: Page, expected?: RegExp): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    const isComplaint = ["error", "warning"].includes(message.type()) && !expected?.test(message.text());
    if (isComplaint) complaints.push(`${message.text()} ${message.location().url}`);
  });
  return complaints;
}
