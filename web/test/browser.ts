import { type Browser, chromium, type Page } from "playwright-core";
import { DEFAULT_TIME_ZONE } from "../../worker/contract/limits.ts";
import { findChromium } from "./find-chromium.ts";

export { lacksBrowser } from "./find-chromium.ts";

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
