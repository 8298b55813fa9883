import { mkdtempSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Browser, Page } from "playwright-core";
import { buildWorker } from "../../dev/built-worker.ts";
import { type Stack, startStack } from "../../dev/stack.ts";
import { setPace } from "../../dev/test/test-market.ts";
import { newTrader } from "../../dev/test/test-people.ts";
import { buildWeb } from "../../web/build.ts";
import { launchBrowser } from "../../web/test/browser.ts";
import { WATCHLIST_SYMBOLS } from "../../worker/contract/symbols.ts";
import { markdownTable } from "../markdown-table.ts";
import { keepTerminal } from "./keep-terminal.ts";
import { MainThread, type MainThreadTimes } from "./main-thread.ts";
import { type ChartFigures, loadBars, measureChart } from "./measure-chart.ts";
import { measureInteractions, openPosition } from "./measure-interactions.ts";
import {
  measureHeap,
  measureLiveTicks,
  measureTickToPixel,
  startTickTimes,
  type TickTimes,
} from "./measure-live-ticks.ts";
import { countFrames, installProbe, requestedPace } from "./page-probe.ts";
import { profilePage } from "./profile-page.ts";

/** Measures what live prices cost a browser whose processor is slowed down. It checks no limits. */

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    seconds: { type: "string", default: "30" },
    ticks: { type: "string", default: "40" },
    slowdown: { type: "string", default: "4" },
    bars: { type: "string", default: "5000" },
    drawings: { type: "string", default: "0" },
    indicators: { type: "string", default: "0" },
    port: { type: "string", default: "18787" },
    profile: { type: "string" },
    live: { type: "boolean", default: false },
  },
});
const POSITIONS = 3;
/** After this time a page at another speed has the pace that it asks for. */
const SETTLE_MS = 10_000;
/** A page that requests no faster pace by then does not do it any more. */
const UNPACED_TIMEOUT_MS = 120_000;

const dir = mkdtempSync(join(tmpdir(), "trading-page-"));
const assets = join(dir, "web");
await buildWeb({ outdir: assets, production: true });
const worker = buildWorker(join(dir, "worker"));
const stack = await startStack({ port: Number(values.port), dataDir: join(dir, "data"), assets, worker });
const browser = await launchBrowser();
try {
  await measure(stack, browser);
} finally {
  await browser.close();
  await stack.stop();
  rmSync(dir, { recursive: true, force: true });
}

