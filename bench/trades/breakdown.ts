import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { eq } from "drizzle-orm";
import { type Database, openDatabase } from "../../db/client.ts";
import { migrateDatabase } from "../../db/migrate.ts";
import { users } from "../../db/schema/index.ts";
import { buildWorker } from "../../dev/built-worker.ts";
import { startLibsqlProcess } from "../../dev/libsql/libsql-process.ts";
import { localSettings } from "../../dev/local-settings.ts";
import { prepareFigures } from "../../worker/trades/breakdown/prepare-figures.ts";
import { CONTENDERS } from "../fan-out/contenders.ts";
import { ServerProcess } from "../fan-out/server-process.ts";
import { markdownTable } from "../markdown-table.ts";
import { importMarketTrades, signIn, TRADER } from "./bring-in.ts";

/**
 * `bun bench/trades/breakdown.ts [--sizes 200000,1000000] [--calls 300] [--port 19580]`: one trader with so many trades, and what the calls of the
 * page of figures by group, and of insights, take through the built Worker on workerd: the first one after the trades came in, and those after it.
 */

const END_MS = Date.UTC(2026, 10, 1);
const FIRST_CALLS = 20;

const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "200000,1000000" },
    calls: { type: "string", default: "300" },
    /** The Worker's port; the next one is the database's. */
    port: { type: "string", default: "19580" },
  },
});
const [calls, port] = [Number(values.calls), Number(values.port)];

/** The requests of the page, of which the first two have no filter, and of insights. */
const PATHS = {
  breakdown: "/api/trade/breakdown",
  "curve and days": "/api/trade/analytics",
  "breakdown of 30 days": "/api/trade/breakdown?from=2026-10-02T00:00:00Z",
  "curve and days of 30 days": "/api/trade/analytics?from=2026-10-02T00:00:00Z",
  "breakdown of a year": "/api/trade/breakdown?from=2025-11-01T00:00:00Z",
  "curve and days of a year": "/api/trade/analytics?from=2025-11-01T00:00:00Z",
  "breakdown of a symbol": "/api/trade/breakdown?symbol=XAUUSDm",
  "curve and days of a symbol": "/api/trade/analytics?symbol=XAUUSDm",
  "breakdown of all buys": "/api/trade/breakdown?direction=Buy",
  "curve and days of all buys": "/api/trade/analytics?direction=Buy",
  "breakdown of a symbol's buys": "/api/trade/breakdown?symbol=XAUUSDm&direction=Buy",
  "breakdown of all without a setup": "/api/trade/breakdown?setup=none",
  "curve and days of all without a setup": "/api/trade/analytics?setup=none",
  "breakdown of all losses": "/api/trade/breakdown?result=loss",
  "curve and days of all losses": "/api/trade/analytics?result=loss",
  "the newest 10,000 for insights": "/api/trade/studied",
};

const folder = mkdtempSync(join(tmpdir(), "tonle-bench-"));
try {
  const workerModule = buildWorker(join(folder, "worker"));
  for (const size of values.sizes.split(",").map(Number)) await measure(size, workerModule);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure(size: number, workerModule: string): Promise<void> {
  const dir = join(folder, String(size));
  await Bun.write(join(dir, ".keep"), "");
  const authToken = localSettings(port).DATABASE_AUTH_TOKEN;
  const server = await startLibsqlProcess({ port: port + 1, file: join(dir, "bench.db"), authToken });
  try {
    await migrateDatabase({ url: server.url, authToken });
    const db = openDatabase({ url: server.url, authToken, timeoutMs: 120_000 });
    await importMarketTrades(db, { count: size, endMs: END_MS });
    const token = await signIn(db);
    const tonle = CONTENDERS.find(({ name }) => name === "tonle");
    if (!tonle) throw new Error("the Worker is no contender");
    const command = tonle.command({ dir, workerModule, port, sourcePort: port + 1 });
    const worker = new ServerProcess({ command, port, logFile: join(dir, "worker.log") });
    await worker.start();
    try {
      await report(size, token, db);
    } finally {
      await worker.kill();
    }
  } finally {
    await server.stop();
  }
}

async function report(size: number, token: string, db: Database): Promise<void> {
  const rows: { read: string; first: number; spent: number[] }[] = [];
  // The Worker has answered before.
  await timeOf("/api/user/profile", token);
  for (const [read, path] of Object.entries(PATHS)) {
    const first = await timeOf(path, token);
    const spent: number[] = [];
    for (let call = -20; call < calls; call += 1) {
      const ms = await timeOf(path, token);
      if (call >= 0) spent.push(ms);
    }
    rows.push({ read, first, spent: spent.toSorted((a, b) => a - b) });
  }
  // Each is a first call again: what is stored is of another zone, or was made after the change as the API does.
  const zones = ["Asia/Tokyo", "Asia/Phnom_Penh"];
  for (const isPrepared of [false, true]) {
    const spent: number[] = [];
    for (let call = 0; call < FIRST_CALLS; call += 1) {
      const timeZone = zones[call % 2] ?? "UTC";
      await db.write([db.query.update(users).set({ timeZone }).where(eq(users.id, TRADER))]);
      if (isPrepared) await prepareFigures(db, TRADER, { kind: "cash" });
      spent.push(await timeOf(PATHS.breakdown, token));
    }
    rows.push({
      read: `breakdown after a change of the zone, ${isPrepared ? "" : "not "}prepared`,
      first: spent[0] ?? 0,
      spent: spent.toSorted((a, b) => a - b),
    });
  }
  const at = (share: number) => (row: { spent: number[] }) =>
    (row.spent[Math.floor(row.spent.length * share)] ?? Number.NaN).toFixed(1);
  console.info(`\n${size.toLocaleString("en-US")} trades\n`);
  console.info(
    markdownTable(rows, {
      read: ({ read }) => read,
      "first ms": ({ first }) => first.toFixed(0),
      "p50 ms": at(0.5),
      "p99 ms": at(0.99),
    }),
  );
}

async function timeOf(path: string, token: string): Promise<number> {
  const startedAt = performance.now();
  const reply = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { Cookie: `session=${token}` } });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${text}`);
  return performance.now() - startedAt;
}
