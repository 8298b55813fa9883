import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildWorker } from "../../dev/built-worker.ts";
import { CONTENDERS } from "./contenders.ts";
import { ratioTable, resultTable, stormTable } from "./fan-out-tables.ts";
import { type FanOutFigures, measureContender } from "./measure-contender.ts";
import { assertFits } from "./open-files.ts";

/** Measures the Worker and alternatives to it while they send prices to thousands of clients. It checks no limits. */

const { values } = parseArgs({
  options: {
    clients: { type: "string", default: "1000,5000" },
    contenders: { type: "string", default: CONTENDERS.map(({ name }) => name).join() },
    seconds: { type: "string", default: "60" },
    ticks: { type: "string", default: "40" },
    hubs: { type: "string", default: "one" },
    storms: { type: "boolean", default: false },
    port: { type: "string", default: "18787" },
    json: { type: "string" },
  },
});
const sizes = values.clients.split(",").map(Number);
const contenders = values.contenders.split(",").map((name) => {
  const contender = CONTENDERS.find((one) => one.name === name);
  if (!contender) throw new Error(`there is no ${name}; there are ${CONTENDERS.map((one) => one.name).join()}`);
  return contender;
});
assertFits(Math.max(...sizes));

const buildDir = mkdtempSync(join(tmpdir(), "fan-out-worker-"));
const results: FanOutFigures[] = [];
try {
  const workerModule = buildWorker(buildDir);
  console.info(`${cpus().length} x ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}, ${values.ticks} ticks/s`);
  for (const clients of sizes) {
    for (const contender of contenders) {
      if (clients > (contender.clientsMax ?? Number.POSITIVE_INFINITY)) continue;
      console.info(`${contender.name}, ${clients} clients ...`);
      results.push(
        await measureContender(contender, {
          clients,
          workerModule,
          storms: values.storms,
          port: Number(values.port),
          seconds: Number(values.seconds),
          ticksPerSecond: Number(values.ticks),
          hubs: values.hubs === "all" ? "all" : "one",
          secondsMax: Number(values.seconds) + 120,
        }),
      );
    }
  }
} finally {
  rmSync(buildDir, { recursive: true, force: true });
}
for (const table of [resultTable(results), stormTable(results), ratioTable(results)]) console.info(`\n${table}`);
console.info(`\nload ${loadavg()[0]?.toFixed(1)} at the end`);
if (values.json) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`);
