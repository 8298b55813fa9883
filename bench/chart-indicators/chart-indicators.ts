import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { CDPSession, Page } from "playwright-core";
import { launchBrowser } from "../../web/test/browser.ts";
import { markdownTable } from "../markdown-table.ts";
import type { IndicatorWork } from "./indicator-work.ts";

/**
 * Measures a tick of the candles with ten indicators, and computing all their rows, in a Chromium with a slowed
 * processor. Each time is that of the fastest of several runs, as other processes only add to it. It checks no limits.
 */

const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "500,10000,50000,200000" },
    ticks: { type: "string", default: "20000" },
    batches: { type: "string", default: "10" },
    slowdown: { type: "string", default: "4" },
  },
});
const ticks = Number(values.ticks);
const batches = Number(values.batches);

/** The settings that are measured: the standard ones, and the longest periods that a trader may set. */
const SETTINGS = [
  { name: "standard", period: null },
  { name: "longest", period: 500 },
];

declare const indicatorWork: IndicatorWork;

type Row = { rows: number; settings: string; tickUs: number; bytesPerTick: number; rebuildMs: number };

async function measure(page: Page, devtools: CDPSession, rows: number, { name, period }: (typeof SETTINGS)[number]) {
  const rebuildMs = await page.evaluate((given) => indicatorWork.start(given), { rows, period });
  // The first batches compile the code, which the fastest one is not slowed by.
  const tickMs = await page.evaluate((given) => indicatorWork.tick(given), { ticks, batches });
  const heapBytes = async () => (await devtools.send("Runtime.getHeapUsage")).usedSize;
  await devtools.send("HeapProfiler.collectGarbage");
  const [before, updates] = [await heapBytes(), 20_000];
  await page.evaluate((count) => indicatorWork.update(count), updates);
  const bytesPerTick = ((await heapBytes()) - before) / updates;
  const row: Row = { rows, settings: name, tickUs: tickMs * 1_000, bytesPerTick, rebuildMs };
  return row;
}

const built = await Bun.build({
  entrypoints: [join(import.meta.dir, "indicator-work.ts")],
  target: "browser",
  format: "iife",
  minify: true,
});
const script = await built.outputs[0]?.text();
if (!script) throw new Error("the page's script does not build");
const browser = await launchBrowser();
try {
  const measured: Row[] = [];
  for (const settings of SETTINGS) {
    for (const rows of values.rows.split(",").map(Number)) {
      // A page of its own: code that was compiled for another number of rows would be faster or slower.
      const page = await browser.newPage();
      const devtools = await page.context().newCDPSession(page);
      await devtools.send("Emulation.setCPUThrottlingRate", { rate: Number(values.slowdown) });
      await page.addScriptTag({ content: script });
      measured.push(await measure(page, devtools, rows, settings));
      await page.close();
    }
  }
  console.info(`\n${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}, slowed ${values.slowdown} times\n`);
  console.info(
    markdownTable(measured, {
      candles: ({ rows }) => rows.toLocaleString("en-US"),
      settings: ({ settings }) => settings,
      "a tick": ({ tickUs }) => `${tickUs.toFixed(1)} us`,
      "allocated by a tick": ({ bytesPerTick }) => `${Math.round(bytesPerTick)} bytes`,
      "all rows": ({ rebuildMs }) => `${rebuildMs.toFixed(1)} ms`,
    }),
  );
} finally {
  await browser.close();
}
