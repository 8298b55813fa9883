import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { workerdCommand } from "../../dev/workerd-command.ts";
import { cpuMs, residentKib } from "../fan-out/process-usage.ts";
import { ServerProcess } from "../fan-out/server-process.ts";
import { markdownTable } from "../markdown-table.ts";
import { type AlertScene, MIDDLE } from "./alert-scenes.ts";

/**
 * Measures the trigger book's own work for price alerts in a Durable Object on workerd: quotes with nothing due, arming, a quote that many
 * alerts wait for, and the windows of moves. CPU time of the process; it checks no limits.
 */

const { values } = parseArgs({
  options: {
    alerts: { type: "string", default: "0,1000000" },
    quotes: { type: "string", default: "400000" },
    due: { type: "string", default: "10000" },
    rising: { type: "string", default: "432000" },
    port: { type: "string", default: "20230" },
  },
});
const quotes = Number(values.quotes);
const due = Number(values.due);
const port = Number(values.port);
/** The most quotes of one request: a request has 30 s of CPU. */
const QUOTES_AT_ONCE = 20_000;
const ALERTS_AT_ONCE = 10_000;
/** A day of all symbols in which each second's price is above the one before: the most that windows can hold. */
const RISING_QUOTES = Number(values.rising);

type Reply = { outbox: number; pricesHeld: number };
type Result = {
  alerts: number;
  quoteUs: number;
  sentUs: number;
  armUs: number | null;
  memoryMib: number;
  dueMs: number;
  pricesHeld: number;
  risingHeld: number;
  risingMib: number;
  risingUs: number;
};

const dir = mkdtempSync(join(tmpdir(), "alert-bench-"));
const built = await Bun.build({
  entrypoints: [join(import.meta.dir, "alert-worker.ts")],
  outdir: join(dir, "built"),
  target: "browser",
  format: "esm",
  external: ["cloudflare:workers"],
});
const file = built.outputs[0]?.path;
if (!file) throw new Error("the Worker does not build");

/** The book with this number of alerts, in a process of its own. */
async function measure(alerts: number): Promise<Result> {
  const ownDir = join(dir, `workerd-${alerts}`);
  const server = new ServerProcess({
    command: workerdCommand({ port, file: file ?? "", dir: ownDir, settings: {}, objects: { BOOK: "AlertBench" } }),
    port,
    logFile: join(dir, `workerd-${alerts}.log`),
  });
  let last: Reply = { outbox: 0, pricesHeld: 0 };
  const run = async (scene: AlertScene): Promise<number> => {
    const beforeMs = cpuMs(server.pid);
    const reply = await fetch(`http://127.0.0.1:${port}/book`, { method: "POST", body: JSON.stringify(scene) });
    if (!reply.ok) throw new Error(await reply.text());
    last = await reply.json();
    return cpuMs(server.pid) - beforeMs;
  };
  const inPieces = async (count: number, atOnce: number, sceneOf: (from: number, count: number) => AlertScene) => {
    let usedMs = 0;
    for (let from = 0; from < count; from += atOnce) usedMs += await run(sceneOf(from, Math.min(atOnce, count - from)));
    return usedMs;
  };
  const take = (walk: "around" | "rising", total: number, atOnce = 100) =>
    inPieces(total, QUOTES_AT_ONCE, (_, count) => ({ type: "quotes", count, atOnce, walk, at: null }));
  try {
    await server.start();
    await take("around", quotes);
    const armMs = await inPieces(alerts, ALERTS_AT_ONCE, (from, count) => ({ type: "rest", from, count }));
    // Lines find their bounds, moves their windows.
    await take("around", quotes);
    const quoteMs = await take("around", quotes);
    const sent = quotes / 4;
    const sentMs = await take("around", sent, 1);
    if (last.outbox > 0) throw new Error("something fired");
    const [memoryMib, pricesHeld] = [residentKib(server.pid) / 1_024, last.pricesHeld];
    const at = MIDDLE + 200_000;
    await inPieces(due, ALERTS_AT_ONCE, (from, count) => ({ type: "due", from, count, at }));
    const dueMs = await run({ type: "quotes", count: 1, atOnce: 1, walk: "around", at });
    if (last.outbox !== due) throw new Error(`${last.outbox} have fired`);
    const risingMs = alerts > 0 ? await take("rising", RISING_QUOTES) : 0;
    return {
      alerts,
      quoteUs: (quoteMs / quotes) * 1_000,
      sentUs: (sentMs / sent) * 1_000,
      armUs: alerts > 0 ? (armMs / alerts) * 1_000 : null,
      memoryMib,
      dueMs,
      pricesHeld,
      risingHeld: last.pricesHeld,
      risingMib: residentKib(server.pid) / 1_024,
      risingUs: (risingMs / RISING_QUOTES) * 1_000,
    };
  } finally {
    await server.kill();
    rmSync(ownDir, { recursive: true, force: true });
  }
}

try {
  const results: Result[] = [];
  for (const alerts of values.alerts.split(",").map(Number)) results.push(await measure(alerts));
  const count = (value: number) => value.toLocaleString("en-US");
  console.info(`\nload ${loadavg()[0]?.toFixed(1)}\n`);
  console.info(
    markdownTable(results, {
      alerts: ({ alerts }) => count(alerts),
      "a quote with nothing due, sent alone": ({ sentUs }) => `${sentUs.toFixed(1)} µs`,
      "100 at once": ({ quoteUs }) => `${quoteUs.toFixed(2)} µs`,
      "arming one of 500": ({ armUs }) => (armUs === null ? "" : `${armUs.toFixed(0)} µs`),
      "memory of the process": ({ memoryMib }) => `${memoryMib.toFixed(0)} MiB`,
      [`a quote that fires ${count(due)}`]: ({ dueMs }) => `${dueMs.toFixed(0)} ms`,
      "prices held for windows": ({ pricesHeld }) => count(pricesHeld),
      "after a day that rises each second": ({ risingHeld, risingMib, risingUs }) =>
        `${count(risingHeld)}, ${risingMib.toFixed(0)} MiB, ${risingUs.toFixed(1)} µs a quote`,
    }),
  );
} finally {
  rmSync(dir, { recursive: true, force: true });
}
