import { join } from "node:path";
import { readLines } from "./read-lines.ts";
import { answers, type RunningWorker, runCron, type WranglerOptions } from "./wrangler.ts";

const REPOSITORY = join(import.meta.dir, "..");
const STOP_TIMEOUT_MS = 5_000;

export type SimulatorOptions = Required<Pick<WranglerOptions, "port" | "dataDir" | "assets" | "file" | "settings">>;

/**
 * Starts a built Worker in workerd with Durable Objects, a bucket, assets and rate limits as `wrangler dev` simulates them, at a
 * third of its cost for each request.
 *
 * @param onLine gets each line that the simulator and the Worker print
 * @throws Error with the last lines when the Worker does not come up
 */
export async function startSimulator(
  options: SimulatorOptions,
  onLine?: (line: string) => void,
): Promise<RunningWorker> {
  const child = Bun.spawn(
    [
      join(REPOSITORY, "node_modules/.bin/node"),
      join(import.meta.dir, "simulator-process.ts"),
      JSON.stringify(options),
    ],
    { cwd: REPOSITORY, env: { ...process.env, NO_COLOR: "1" }, stdio: ["pipe", "pipe", "pipe"] },
  );
  const lastLines: string[] = [];
  const keep = (line: string) => {
    if (lastLines.push(line) > 40) lastLines.shift();
    onLine?.(line);
  };
  void readLines(child.stdout, keep);
  void readLines(child.stderr, keep);

  const origin = `http://localhost:${options.port}`;
  const stop = async () => {
    child.kill("SIGTERM");
    const ended = await Promise.race([child.exited.then(() => true), Bun.sleep(STOP_TIMEOUT_MS).then(() => false)]);
    if (!ended) child.kill("SIGKILL");
  };
  if (!(await answers(`${origin}/api/health`, child.exited))) {
    await stop();
    throw new Error(`the Worker did not come up:\n${lastLines.join("\n")}`);
  }
  return { origin, stop, exited: child.exited, runCron: () => runCron(origin) };
}
