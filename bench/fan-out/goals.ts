import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildWorker } from "../../dev/built-worker.ts";
import { markdownTable } from "../markdown-table.ts";
import { CONTENDERS } from "./contenders.ts";
import { GOALS, type GoalId, goalRows, runsFor } from "./fan-out-goals.ts";
import { ratioTable, resultTable, stormTable } from "./fan-out-tables.ts";
import { type FanOutFigures, measureContender } from "./measure-contender.ts";
import { assertFits } from "./open-files.ts";

/** Measures every goal of the fan-out and prints one table with goals and figures. It checks no limits. */

const ALL = Object.keys(GOALS).filter(isGoalId);
const { values } = parseArgs({
  options: {
    only: { type: "string", default: ALL.join() },
    rivals: { type: "string", default: "naive-do,bun,ws,socket.io,socket.io-polling" },
    seconds: { type: "string", default: "60" },
    minutes: { type: "string", default: "25" },
    port: { type: "string", default: "18787" },
    json: { type: "string" },
  },
});
const ids = values.only.split(",").map((name) => {
  if (!isGoalId(name)) throw new Error(`there is no ${name}; there are ${ALL.join()}`);
  return name;
});
const rivals = values.rivals.split(",").filter((name) => CONTENDERS.some((one) => one.name === name));
const seconds = Number(values.seconds);
/** Time limit for one server, from its start to its last storm. */
const RUN_SECONDS_MAX = seconds + 90;
const startedAtMs = Date.now();
const endsAtMs = startedAtMs + Number(values.minutes) * 60_000;
const runs = runsFor(ids, rivals).flatMap((run) => {
  const contender = CONTENDERS.find(({ name }) => name === run.contender);
  const isWithin = run.clients <= (contender?.clientsMax ?? Number.POSITIVE_INFINITY);
  return contender && isWithin ? [{ ...run, contender }] : [];
});
assertFits(Math.max(...runs.map(({ clients }) => clients)));

const buildDir = mkdtempSync(join(tmpdir(), "fan-out-worker-"));
const results: FanOutFigures[] = [];
try {
  const workerModule = buildWorker(buildDir);
  const machine = `${cpus().length} x ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}`;
  console.info(`${machine}; ${runs.length} runs of ${seconds} s and what is around them`);
  for (const [done, { contender, clients, storms }] of runs.entries()) {
    console.info(`${done + 1}/${runs.length} ${contender.name}, ${clients} clients, ${minutes()} min so far`);
    // In any case the program ends within the given minutes.
    const secondsMax = Math.min(RUN_SECONDS_MAX, (endsAtMs - Date.now()) / 1_000);
    if (secondsMax < seconds) break;
    try {
      const options = { clients, storms, seconds, secondsMax, workerModule, port: Number(values.port) };
      results.push(await measureContender(contender, { ...options, ticksPerSecond: 40, hubs: "one" }));
    } catch (error) {
      console.info(`  ${error instanceof Error ? error.message : error}`);
    }
  }
} finally {
  rmSync(buildDir, { recursive: true, force: true });
}
const goals = markdownTable(goalRows(ids, results), {
  "": ({ id }) => id,
  what: ({ what }) => what,
  goal: ({ goal }) => goal,
  measured: ({ figure }) => figure,
  met: ({ isMet }) => (isMet === null ? "-" : isMet ? "yes" : "no"),
  "bounded by": ({ bound }) => bound,
  rivals: ({ rivals: rivalTexts }) => rivalTexts,
});
for (const table of [goals, resultTable(results), stormTable(results), ratioTable(results)]) console.info(`\n${table}`);
console.info(`\n${minutes()} min, load ${loadavg()[0]?.toFixed(1)} at the end`);
if (values.json) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`);

function minutes(): string {
  return ((Date.now() - startedAtMs) / 60_000).toFixed(1);
}

function isGoalId(name: string): name is GoalId {
  return Object.hasOwn(GOALS, name);
}
