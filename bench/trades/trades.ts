import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { sql } from "drizzle-orm";
import { type Database, openDatabase, type Statement } from "../../db/client.ts";
import { migrateDatabase } from "../../db/migrate.ts";
import { buildWorker } from "../../dev/built-worker.ts";
import { startLibsqlProcess } from "../../dev/libsql/libsql-process.ts";
import { localSettings } from "../../dev/local-settings.ts";
import { CASH } from "../../worker/trades/trade-account.ts";
import { selectRows } from "../../worker/trades/trade-block-store.ts";
import { selectDays, selectKept, selectPage } from "../../worker/trades/trade-store.ts";
import { CONTENDERS } from "../fan-out/contenders.ts";
import { ServerProcess } from "../fan-out/server-process.ts";
import { markdownTable } from "../markdown-table.ts";
import { importMarketTrades, signIn, TRADER } from "./bring-in.ts";

/**
 * `bun bench/trades/trades.ts [--sizes 10000,100000,1000000] [--calls 500] [--port 19480]`: one trader with so many
 * trades. Measures how fast files are imported (staging, commit), how fast the month, the summary and the newest 50 are
 * read through the API of the built Worker on workerd, and prints the query plan of each statement.
 */

const END_MS = Date.UTC(2026, 10, 1);

const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "10000,100000,1000000" },
    calls: { type: "string", default: "500" },
    /** The Worker's port; the next one is the database's. */
    port: { type: "string", default: "19480" },
  },
});
const sizes = values.sizes.split(",").map(Number);
const calls = Number(values.calls);
const port = Number(values.port);

type Measured = { size: number; stagedPerS: number; commitMs: number; reads: Record<string, number[]> };

const folder = mkdtempSync(join(tmpdir(), "tonle-bench-"));
try {
  const workerModule = buildWorker(join(folder, "worker"));
  const measured: Measured[] = [];
  for (const size of sizes) measured.push(await measure(size, workerModule));
  report(measured);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure(size: number, workerModule: string): Promise<Measured> {
  const dir = join(folder, String(size));
  await Bun.write(join(dir, ".keep"), "");
  const settings = localSettings(port);
  const authToken = settings.DATABASE_AUTH_TOKEN;
  const server = await startLibsqlProcess({ port: port + 1, file: join(dir, "bench.db"), authToken });
  try {
    await migrateDatabase({ url: server.url, authToken });
    const db = openDatabase({ url: server.url, authToken, timeoutMs: 120_000 });
    const files = await importMarketTrades(db, { count: size, endMs: END_MS });
    if (size === sizes.at(-1)) await printPlans(db);
    const reads = await readThroughApi(db, { dir, workerModule });
    const last = files.at(-1) ?? { stagedPerS: Number.NaN, commitMs: Number.NaN };
    return { size, ...last, reads };
  } finally {
    await server.stop();
  }
}

/**
 * Times the reads of the performance page, one after the other, through the Worker.
 *
 * @returns ms of each call, by read
 */
async function readThroughApi(
  db: Database,
  placement: { dir: string; workerModule: string },
): Promise<Record<string, number[]>> {
  const token = await signIn(db);
  const tonle = CONTENDERS.find(({ name }) => name === "tonle");
  if (!tonle) throw new Error("the Worker is no contender");
  const command = tonle.command({ ...placement, port, sourcePort: port + 1 });
  const worker = new ServerProcess({ command, port, logFile: join(placement.dir, "worker.log") });
  await worker.start();
  try {
    const paths = {
      month: "/api/trade/history?year=2026&month=10",
      summary: "/api/user/profile",
      newest: "/api/trade/history?limit=50",
      analytics: "/api/trade/analytics",
      filtered: "/api/trade/analytics?symbol=XAUUSDm&from=2026-09-01T00:00:00Z",
    };
    const times: Record<string, number[]> = {};
    for (const [name, path] of Object.entries(paths)) {
      const call = () => fetch(`http://127.0.0.1:${port}${path}`, { headers: { Cookie: `session=${token}` } });
      const spent: number[] = [];
      for (let i = -20; i < calls; i++) {
        const startedAt = performance.now();
        const reply = await call();
        await reply.text();
        if (!reply.ok) throw new Error(`${path} answered ${reply.status}`);
        if (i >= 0) spent.push(performance.now() - startedAt);
      }
      times[name] = spent;
    }
    return times;
  } finally {
    await worker.kill();
  }
}

/** Prints the query plan of every statement that reads trades. */
async function printPlans({ query, read }: Database): Promise<void> {
  const me = sql<string>`${TRADER}`;
  const statements: Record<string, Statement & { toSQL(): { sql: string; params: unknown[] } }> = {
    "a month's days": selectDays(query, me, 20_000, 20_041),
    "newest 50": selectPage(query, me, { filter: {}, after: null, limit: 51 }),
    "next 50": selectPage(query, me, { filter: {}, after: { closedAtMs: END_MS, id: 5 }, limit: 51 }),
    "next 50 of a symbol": selectPage(query, me, {
      filter: { symbol: "US500" },
      after: { closedAtMs: END_MS, id: 5 },
      limit: 51,
    }),
    "kept totals": selectKept(query, me),
    "rows of a span": selectRows(query, me, CASH, {
      ...{ filter: {}, limit: 50_000 },
      span: { fromMs: END_MS - 1e9, untilMs: END_MS },
    }),
  };
  for (const [name, statement] of Object.entries(statements)) {
    const { sql: text, params } = statement.toSQL();
    const bound = text
      .split("?")
      .flatMap((part, i) => (i === 0 ? [sql.raw(part)] : [sql`${params[i - 1]}`, sql.raw(part)]));
    const [plan] = await read([query.all<{ detail: string }>(sql`EXPLAIN QUERY PLAN ${sql.join(bound)}`)]);
    console.info(`${name}: ${plan.map((step) => step.detail).join("; ")}`);
  }
}

function quantile(times: readonly number[], share: number): string {
  const sorted = times.toSorted((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(2);
}

function report(measured: readonly Measured[]): void {
  const both = (name: string) => (row: Measured) =>
    `${quantile(row.reads[name] ?? [], 0.5)} / ${quantile(row.reads[name] ?? [], 0.99)}`;
  console.info(
    markdownTable(measured, {
      trades: ({ size }) => String(size),
      "staged rows/s": ({ stagedPerS }) => Math.round(stagedPerS).toString(),
      "commit of the last file ms": ({ commitMs }) => Math.round(commitMs).toString(),
      "month p50 / p99 ms": both("month"),
      "summary p50 / p99 ms": both("summary"),
      "newest 50 p50 / p99 ms": both("newest"),
      "all figures p50 / p99 ms": both("analytics"),
      "filtered p50 / p99 ms": both("filtered"),
    }),
  );
}
