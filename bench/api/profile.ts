import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildWorker } from "../../dev/built-worker.ts";
import { HelperProcess } from "../fan-out/helper-process.ts";
import { markdownTable } from "../markdown-table.ts";
import { API_CALLS } from "./api-calls.ts";
import { connectInspector } from "./inspector.ts";
import type { LoadAnswer, LoadOrder } from "./load.ts";
import { startProduct } from "./measured-workers.ts";
import { PARTS, type PartTimes, timesByPart } from "./profile-parts.ts";
import { startSeededDatabase } from "./seeded-database.ts";

/**
 * `bun bench/api/profile.ts [--worker FILE] [--seconds 3] [--only balance] [--save FOLDER] [--port 19610]`: where the
 * script's time of each frequent call goes, by part. With `--save` the profiles are stored for a browser's tools.
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
const folder = mkdtempSync(join(tmpdir(), "tonle-profile-"));
const workerModule = values.worker ?? buildWorker(join(folder, "built"));
const database = await startSeededDatabase({ port, dir: folder });
const load = await HelperProcess.start<LoadOrder, LoadAnswer>(join(import.meta.dir, "load.ts"));
const worker = await startProduct(workerModule, { port: port + 1, dir: folder, databaseUrl: database.url }, port + 2);
try {
  const inspector = await connectInspector(port + 2);
  const source = await Bun.file(workerModule).text();
  const rows: Array<{ call: string; times: PartTimes }> = [];
  for (const { name, path, isSignedIn } of API_CALLS.filter((call) => !only || only.includes(call.name))) {
    const headers = isSignedIn ? { Cookie: `session=${database.token}` } : {};
    const order = { port: port + 1, path, headers, connections: 20, seconds: Number(values.seconds) };
    await load.send({ ...order, seconds: 1 });
    await inspector.start();
    const { requests } = await load.send(order);
    const profile = await inspector.stop();
    if (values.save)
      await Bun.write(join(values.save, `${name.replaceAll(" ", "-")}.cpuprofile`), JSON.stringify(profile));
    rows.push({ call: name, times: timesByPart(profile, source, requests) });
  }
  inspector.close();
  console.info("Microseconds of script per request:\n");
  console.info(
    markdownTable(rows, {
      call: ({ call }) => call,
      ...Object.fromEntries(
        [...PARTS, "all"].map((part) => [part, ({ times }: (typeof rows)[number]) => (times[part] ?? 0).toFixed(0)]),
      ),
    }),
  );
} finally {
  await worker.kill();
  await load.stop();
  await database.kill();
  rmSync(folder, { recursive: true, force: true });
}
