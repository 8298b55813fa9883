import type { Browser } from "playwright-core";
import { LANGUAGE_DEFAULT, type Language } from "../worker/contract/languages.ts";

/** The network and the processor that a page is loaded with. */
export type Conditions = {
  /** Added to every request, ms. */
  latencyMs: number;
  bytesPerS: number;
  /** The factor by which the processor is slower. */
  slowdown: number;
};

/** Where and how a page is loaded. */
export type SlowPageOptions = Conditions & {
  url: string;
  viewport: { width: number; height: number };
  /** The session token; null for a visitor. */
  token: string | null;
  language?: Language;
  /** The browser's, where it is not the usual one. */
  timeZone?: string;
};

/** A page with the network and the processor of the options, of a person who is signed in. */
export async function openSlowPage(browser: Browser, options: SlowPageOptions) {
  const { token, viewport, url, language: locale = LANGUAGE_DEFAULT, timeZone } = options;
  const context = await browser.newContext({
    viewport,
    locale,
    ignoreHTTPSErrors: true,
    hasTouch: viewport.width < 600,
    ...(timeZone && { timezoneId: timeZone }),
  });
  if (token) await context.addCookies([{ name: "session", value: token, url: new URL(url).origin }]);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: options.latencyMs,
    downloadThroughput: options.bytesPerS,
    uploadThroughput: options.bytesPerS,
  });
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: options.slowdown });
  return { page, devtools, close: () => context.close() };
}
