import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { workerdCommand } from "../../dev/workerd-command.ts";
import { cpuMs, residentKib } from "../fan-out/process-usage.ts";
import { ServerProcess } from "../fan-out/server-process.ts";
import { markdownTable } from "../markdown-table.ts";
import { MIDDLE, type Scene } from "./book-scenes.ts";

/**
 * Measures the trigger book's own work in a Durable Object on workerd: quotes with nothing due, arming, and a quote that many
 * levels wait for. CPU time of the process; it checks no limits.
 */

const { values } = parseArgs({
  options: {
    levels: { type: "string", default: "0,100000,1000000" },
    quotes: { type: "string", default: "200000" },
    due: { type: "string", default: "10000" },
    port: { type: "string", default: "20210" },
  },
});
const quotes = Number(values.quotes);
const due = Number(values.due);
const port = Number(values.port);
/** The most quotes of one request: a request has 30 s of CPU. */
const QUOTES_AT_ONCE = 10_000;
const LEVELS_AT_ONCE = 10_000;

type Result = {
  levels: number;
  quoteUs: number;
  armUs: number | null;
  memoryMib: number;
  dueMs: number;
  dueArmUs: number;
};

const dir = mkdtempSync(join(tmpdir(), "book-bench-"));
const built = await Bun.build({
  entrypoints: [join(import.meta.dir, "book-worker.ts")],
  outdir: join(dir, "built"),
  target: "browser",
  format: "esm",
});
const file = built.outputs[0]?.path;
if (!file) throw new Error("the Worker does not build");

/** The book with this number of levels, in a process of its own. */
async function measure(levels: number): Promise<Result> {
  const ownDir = join(dir, `workerd-${levels}`);
  const server = new ServerProcess({
    command: workerdCommand({ port, file: file ?? "", dir: ownDir, settings: {}, objects: { BOOK: "BookBench" } }),
    port,
    logFile: join(dir, `workerd-${levels}.log`),
  });
  const run = async (scene: Scene): Promise<{ usedMs: number; isFired: boolean }> => {
    const beforeMs = cpuMs(server.pid);
    const reply = await fetch(`http://127.0.0.1:${port}/book`, { method: "POST", body: JSON.stringify(scene) });
    if (!reply.ok) throw new Error(await reply.text());
    const { isFired } = await reply.json();
    return { usedMs: cpuMs(server.pid) - beforeMs, isFired };
  };
  const inPieces = async (count: number, atOnce: number, sceneOf: (from: number, count: number) => Scene) => {
    let usedMs = 0;
    for (let from = 0; from < count; from += atOnce) {
      usedMs += (await run(sceneOf(from, Math.min(atOnce, count - from)))).usedMs;
    }
    return usedMs;
  };
  const takeQuotes = () => inPieces(quotes, QUOTES_AT_ONCE, (_, count) => ({ type: "quotes", count, at: null }));
  try {
    await server.start();
    await takeQuotes();
    const armMs = await inPieces(levels, LEVELS_AT_ONCE, (from, count) => ({ type: "rest", from, count }));
    // The trailing levels meet the quotes.
    await takeQuotes();
    const quoteMs = await takeQuotes();
    const memoryMib = residentKib(server.pid) / 1_024;
    const at = MIDDLE + 200_000;
    const dueArmMs = await inPieces(due, LEVELS_AT_ONCE, (from, count) => ({ type: "due", from, count, at }));
    const fired = await run({ type: "quotes", count: 1, at });
    if (!fired.isFired) throw new Error("nothing fired");
    return {
      levels,
      quoteUs: (quoteMs / quotes) * 1_000,
      armUs: levels > 0 ? (armMs / levels) * 1_000 : null,
      memoryMib,
      dueMs: fired.usedMs,
      dueArmUs: (dueArmMs / due) * 1_000,
    };
  } finally {
    await server.kill();
    rmSync(ownDir, { recursive: true, force: true });
  }
}

try {
  const results: Result[] = [];
  for (const levels of values.levels.split(",").map(Number)) results.push(await measure(levels));
  console.info(`\nload ${loadavg()[0]?.toFixed(1)}\n`);
  console.info(
    markdownTable(results, {
      "resting levels": ({ levels }) => levels.toLocaleString("en-US"),
      "a quote with nothing due": ({ quoteUs }) => `${quoteUs.toFixed(1)} µs`,
      "arming a level, 200 at a time": ({ armUs }) => (armUs === null ? "" : `${armUs.toFixed(0)} µs`),
      "arming a level alone": ({ dueArmUs }) => `${dueArmUs.toFixed(0)} µs`,
      "memory of the process": ({ memoryMib }) => `${memoryMib.toFixed(0)} MiB`,
      [`a quote that reaches ${due.toLocaleString("en-US")} levels`]: ({ dueMs }) => `${dueMs.toFixed(0)} ms`,
    }),
  );
} finally {
  rmSync(dir, { recursive: true, force: true });
}
