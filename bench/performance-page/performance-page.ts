import { mkdtempSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Browser, Page } from "playwright-core";
import { openDatabase } from "../../db/client.ts";
import { type Stack, startStack } from "../../dev/stack.ts";
import { buildWeb } from "../../web/build.ts";
import { launchBrowser } from "../../web/test/browser.ts";
import { markdownTable } from "../markdown-table.ts";
import { importMarketTrades, signIn } from "../trades/bring-in.ts";
import { MainThread } from "../trading-page/main-thread.ts";
import { measureInteractions } from "./measure-interactions.ts";
import { measureList } from "./measure-list.ts";
import { type Delay, watchPage } from "./page-watch.ts";

/** Measures the performance page in a browser with many trades. It checks no limits. */

const { values } = parseArgs({
  options: {
    trades: { type: "string", default: "10000" },
    list: { type: "string", default: "1000000" },
    repeats: { type: "string", default: "5" },
    slowdown: { type: "string", default: "4" },
    port: { type: "string", default: "18887" },
  },
});
const slowdown = Number(values.slowdown);
const repeats = Number(values.repeats);

const dir = mkdtempSync(join(tmpdir(), "performance-page-"));
const assets = join(dir, "web");
await buildWeb({ outdir: assets, production: true });
const browser = await launchBrowser();
try {
  console.info(`${cpus().length} x ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}`);
  if (Number(values.trades) > 0) await withTrades(Number(values.trades), printInteractions);
  if (Number(values.list) > 0) await withTrades(Number(values.list), printList);
} finally {
  await browser.close();
  rmSync(dir, { recursive: true, force: true });
}

type Opened = { page: Page; thread: MainThread; path: string; count: number };

/** Measures on a new stack with one trader who has this many trades. */
async function withTrades(count: number, measure: (opened: Opened) => Promise<void>): Promise<void> {
  let token = "";
  const stack = await startStack({
    port: Number(values.port),
    dataDir: join(dir, String(count)),
    assets,
    prepare: async ({ DATABASE_URL: url = "", DATABASE_AUTH_TOKEN: authToken = "" }) => {
      const db = openDatabase({ url, authToken, timeoutMs: 120_000 });
      await importMarketTrades(db, { count, endMs: Date.now() });
      token = await signIn(db);
    },
  });
  try {
    await measure({ ...(await openPage(browser, stack, token)), path: `${stack.origin}/performance`, count });
  } finally {
    await stack.stop();
  }
}

async function openPage(browser: Browser, { origin }: Stack, token: string): Promise<Pick<Opened, "page" | "thread">> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies([{ name: "session", value: token, url: origin }]);
  const page = await context.newPage();
  await watchPage(page);
  return { page, thread: await MainThread.open(await context.newCDPSession(page)) };
}

async function printInteractions({ page, thread, path, count }: Opened): Promise<void> {
  const runs: { at: string; delays: Map<string, Delay>[] }[] = [];
  for (const rate of [1, slowdown]) {
    await thread.slowDown(rate);
    // The first run fills the caches of the server and of the browser's compiler.
    await measureInteractions(browser, page, path);
    const delays: Map<string, Delay>[] = [];
    for (let i = 0; i < repeats; i++) delays.push(await measureInteractions(browser, page, path));
    runs.push({ at: rate === 1 ? "full speed" : `CPU / ${rate}`, delays });
  }
  const names = [...(runs[0]?.delays[0]?.keys() ?? [])];
  const figures: [name: string, of: (delay: Delay) => number][] = [
    ["longest task", ({ taskMs }) => taskMs],
    ["input to frame", ({ inputMs, frameMs }) => Math.max(inputMs, frameMs)],
  ];
  const columns = runs.flatMap(({ at, delays }) =>
    figures.map(([figure, of]): [string, (name: string) => string] => [
      `${at}, ${figure}: median / worst ms`,
      (name) => {
        const times = delays
          .flatMap((one) => one.get(name) ?? [])
          .map(of)
          .sort((a, b) => a - b);
        return `${formatMs(times[Math.floor(times.length / 2)])} / ${formatMs(times.at(-1))}`;
      },
    ]),
  );
  console.info(`\n${count.toLocaleString("en-US")} trades\n`);
  console.info(markdownTable(names, { interaction: (name) => name, ...Object.fromEntries(columns) }));
}

/** A browser reports no frames formatMs 50 ms, so 0 means less than that. */
function formatMs(ms = 0): string {
  return ms === 0 ? "< 50" : ms.toFixed(0);
}

async function printList({ page, thread, path, count }: Opened): Promise<void> {
  await thread.slowDown(slowdown);
  const figures = await measureList(browser, page, thread, { path, count, repeats });
  const mib = (bytes: number) => (bytes / 1_048_576).toFixed(1);
  console.info(`\nThe list of ${count.toLocaleString("en-US")} trades, CPU / ${slowdown}\n`);
  console.info(
    markdownTable(
      [
        ["first row after the press, ms", figures.firstRowMs.map((ms) => ms.toFixed(0)).join(", ")],
        ["main thread until then, CPU ms", figures.firstRowCpuMs.map((ms) => ms.toFixed(0)).join(", ")],
        ["held while it is scrolled through, MiB", figures.heldBytes.map(mib).join(", ")],
        ["elements of the list at most", String(figures.elements)],
        ["last row after the key, ms", figures.lastRowMs.toFixed(0)],
        ["last row", figures.lastRow],
      ],
      { figure: ([name = ""]) => name, value: ([, value = ""]) => value },
    ),
  );
}
