import { mkdtempSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildWorker } from "../../dev/built-worker.ts";
import { markdownTable } from "../markdown-table.ts";
import { CONTENDERS, type Contender } from "./contenders.ts";
import type { CrowdAnswer, CrowdOrder } from "./crowd.ts";
import { HelperProcess } from "./helper-process.ts";
import { assertFits } from "./open-files.ts";
import type { SourceLog, SourceOrder } from "./price-source.ts";
import { cpuMs } from "./process-usage.ts";
import { ServerProcess } from "./server-process.ts";

/**
 * Measures what one more connection costs the Worker and the bare object: from the TCP connection to the first
 * snapshot. They take turns in many short rounds, so that other work on the machine affects them alike.
 */

const { values } = parseArgs({
  options: {
    clients: { type: "string", default: "1000" },
    rounds: { type: "string", default: "10" },
    /** A built module of the Worker that has compact frames, which is measured as `before`. */
    before: { type: "string" },
    port: { type: "string", default: "18787" },
  },
});
const clients = Number(values.clients);
assertFits(clients);

/** A contender that runs, and its rounds so far. */
type Runner = {
  name: string;
  contender: Contender;
  port: number;
  server: ServerProcess;
  rounds: { cpuUs: number; perSecond: number }[];
};

const dir = mkdtempSync(join(tmpdir(), "handshakes-"));
const built = buildWorker(join(dir, "built"));
const entries = [
  { name: "naive-do", contender: "naive-do", workerModule: built },
  ...(values.before ? [{ name: "tonle before", contender: "tonle", workerModule: values.before }] : []),
  { name: "tonle", contender: "tonle", workerModule: built },
];
const sourcePort = Number(values.port);
const file = (name: string) => join(import.meta.dir, name);
const source = await HelperProcess.start<SourceOrder, SourceLog>(file("price-source.ts"), [
  "--port",
  String(sourcePort),
  "--ticks",
  "40",
]);
const runners: Runner[] = [];
try {
  for (const [index, { name, contender: contenderName, workerModule }] of entries.entries()) {
    const contender = CONTENDERS.find((one) => one.name === contenderName);
    if (!contender) throw new Error(`there is no ${contenderName}`);
    const port = sourcePort + 1 + index;
    const command = contender.command({ port, sourcePort, dir: join(dir, String(index)), workerModule });
    const server = new ServerProcess({ command, port, logFile: join(dir, `${index}.log`) });
    await server.start();
    runners.push({ name, contender, port, server, rounds: [] });
  }
  // The first round of each warms up its code.
  for (let round = -1; round < Number(values.rounds); round++) {
    for (const runner of runners) {
      const figures = await measureRound(runner);
      if (round >= 0) runner.rounds.push(figures);
    }
  }
} finally {
  await Promise.all([source.stop(), ...runners.map(({ server }) => server.kill())]);
  rmSync(dir, { recursive: true, force: true });
}
const bare = runners[0];
console.info(`${cpus().length} x ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}, ${clients} clients a round\n`);
console.info(
  markdownTable(runners, {
    server: ({ name }) => name,
    "CPU us a handshake": ({ rounds }) => meanCpuUs(rounds).toFixed(0),
    "handshakes/s, median": ({ rounds }) => medianPerSecond(rounds).toFixed(0),
    "CPU, bare / this": ({ rounds }) => (meanCpuUs(bare?.rounds ?? []) / meanCpuUs(rounds)).toFixed(2),
    "handshakes/s, this / bare": ({ rounds }) =>
      (medianPerSecond(rounds) / medianPerSecond(bare?.rounds ?? [])).toFixed(2),
  }),
);

async function measureRound({ contender, port, server }: Runner): Promise<Runner["rounds"][number]> {
  const crowd = await HelperProcess.start<CrowdOrder, CrowdAnswer>(file("crowd.ts"));
  try {
    const before = { cpuMs: cpuMs(server.pid), atMs: Date.now() };
    const order = { type: "connect", port, dialect: contender.dialect, hubs: "one", clients } as const;
    const { snapshotAtMs } = await crowd.send(order);
    const cpuUs = ((cpuMs(server.pid) - before.cpuMs) * 1_000) / clients;
    const lastAtMs = snapshotAtMs.at(-1) ?? Number.NaN;
    await crowd.send({ type: "leave" });
    return { cpuUs, perSecond: (clients * 1_000) / (lastAtMs - before.atMs) };
  } finally {
    await crowd.stop();
  }
}

/** The kernel counts in steps of 10 ms, which only many rounds even out. */
function meanCpuUs(rounds: Runner["rounds"]): number {
  return rounds.reduce((sum, { cpuUs }) => sum + cpuUs, 0) / rounds.length;
}

function medianPerSecond(rounds: Runner["rounds"]): number {
  const sorted = rounds.map(({ perSecond }) => perSecond).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
