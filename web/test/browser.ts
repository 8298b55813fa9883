import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Where this machine's Chromium is: `CHROMIUM_PATH`, else one of the places packages put it; null when there is none. */
export function findChromium(): string | null {
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

/**
 * Starts a headless browser that calls nobody.
 * @throws Error when there is no Chromium
 */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error("no Chromium found: install chromium, or set CHROMIUM_PATH");
  return await chromium.launch({
    executablePath,
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
}
