import { existsSync } from "node:fs";
import { join } from "node:path";
import { buildWorker } from "./built-worker.ts";
import { settingsByWorker } from "./local-settings.ts";
import { startPasswordsProcess } from "./passwords-process.ts";
import type { WorkerOptions } from "./running-worker.ts";
import { CRON_SOCKET, PRODUCT_OBJECTS, workerdCommand } from "./workerd-command.ts";
import { startWorkerdProcess } from "./workerd-process.ts";
import type { Wrangler } from "./wrangler.ts";

/** The simulator keeps the bucket in this folder too, so both see the same objects. */
const LOCAL_BUCKET_DIR = "wrangler/v3/r2";

/**
 * Starts the built Worker on workerd alone, for tests that observe its sockets or its crash. `wrangler dev` puts a
 * proxy in front of the runtime. The proxy reads on behalf of clients that do not read, and it keeps their connections
 * open after the runtime is gone. This Worker serves no pages. Its bucket is the one of `wrangler dev`.
 *
 * @param options.bucketAddress  `host:port` of an HTTP server that replaces the bucket
 * @param options.startPasswords starts what hashes passwords, for a test that replaces it
 * @param options.objects        the classes of Durable Objects by their bindings, for a module that has others
 * @throws Error with the runtime's last line when the Worker does not start
 */
export async function startBareWorkerd({
  port,
  dataDir,
  settings,
  file,
  onLine,
  bucketAddress,
  startPasswords = startPasswordsProcess,
  objects = PRODUCT_OBJECTS,
}: WorkerOptions & {
  bucketAddress?: string;
  startPasswords?: typeof startPasswordsProcess;
  objects?: Record<string, string>;
}): Promise<Wrangler> {
  const dir = dirOf(dataDir);
  const built = join(dir, "built/index.js");
  // Built once: after a crash the same Worker starts again.
  const module = file ?? (existsSync(built) ? built : buildWorker(join(dir, "built")));
  const bucket = bucketAddress ? { address: bucketAddress } : { dir: join(dataDir, LOCAL_BUCKET_DIR) };
  const passwords = await startPasswords({ port, dataDir, settings, file: module, ...(onLine ? { onLine } : {}) });
  const command = workerdCommand({
    port,
    dir,
    file: module,
    settings: settingsByWorker(settings).product,
    objects,
    bucket,
    passwords: passwords.binding,
  });
  const origin = `http://localhost:${port}`;
  const isUp = async () => (await fetch(`${origin}/api/health`).catch(() => null))?.ok === true;
  try {
    const { exited, kill } = await startWorkerdProcess({ name: "the Worker", command, isUp, onLine });
    const end = async () => void (await Promise.all([kill(), passwords.kill()]));
    return { origin, stop: end, kill: end, exited, runCron: () => runBareCron(dataDir) };
  } catch (error) {
    await passwords.kill();
    throw error;
  }
}

/**
 * Fires the cron of the Worker that {@link startBareWorkerd} runs on this data folder once, and waits until it ends.
 *
 * @throws Error when the cron reports a failure
 */
export async function runBareCron(dataDir: string): Promise<void> {
  const reply = await fetch("http://cron/", { unix: join(dirOf(dataDir), CRON_SOCKET), timeout: false });
  if (!reply.ok) throw new Error(`the cron ended with ${await reply.text()}`);
}

const dirOf = (dataDir: string) => join(dataDir, "workerd");
