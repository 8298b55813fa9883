import { writeFileSync } from "node:fs";
import type { CDPSession, Page } from "playwright-core";

const PROFILE_MS = 10_000;

/** Writes a CPU profile of the page (`.cpuprofile`), which browsers and editors can open. */
export async function profilePage(page: Page, devtools: CDPSession, file: string): Promise<void> {
  await devtools.send("Profiler.enable");
  await devtools.send("Profiler.start");
  await page.waitForTimeout(PROFILE_MS);
  const { profile } = await devtools.send("Profiler.stop");
  writeFileSync(file, JSON.stringify(profile));
}
