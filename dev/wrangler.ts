import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type RunningWorker, untilUp, type WorkerOptions } from "./running-worker.ts";

const REPOSITORY = join(import.meta.dir, "..");

/** A running Worker that can be killed. */
export type Wrangler = RunningWorker & {
  /**
   * Kills wrangler and its runtimes at the same moment, as a crash would.
   *
   * @throws Error when they do not run in their own process group
   */
  kill(): Promise<void>;
};

/** Options of {@link startWrangler}. */
export type WranglerOptions = WorkerOptions & {
  /** Runs its processes in their own process group, which `kill` ends. Ctrl-C then no longer reaches them. */
  inOwnGroup?: boolean;
};

/**
 * Starts `wrangler dev` on the built web files and waits until the Worker responds.
 *
 * It runs on the Node of the project's dependencies: wrangler needs a newer version than many machines have, and hangs
 * when Bun runs it.
 *
 * @throws Error with wrangler's last lines when the Worker does not start
 */
export async function startWrangler(options: WranglerOptions): Promise<Wrangler> {
  mkdirSync(options.dataDir, { recursive: true });
  const varsFile = join(options.dataDir, "worker.vars");
  const vars = Object.entries(options.settings).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  writeFileSync(varsFile, `${vars.join("\n")}\n`, { mode: 0o600 });

  const edgeFile = join(options.dataDir, "edge.json");
  writeFileSync(edgeFile, JSON.stringify(EDGE));

  const { inOwnGroup = false } = options;
  const child = Bun.spawn(
    [
      join(REPOSITORY, "node_modules/.bin/node"),
      join(REPOSITORY, "node_modules/wrangler/bin/wrangler.js"),
      "dev",
      "--port",
      String(options.port),
      "--inspector-port",
      "0",
      "--env-file",
      varsFile,
      "--persist-to",
      join(options.dataDir, "wrangler"),
      "--assets",
      options.assets,
      "--show-interactive-dev-session",
      "false",
    ],
    {
      cwd: REPOSITORY,
      env: wranglerEnvironment(edgeFile),
      detached: inOwnGroup,
      stdin: "ignore" as const,
      stdout: "pipe" as const,
      stderr: "pipe" as const,
    },
  );

  const kill = async () => {
    if (!inOwnGroup) throw new Error("wrangler runs in the group of whoever started it");
    process.kill(-child.pid, "SIGKILL");
    await child.exited;
  };
  return { ...(await untilUp(child, options)), kill };
}

/** The edge's properties of every client. Without them wrangler queries the network for this machine's location. */
const EDGE = { country: "KH" };

/** Disables prompts, telemetry and colours. */
function wranglerEnvironment(edgeFile: string): Record<string, string | undefined> {
  const quiet = { CI: "true", WRANGLER_SEND_METRICS: "false", NO_COLOR: "1", FORCE_COLOR: "0" };
  return { ...process.env, ...quiet, CLOUDFLARE_CF_FETCH_PATH: edgeFile };
}
