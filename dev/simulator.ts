import { join } from "node:path";
import { portsFrom, settingsByWorker } from "./local-settings.ts";
import { startPasswordsProcess } from "./passwords-process.ts";
import { type RunningWorker, untilUp, type WorkerOptions } from "./running-worker.ts";

const REPOSITORY = join(import.meta.dir, "..");

/** The arguments of `simulator-process.ts`. */
export type SimulatorOptions = Required<Omit<WorkerOptions, "onLine">> & {
  /** An environment of `wrangler.toml` that replaces the default one. */
  environment?: "production";
  /** `host:port` of the process that hashes passwords. */
  passwords: string;
};

/**
 * Starts a built Worker in workerd with Durable Objects, a bucket, assets and rate limits as `wrangler dev` simulates
 * them, at a third of its cost per request.
 *
 * @param onLine called with each line that the simulator and the Worker print
 * @throws Error with the last lines of output when the Worker does not start
 */
export async function startSimulator(
  options: Omit<SimulatorOptions, "passwords">,
  onLine?: (line: string) => void,
): Promise<RunningWorker> {
  const lines = onLine ? { onLine } : {};
  const passwords = await startPasswordsProcess({ ...options, ...lines });
  const order: SimulatorOptions = {
    ...options,
    settings: settingsByWorker(options.settings).product,
    passwords: `127.0.0.1:${portsFrom(options.port).passwords}`,
  };
  const process = join(import.meta.dir, "simulator-process.ts");
  const child = Bun.spawn([join(REPOSITORY, "node_modules/.bin/node"), process, JSON.stringify(order)], {
    cwd: REPOSITORY,
    env: { ...Bun.env, NO_COLOR: "1" },
    stdio: ["pipe", "pipe", "pipe"],
  });
  // However it ends, what it needs ends with it.
  void child.exited.then(passwords.kill);
  return untilUp(child, { port: options.port, ...lines });
}
