import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildWorker } from "../../dev/built-worker.ts";
import { startLibsqlProcess } from "../../dev/libsql/libsql-process.ts";
import { HelperProcess } from "../fan-out/helper-process.ts";
import { cpuMs } from "../fan-out/process-usage.ts";
import { markdownTable } from "../markdown-table.ts";
import { API_CALLS, type ApiCall } from "./api-calls.ts";
import { type CpuProfile, connectInspector, SAMPLING_US } from "./inspector.ts";
import type { LoadAnswer, LoadOrder } from "./load.ts";
import { startProduct } from "./measured-workers.ts";
import { DATABASE_PARTS, databaseTimesByPart, PARTS, type PartTimes, timesByPart } from "./profile-parts.ts";
import { startSeededDatabase } from "./seeded-database.ts";

/**
 * `bun bench/api/profile.ts [--worker FILE] [--seconds 3] [--only balance] [--save FOLDER] [--port 19610]`: where the
 * time of each frequent call goes by part, in the Worker's script and in the database's process. With `--save` the profiles are stored for a browser's tools.
 */

const { values } = parseArgs({
  options: {
    worker: { type: "string" },
    seconds: { type: "string", default: "3" },
    only: { type: "string" },
    save: { type: "string" },
    /** The database's port; the Worker's and its inspector's are the next two. */
    port: { type: "string", default: "19610" },
  },
});
const only = values.only?.split(",");
const port = Number(values.port);
const WARM_UP_S = 1.5;

const folder = mkdtempSync(join(tmpdir(), "tonle-profile-"));
const workerModule = values.worker ?? buildWorker(join(folder, "built"));
const seeded = await startSeededDatabase({ port, dir: folder });
await seeded.stop();
const load = await HelperProcess.start<LoadOrder, LoadAnswer>(join(import.meta.dir, "load.ts"));
const worker = await startProduct(workerModule, { port: port + 1, dir: folder, databaseUrl: seeded.url }, port + 2);
try {
  const inspector = await connectInspector(port + 2);
  const source = await Bun.file(workerModule).text();
  const calls: Array<{ name: string; script: PartTimes; database: PartTimes }> = [];
  for (const call of API_CALLS.filter(({ name }) => !only || only.includes(name)))
    calls.push({ name: call.name, ...(await profileCall(call, inspector, source)) });
  inspector.close();
  report(
    "Microseconds of the Worker's script per request",
    PARTS,
    calls.map(({ name, script }) => ({ name, times: script })),
  );
  report(
    "Microseconds of CPU of the database's process per request",
    DATABASE_PARTS,
    calls.map(({ name, database }) => ({ name, times: database })),
  );
} finally {
  await worker.kill();
  await load.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Profiles a call in both processes. The database's process writes its profile when it stops, so each call has its own. */
async function profileCall(
  { name, path, isSignedIn }: ApiCall,
  inspector: Awaited<ReturnType<typeof connectInspector>>,
  source: string,
) {
  const file = `${name.replaceAll(" ", "-")}.cpuprofile`;
  const database = await startLibsqlProcess(seeded.options, { dir: folder, name: file, everyUs: SAMPLING_US });
  const headers = isSignedIn ? { Cookie: `session=${seeded.token}` } : {};
  const order = { port: port + 1, path, headers, connections: 20, seconds: Number(values.seconds) };
  await load.send({ ...order, seconds: WARM_UP_S });
  const before = { atMs: Date.now(), cpuMs: cpuMs(database.pid) };
  await inspector.start();
  const { requests } = await load.send(order);
  const ofWorker = await inspector.stop();
  const cpuUs = ((cpuMs(database.pid) - before.cpuMs) * 1000) / requests;
  await database.stop();
  // Bun writes it in the form of the inspector's.
  const ofDatabase = (await Bun.file(join(folder, file)).json()) as CpuProfile;
  if (values.save) {
    await Bun.write(join(values.save, file), JSON.stringify(ofWorker));
    await Bun.write(join(values.save, `database-${file}`), JSON.stringify(ofDatabase));
  }
  return {
    script: timesByPart(ofWorker, source, requests),
    database: { ...databaseTimesByPart(ofDatabase, { sinceMs: before.atMs, cpuUs }), all: cpuUs },
  };
}

function report(
  title: string,
  parts: readonly string[],
  rows: ReadonlyArray<{ name: string; times: PartTimes }>,
): void {
  console.info(`\n${title}:\n`);
  const columns = [...parts, "all"].map((part) => [
    part,
    ({ times }: (typeof rows)[number]) => (times[part] ?? 0).toFixed(0),
  ]);
  console.info(markdownTable(rows, { call: ({ name }) => name, ...Object.fromEntries(columns) }));
}
