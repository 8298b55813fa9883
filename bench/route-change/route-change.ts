import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { ROUTE } from "../../worker/contract/addresses.ts";
import { openBenchSite } from "../bench-site.ts";
import { markdownTable } from "../markdown-table.ts";
import { openSlowPage } from "../slow-page.ts";
import { type Change, measureChanges } from "./measure-changes.ts";

/** Measures how long a press of the navigation takes until its screen is shown, on a slow computer. It checks no limits. */

const { values } = parseArgs({
  options: {
    widths: { type: "string", default: "390,1440" },
    repeats: { type: "string", default: "5" },
    slowdown: { type: "string", default: "4" },
    trades: { type: "string", default: "2000" },
    port: { type: "string", default: "9290" },
  },
});

const CONDITIONS = { latencyMs: 150, bytesPerS: 1_600_000 / 8, slowdown: Number(values.slowdown) };

const site = await openBenchSite({ port: Number(values.port), trades: Number(values.trades) });
try {
  console.info(`${cpus().length} x ${cpus()[0]?.model}, CPU / ${values.slowdown}, load ${loadavg()[0]?.toFixed(1)}`);
  for (const width of values.widths.split(",").map(Number)) {
    const visits: { first: Map<string, Change>; again: Map<string, Change> }[] = [];
    for (let i = 0; i < Number(values.repeats); i++) visits.push(await visitTwice(width));
    const median = (name: string, visit: "first" | "again", figure: keyof Change) => {
      const all = visits.map((of) => of[visit].get(name)?.[figure] ?? Number.NaN).sort((a, b) => a - b);
      return (all[Math.floor(all.length / 2)] ?? Number.NaN).toFixed(0);
    };
    console.info(`\n${width} px, load ${loadavg()[0]?.toFixed(1)}\n`);
    console.info(
      markdownTable([...(visits[0]?.again.keys() ?? [])], {
        screen: (name) => name,
        "again: heading, ms": (name) => median(name, "again", "headingMs"),
        "with data, ms": (name) => median(name, "again", "dataMs"),
        "CPU until then, ms": (name) => median(name, "again", "cpuMs"),
        "longest task, ms": (name) => median(name, "again", "longestTaskMs"),
        "first time: heading, ms": (name) => median(name, "first", "headingMs"),
        "first time with data, ms": (name) => median(name, "first", "dataMs"),
      }),
    );
  }
} finally {
  await site.close();
}

/** Visits every screen in a new browser context without its code or data, and then again. */
async function visitTwice(width: number) {
  const { browser, origin, token } = site;
  const viewport = { width, height: width < 600 ? 844 : 900 };
  // A screen that is not in the navigation, so that each of those is visited for the first time.
  const url = origin + ROUTE.notifications;
  const { page, close } = await openSlowPage(browser, { ...CONDITIONS, url, viewport, token });
  try {
    // With it, the product loads no code ahead of a press.
    await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
    await page.goto(url);
    await page.locator("h1", { hasText: "Notifications" }).waitFor();
    await page.waitForLoadState("networkidle");
    return { first: await measureChanges(browser, page), again: await measureChanges(browser, page) };
  } finally {
    await close();
  }
}
