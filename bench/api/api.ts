import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildWorker } from "../../dev/built-worker.ts";
import { startPriceSource } from "../../dev/price-source/server.ts";
import { HelperProcess } from "../fan-out/helper-process.ts";
import type { ServerProcess } from "../fan-out/server-process.ts";
import { markdownTable } from "../markdown-table.ts";
import { API_CALLS } from "./api-calls.ts";
import type { LoadAnswer, LoadOrder } from "./load.ts";
import { type CallFigures, measureCalls, type Target } from "./measure-calls.ts";
import { BASELINES, startBaseline, startProduct } from "./measured-workers.ts";
import { startSeededDatabase } from "./seeded-database.ts";

/**
 * `bun bench/api/api.ts [--seconds 3] [--rounds 1] [--only balance,trades] [--before FILE] [--port 19600]`: the most
 * frequent calls of the API beside the same look-up written by hand, all on workerd alone and in one run. `--before` is
 * the module of another build of the Worker, which is measured too.
 */

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "3" },
    rounds: { type: "string", default: "1" },
    connections: { type: "string", default: "20" },
    rate: { type: "string", default: "200" },
    only: { type: "string" },
    before: { type: "string" },
    /** The database's port; the Workers' are the next five, then the price source's. */
    port: { type: "string", default: "19600" },
    json: { type: "string" },
  },
});
const only = values.only?.split(",");
const calls = API_CALLS.filter(({ name }) => !only || only.includes(name));
const firstPort = Number(values.port);

const folder = mkdtempSync(join(tmpdir(), "tonle-api-"));
const workers: ServerProcess[] = [];
const database = await startSeededDatabase({ port: firstPort, dir: folder });
const prices = startPriceSource({ port: firstPort + 6 });
const load = await HelperProcess.start<LoadOrder, LoadAnswer>(join(import.meta.dir, "load.ts"));
try {
  const targets = await startAll();
  // The first request of each Worker compiles it.
  await Bun.sleep(1_000);
  const figures = await measureCalls(
    targets,
    { load, databasePid: database.pid },
    {
      connections: Number(values.connections),
      perSecond: Number(values.rate),
      seconds: Number(values.seconds),
      rounds: Number(values.rounds),
    },
  );
  report(figures);
  if (values.json) await Bun.write(values.json, JSON.stringify(figures, null, 2));
} finally {
  for (const worker of workers) await worker.kill();
  await load.stop();
  await database.kill();
  prices.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function startAll(): Promise<Target[]> {
  const cookie = `session=${database.token}`;
  const place = (name: string) => {
    const dir = join(folder, name);
    mkdirSync(dir);
    return { port: firstPort + 1 + workers.length, dir, databaseUrl: database.url };
  };
  const targets: Target[] = [];
  for (const name of BASELINES) {
    const placed = place(name);
    const server = await startBaseline(name, placed);
    workers.push(server);
    targets.push({ worker: name, call: "", port: placed.port, pid: server.pid, path: "/balance", cookie });
  }
  const builds = { ...(values.before ? { before: values.before } : {}), now: buildWorker(join(folder, "built")) };
  for (const [worker, module] of Object.entries(builds)) {
    const placed = place(worker);
    const server = await startProduct(module, { ...placed, settings: priceSettings() });
    workers.push(server);
    for (const { name, path, isSignedIn } of calls)
      targets.push({
        worker,
        call: name,
        port: placed.port,
        pid: server.pid,
        path,
        cookie: isSignedIn ? cookie : null,
      });
  }
  return targets;
}

function priceSettings(): Record<string, string> {
  const url = `http://127.0.0.1:${firstPort + 6}`;
  return {
    PRICE_SOURCE_URL: url,
    COINBASE_FEED_URL: `${url}/coinbase`,
    COINBASE_API_URL: `${url}/coinbase`,
    KRAKEN_FEED_URL: `${url}/kraken`,
  };
}

function report(figures: readonly CallFigures[]): void {
  const of = (worker: string, call = "") => figures.find((row) => row.worker === worker && row.call === call);
  const baselineOf = (row: CallFigures) =>
    row.worker === "libsql-client" ? "hand-written" : calls.find(({ name }) => name === row.call)?.baseline;
  const ratio = (row: CallFigures, figure: "workerUs" | "p50" | "p99") => {
    const baseline = of(baselineOf(row) ?? row.worker)?.[figure];
    return baseline ? (row[figure] / baseline).toFixed(2) : "";
  };
  console.info(
    markdownTable(figures, {
      call: ({ call, worker }) => (call ? `${call}, ${worker}` : worker),
      "us CPU": ({ workerUs }) => workerUs.toFixed(0),
      ratio: (row) => ratio(row, "workerUs"),
      "us database": ({ databaseUs }) => databaseUs.toFixed(0),
      "req/s": ({ perSecond }) => perSecond.toFixed(0),
      [`p50 / p99 ms at ${values.rate}/s`]: ({ p50, p99 }) => `${p50.toFixed(2)} / ${p99.toFixed(2)}`,
      "their ratios": (row) => `${ratio(row, "p50")} / ${ratio(row, "p99")}`,
      "other cores": ({ otherCores }) => otherCores.toFixed(1),
    }),
  );
  if (figures.some(({ otherCores }) => otherCores > 0.3))
    console.info("\nOther processes used more than 0.3 cores: only CPU times are comparable.");
}
