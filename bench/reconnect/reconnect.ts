import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildWorker } from "../../dev/built-worker.ts";
import { CONTENDERS } from "../fan-out/contenders.ts";
import { HelperProcess } from "../fan-out/helper-process.ts";
import type { SourceLog, SourceOrder } from "../fan-out/price-source.ts";
import { ServerProcess } from "../fan-out/server-process.ts";
import { markdownTable } from "../markdown-table.ts";
import type { TabsAnswer, TabsOrder } from "./tabs.ts";

/** Measures when browser tabs reconnect after their server was killed, and how this is spread. It checks no limits. */

const { values } = parseArgs({
  options: {
    tabs: { type: "string", default: "500" },
    crashes: { type: "string", default: "3" },
    "down-s": { type: "string", default: "0" },
    port: { type: "string", default: "18787" },
  },
});
const tabs = Number(values.tabs);
const port = Number(values.port);
const GOAL_S = 12;
const SETTLE_MS = 3_000;
const BAR_MS = 500;
const BAR_WIDTH_MAX = 60;

const dir = mkdtempSync(join(tmpdir(), "reconnect-"));
const [tonle] = CONTENDERS.filter(({ name }) => name === "tonle");
if (!tonle) throw new Error("the Worker is no contender");
const fanOut = (name: string) => join(import.meta.dir, "../fan-out", name);
const source = await HelperProcess.start<SourceOrder, SourceLog>(fanOut("price-source.ts"), [
  "--port",
  String(port + 1),
  "--ticks",
  "40",
]);
const crowd = await HelperProcess.start<TabsOrder, TabsAnswer>(join(import.meta.dir, "tabs.ts"));
const workerModule = buildWorker(join(dir, "built"));
const command = tonle.command({ port, sourcePort: port + 1, dir, workerModule });
const server = new ServerProcess({ command, port, logFile: join(dir, "server.log") });
try {
  await server.start();
  await source.send("start");
  await crowd.send({ type: "open", origin: `http://127.0.0.1:${port}`, tabs });
  const rows: { crash: number; afterS: number[] }[] = [];
  for (let crash = 1; crash <= Number(values.crashes); crash++) {
    await Bun.sleep(SETTLE_MS);
    const crashedAtMs = Date.now();
    await server.kill();
    await Bun.sleep(Number(values["down-s"]) * 1_000);
    await server.start();
    const connectedAtMs = await crowd.send({ type: "gather", sinceMs: crashedAtMs, tabs });
    rows.push({ crash, afterS: connectedAtMs.map((atMs) => (atMs - crashedAtMs) / 1_000) });
  }
  const at = (share: number) => (row: (typeof rows)[number]) =>
    (row.afterS[Math.max(1, Math.ceil(row.afterS.length * share)) - 1] ?? Number.NaN).toFixed(2);
  console.info(`${tabs} tabs, server away for ${values["down-s"]} s and its start, load ${loadavg()[0]?.toFixed(1)}\n`);
  console.info(
    markdownTable(rows, {
      crash: ({ crash }) => String(crash),
      "first s": at(0),
      "half s": at(0.5),
      "99% s": at(0.99),
      [`all s (goal ${GOAL_S})`]: at(1),
    }),
  );
  for (const { crash, afterS } of rows) console.info(`\ncrash ${crash}, back per ${BAR_MS} ms\n${histogram(afterS)}`);
} finally {
  await Promise.all([server.kill(), crowd.stop(), source.stop()]);
  rmSync(dir, { recursive: true, force: true });
}

/** One line per span since the crash; the length of its bar shows how many tabs reconnected in it. */
function histogram(afterS: readonly number[]): string {
  const bars = new Map<number, number>();
  for (const s of afterS) {
    const bar = Math.floor((s * 1_000) / BAR_MS);
    bars.set(bar, (bars.get(bar) ?? 0) + 1);
  }
  const most = Math.max(...bars.values());
  return Array.from({ length: Math.max(...bars.keys()) + 1 }, (_, bar) => {
    const count = bars.get(bar) ?? 0;
    const fromS = ((bar * BAR_MS) / 1_000).toFixed(1).padStart(5);
    return `${fromS} s ${String(count).padStart(4)} ${"#".repeat(Math.round((count / most) * BAR_WIDTH_MAX))}`;
  }).join("\n");
}