async function measure(stack: Stack, browser: Browser): Promise<void> {
  const loadText = () => loadavg()[0]?.toFixed(1);
  console.info(`${cpus().length} x ${cpus()[0]?.model}, load ${loadText()}, CPU slowed ${values.slowdown} times`);
  await setPace(stack, Number(values.ticks) / WATCHLIST_SYMBOLS.length);
  const trader = await newTrader(stack);
  await keepTerminal(trader, {
    drawings: Number(values.drawings),
    candles: Number(values.bars),
    indicators: Number(values.indicators),
  });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies([...trader.cookies].map(([name, value]) => ({ name, value, url: stack.origin })));
  const page = await context.newPage();
  await installProbe(page);
  await page.goto(`${stack.origin}/trading/btc`);
  await page.getByText("Streaming").waitFor();
  for (let i = 0; i < POSITIONS; i++) await openPosition(page);

  const devtools = await context.newCDPSession(page);
  const thread = await MainThread.open(devtools);
  const slowdown = Number(values.slowdown);
  const seconds = Number(values.seconds);
  const setSpeed = async (rate: number) => {
    await thread.slowDown(rate);
    await page.waitForTimeout(SETTLE_MS);
  };
  await setSpeed(slowdown);
  const slow = await measureLiveTicks(page, thread, seconds);
  if (values.profile) await profilePage(page, devtools, values.profile);
  const interactions = values.live ? [] : await measureInteractions(page);
  const pacedMs = await requestedPace(page);
  await thread.slowDown(1);
  const backS = await secondsUntilUnpaced(page);
  await setSpeed(slowdown);
  // Before ticks are timed, whose times are kept on the page. A read of it holds the page up, which changes its pace.
  const heap = values.live ? [] : await measureHeap(page, devtools, Number(values.minutes));
  await thread.slowDown(1);
  await page.waitForTimeout(SETTLE_MS);
  const full = await measureLiveTicks(page, thread, seconds);
  await startTickTimes(page);
  const fullTicks = await measureTickToPixel(page, seconds);
  await setSpeed(slowdown);
  const slowTicks = await measureTickToPixel(page, seconds);

  const ms = (value: number) => `${value.toFixed(1)} ms`;
  const kib = (bytes: number) => `${(bytes / 1024).toFixed(0)} KiB`;
  const [slowest] = interactions;
  const figures: [string, string][] = [
    ...liveRows("slowed", slow, slowTicks),
    ...liveRows("full speed", full, fullTicks),
    ["slowed, the pace that the page requests", `every ${pacedMs} ms`],
    ["from then at full speed until it requests every price", `${backS.toFixed(1)} s`],
  ];
  if (!values.live) {
    await thread.slowDown(1);
    const bars = await loadBars(page, Number(values.bars));
    await countFrames(page);
    const chart = await measureChart(page, thread);
    await thread.slowDown(slowdown);
    const slowChart = await measureChart(page, thread);
    figures.push(
      ["slowest interaction", slowest ? `${ms(slowest.ms)} (${slowest.name})` : "below 16 ms"],
      ["live heap, objects", heapText(heap.map(({ objects }) => objects))],
      ["live heap, compiled code", heapText(heap.map(({ code }) => code))],
      ...chartRows(`${bars} bars, full speed`, chart),
      ...chartRows(`${bars} bars, slowed`, slowChart),
    );
  }
  console.info(`\n${markdownTable(figures, { figure: ([name]) => name, value: ([, value]) => value })}`);
  if (interactions.length > 0) {
    const slowestTwelve = interactions.slice(0, 12);
    console.info(`\n${markdownTable(slowestTwelve, { act: ({ name }) => name, slowest: (act) => ms(act.ms) })}`);
  }
  console.info(`\nload ${loadText()} at the end`);

  function liveRows(
    name: string,
    { tasks, script, style, layout }: MainThreadTimes,
    ticks: TickTimes,
  ): [string, string][] {
    const { messagesPerSecond, updatesPerSecond, tickToMessage, tickToPixel } = ticks;
    return [
      [`${name}, messages / updates`, `${messagesPerSecond.toFixed(1)} / ${updatesPerSecond.toFixed(1)} a second`],
      [
        `${name}, main thread`,
        `${ms(tasks)} a second (script ${ms(script)}, style ${ms(style)}, layout ${ms(layout)}), ${ms(tasks / updatesPerSecond)} an update`,
      ],
      [`${name}, tick to message`, `p50 ${ms(tickToMessage.p50)}, p99 ${ms(tickToMessage.p99)}`],
      [`${name}, tick to pixel`, `p50 ${ms(tickToPixel.p50)}, p99 ${ms(tickToPixel.p99)}`],
    ];
  }

  function heapText([first = 0, ...later]: number[]): string {
    return [kib(first), ...later.map((bytes) => `${bytes < first ? "" : "+"}${kib(bytes - first)}`)].join(", ");
  }

  function chartRows(name: string, { pan, zoom }: ChartFigures): [string, string][] {
    return [["pan", pan] as const, ["zoom", zoom] as const].map(([gesture, { frames, ...rest }]) => [
      `${name}, ${gesture}`,
      `${rest.framesPerSecond.toFixed(0)} frames/s (p95 ${ms(frames.p95)}, worst ${ms(frames.max)}), main thread ${ms(rest.mainThreadMsPerFrame)} a frame`,
    ]);
  }
}

/** The time, in s, until a page whose load has gone has the pace of before. */
async function secondsUntilUnpaced(page: Page): Promise<number> {
  const fromMs = performance.now();
  while ((await requestedPace(page)) > 0 && performance.now() - fromMs < UNPACED_TIMEOUT_MS)
    await page.waitForTimeout(250);
  return (performance.now() - fromMs) / 1_000;
}
