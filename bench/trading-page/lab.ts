import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startStack } from "../../dev/stack.ts";
import { newTrader, setPace } from "../../dev/test-client.ts";
import { buildWeb } from "../../web/build.ts";
import { launchBrowser } from "../../web/test/browser.ts";
import { MainThread } from "./main-thread.ts";
import { openPosition, measureInteractions } from "./measure-interactions.ts";
import { installProbe } from "./page-probe.ts";

const what = new Set((process.env.WHAT ?? "live,trace").split(","));
const dir = mkdtempSync(join(tmpdir(), "pagecost-"));
await buildWeb({ outdir: join(dir, "web"), production: true, ...(process.env.DEVB ? { production: false } : {}) });
const stack = await startStack({ port: Number(process.env.PORT ?? 22200), dataDir: join(dir, "data"), assets: join(dir, "web") });
const browser = await launchBrowser();
const slow = Number(process.env.SLOW ?? 4);
try {
  await setPace(stack, Number(process.env.TICKS ?? 10));
  const trader = await newTrader(stack);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies([...trader.cookies].map(([name, value]) => ({ name, value, url: stack.origin })));
  const page = await context.newPage();
  page.on("console", (m) => process.env.LOGS && console.log("page:", m.text()));
  await installProbe(page);
  await page.goto(`${stack.origin}/trading/btc`);
  await page.getByText("Streaming").waitFor();
  for (let i = 0; i < 3; i++) await openPosition(page);
  const devtools = await context.newCDPSession(page);
  const thread = await MainThread.open(devtools);
  await thread.slowDown(slow);
  await page.waitForTimeout(3000);
  const once = async (seconds: number) => {
    const a = await thread.times();
    await page.waitForTimeout(seconds * 1000);
    const b = await thread.times();
    return Object.fromEntries(Object.keys(a).map((k) => [k, +((b[k as "tasks"] - a[k as "tasks"]) / seconds).toFixed(1)]));
  };
  if (what.has("live")) console.log("live", await once(15), await once(15));
  if (what.has("trace")) await trace();
  if (what.has("idle")) { await setPace(stack, 0); await page.waitForTimeout(3000); console.log("idle", await once(15)); await setPace(stack, 10);}
  if (what.has("acts")) console.log((await measureInteractions(page)).slice(0, 14));
  if (what.has("acttrace")) await trace(async () => { console.log((await measureInteractions(page)).slice(0, 14)); });
  if (what.has("shot")) await page.screenshot({ path: "/tmp/pc/shot.png" });

  async function trace(act?: () => Promise<void>) {
    const events: any[] = [];
    devtools.on("Tracing.dataCollected", ({ value }) => { for (const v of value) events.push(v); });
    const done = new Promise((r) => devtools.once("Tracing.tracingComplete", r));
    await devtools.send("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories: ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline", "blink", "cc", "v8", "loading", "net", "blink.user_timing", "latencyInfo","ipc","mojom"] } } as never);
    const t0 = Date.now();
    if (act) await act(); else await page.waitForTimeout(15_000);
    const seconds = (Date.now() - t0) / 1000;
    await devtools.send("Tracing.end");
    await done;
    await Bun.write("/tmp/pc/trace.json", JSON.stringify({ seconds, events }));
    console.log("traced", events.length, seconds);
  }
} finally {
  await browser.close();
  await stack.stop();
  rmSync(dir, { recursive: true, force: true });
}
