import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { buildWorker } from "../../dev/built-worker.ts";
import { cpuMs } from "../fan-out/process-usage.ts";
import type { ServerProcess } from "../fan-out/server-process.ts";
import { markdownTable } from "../markdown-table.ts";
import { startBaseline, startProduct, type WorkerPlace } from "./measured-workers.ts";

/**
 * `bun bench/api/start-up.ts [--repeats 9] [--before FILE] [--port 19630]`: the size of the Worker's script, and the CPU
 * time from the start of its process until its first response, beside Hono alone. The script is evaluated in that time.
 */

const { values } = parseArgs({
  options: {
    repeats: { type: "string", default: "9" },
    before: { type: "string" },
    port: { type: "string", default: "19630" },
  },
});
const port = Number(values.port);
const folder = mkdtempSync(join(tmpdir(), "tonle-start-up-"));

/** A program to start. @property script the built module; null for a baseline that builds its own */
type Started = { worker: string; script: string | null; start: (place: WorkerPlace) => Promise<ServerProcess> };

try {
  const builds = { ...(values.before ? { before: values.before } : {}), now: buildWorker(join(folder, "built")) };
  const started: Started[] = [
    { worker: "bare-hono", script: null, start: (place) => startBaseline("bare-hono", place) },
    ...Object.entries(builds).map(([worker, script]) => ({
      worker,
      script,
      start: (place: WorkerPlace) => startProduct(script, place),
    })),
  ];
  const times = new Map(started.map(({ worker }) => [worker, [] as number[]]));
  for (let repeat = 0; repeat < Number(values.repeats); repeat++) {
    for (const { worker, start } of started)
      times.get(worker)?.push(await firstResponseMs(`${worker}-${repeat}`, start));
  }
  const middle = (worker: string) => {
    const sorted = times.get(worker)?.toSorted((a, b) => a - b) ?? [];
    return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  };
  console.info(
    markdownTable(started, {
      Worker: ({ worker }) => worker,
      "script, KB": ({ script }) => (script ? sizeKb(readFileSync(script)) : ""),
      gzip: ({ script }) => (script ? sizeKb(gzipSync(readFileSync(script))) : ""),
      "ms CPU to the first response": ({ worker }) => middle(worker).toFixed(0),
    }),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function firstResponseMs(name: string, start: Started["start"]): Promise<number> {
  const dir = join(folder, name);
  mkdirSync(dir);
  // The call needs no database.
  const server = await start({ port, dir, databaseUrl: "http://127.0.0.1:1" });
  try {
    await (await fetch(`http://127.0.0.1:${port}/api/auth/options`)).text();
    return cpuMs(server.pid);
  } finally {
    await server.kill();
  }
}

function sizeKb(bytes: Uint8Array): string {
  return (bytes.length / 1000).toFixed(0);
}
