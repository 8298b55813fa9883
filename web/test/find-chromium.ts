import { existsSync } from "node:fs";

/** The headless shell is first: it renders the same pages without browser windows in two thirds of the time. */
const PLACES = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/google-chrome"];

/** The path of Chromium: `CHROMIUM_PATH`, else one of the packages' paths; null when there is none. */
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
