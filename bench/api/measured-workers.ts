import { join } from "node:path";
import { localSettings } from "../../dev/local-settings.ts";
import { PRODUCT_OBJECTS, workerdCommand } from "../../dev/workerd-command.ts";
import { ServerProcess } from "../fan-out/server-process.ts";

/** The Workers that the product is compared with, from least to most. */
export const BASELINES = ["bare-hono", "hand-written", "libsql-client"] as const;
/** The name of a baseline. */
export type Baseline = (typeof BASELINES)[number];

/** Where a Worker runs. @property settings more settings of the product */
export type WorkerPlace = { port: number; dir: string; databaseUrl: string; settings?: Record<string, string> };

/**
 * Starts a build of the product on workerd alone.
 *
 * @param inspectorPort when given, a debugger can connect there
 */
export async function startProduct(
  workerModule: string,
  { port, dir, databaseUrl, settings: more }: WorkerPlace,
  inspectorPort?: number,
): Promise<ServerProcess> {
  const settings = localSettings(port, { DATABASE_URL: databaseUrl, ...more });
  const command = workerdCommand({ port, dir, file: workerModule, settings, objects: PRODUCT_OBJECTS });
  if (inspectorPort) command.splice(2, 0, `--inspector-addr=127.0.0.1:${inspectorPort}`);
  return startWorkerd(command, port, dir);
}

/** Starts a baseline on workerd alone. */
export async function startBaseline(name: Baseline, { port, dir, databaseUrl }: WorkerPlace): Promise<ServerProcess> {
  const built = await Bun.build({
    entrypoints: [join(import.meta.dir, `baselines/${name}.ts`)],
    outdir: join(dir, "built"),
    target: "browser",
    format: "esm",
  });
  const file = built.outputs[0]?.path;
  if (!file) throw new Error(`${name} does not build`);
  const settings = { DATABASE_URL: databaseUrl, DATABASE_AUTH_TOKEN: localSettings(port).DATABASE_AUTH_TOKEN ?? "" };
  return startWorkerd(workerdCommand({ port, dir, file, settings, objects: {} }), port, dir);
}

async function startWorkerd(command: string[], port: number, dir: string): Promise<ServerProcess> {
  const server = new ServerProcess({ command, port, logFile: join(dir, "worker.log") });
  await server.start();
  return server;
}
