import { existsSync } from "node:fs";
import { join } from "node:path";
import { buildWorker } from "./built-worker.ts";
import { readLines } from "./read-lines.ts";
import type { WorkerOptions } from "./running-worker.ts";
import { CRON_SOCKET, PRODUCT_OBJECTS, workerdCommand } from "./workerd-command.ts";
import type { Wrangler } from "./wrangler.ts";

const START_TIMEOUT_MS = 60_000;
const LOOK_MS = 20;

/** Where the simulator keeps the bucket as well. */
const LOCAL_BUCKET_DIR = "wrangler/v3/r2";

/**
 * Starts the built Worker on workerd alone, for tests that look at its sockets or its end: in front of the runtime that
 * `wrangler dev` starts stands a proxy, which reads for clients that do not and keeps their connections when the runtime
 * is gone. Pages are not there. The bucket is the one of `wrangler dev`.
 *
 * @param options.bucketAddress `host:port` of an HTTP server that takes the calls to the bucket in its place
 * @throws Error with the runtime's last words when the Worker does not come up
 */
export async function startBareWorkerd({
  port,
  dataDir,
  settings,
  file,
  onLine,
  bucketAddress,
}: WorkerOptions & { bucketAddress?: string }): Promise<Wrangler> {
  const dir = dirOf(dataDir);
  const built = join(dir, "built/index.js");
  // Once: after a crash the same Worker starts again.
  const module = file ?? (existsSync(built) ? built : buildWorker(join(dir, "built")));
  const bucket = bucketAddress ? { address: bucketAddress } : { dir: join(dataDir, LOCAL_BUCKET_DIR) };
  const command = workerdCommand({ port, dir, file: module, settings, objects: PRODUCT_OBJECTS, bucket });
  const child = Bun.spawn(command, { stdio: ["ignore", "pipe", "pipe"] });
  let lastLine = "";
  const keep = (line: string) => {
    lastLine = line;
    onLine?.(line);
  };
  void readLines(child.stdout, keep);
  void readLines(child.stderr, keep);
  const end = async () => {
    child.kill("SIGKILL");
    await child.exited;
  };

  const origin = `http://localhost:${port}`;
  const deadlineMs = Date.now() + START_TIMEOUT_MS;
  while (!(await fetch(`${origin}/api/health`).catch(() => null))?.ok) {
    if (child.exitCode !== null || Date.now() > deadlineMs) {
      await end();
      throw new Error(`the Worker did not come up: ${lastLine}`);
    }
    await Bun.sleep(LOOK_MS);
  }
  return { origin, stop: end, kill: end, exited: child.exited, runCron: () => runBareCron(dataDir) };
}

/** Fires the cron of the Worker that {@link startBareWorkerd} runs on this data once, and waits for it. */
export async function runBareCron(dataDir: string): Promise<void> {
  const reply = await fetch("http://cron/", { unix: join(dirOf(dataDir), CRON_SOCKET), timeout: false });
  if (!reply.ok) throw new Error(`the cron ended with ${await reply.text()}`);
}

const dirOf = (dataDir: string) => join(dataDir, "workerd");
