import { join } from "node:path";
import { type RunningWorker, untilUp, type WorkerOptions } from "./running-worker.ts";

const REPOSITORY = join(import.meta.dir, "..");

/** The arguments of `simulator-process.ts`. */
export type SimulatorOptions = Required<Omit<WorkerOptions, "onLine">> & {
  /** An environment of `wrangler.toml` that replaces the default one. */
  environment?: "production";
};

/**
 * Starts a built Worker in workerd with Durable Objects, a bucket, assets and rate limits as `wrangler dev` simulates
 * them, at a third of its cost per request.
 *
 * @param onLine called with each line that the simulator and the Worker print
 * @throws Error with the last lines of output when the Worker does not start
 */
export function startSimulator(options: SimulatorOptions, onLine?: (line: string) => void): Promise<RunningWorker> {
  const process = join(import.meta.dir, "simulator-process.ts");
  const child = Bun.spawn([join(REPOSITORY, "node_modules/.bin/node"), process, JSON.stringify(options)], {
    cwd: REPOSITORY,
    env: { ...Bun.env, NO_COLOR: "1" },
    stdio: ["pipe", "pipe", "pipe"],
  });
  return untilUp(child, { port: options.port, ...(onLine ? { onLine } : {}) });
}
