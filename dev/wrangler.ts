import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readLines } from "./read-lines.ts";

const REPOSITORY = join(import.meta.dir, "..");
const START_TIMEOUT_MS = 90_000;
const STOP_TIMEOUT_MS = 5_000;

/** A Worker that runs. */
export type RunningWorker = {
  origin: string;
  /** Fires the cron once, as the platform does every minute, and waits for it. */
  runCron(): Promise<void>;
  stop(): Promise<void>;
  /** Resolves when what runs it ends by itself, with its exit code. */
  exited: Promise<number>;
};

export type Wrangler = RunningWorker & {
  /**
   * Ends wrangler and the runtimes that it started at once, as a crash would.
   * @throws Error when they are not in a group of their own
   */
  kill(): Promise<void>;
};

export type WranglerOptions = {
  port: number;
  dataDir: string;
  /** The folder with the built web files. */
  assets: string;
  settings: Record<string, string>;
  /** Gets each line that wrangler and the Worker print. */
  onLine?: (line: string) => void;
  /** The built Worker's module, where the Worker is not to be built anew: wrangler itself builds it in any case. */
  file?: string;
  /** A part of `wrangler.toml` to run by, in place of what a developer's machine has. */
  environment?: "production";
  /** Gives its processes a group of their own, which `kill` ends. Ctrl-C then no longer reaches them. */
  inOwnGroup?: boolean;
};

/**
 * Starts `wrangler dev` on the built web files and waits until the Worker answers.
 *
 * It runs under the Node of the project's own dependencies: wrangler needs a newer one than many machines have, and
 * does not answer when Bun runs it.
 *
 * @throws Error with wrangler's last lines when the Worker does not come up
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
      ...(options.environment ? ["--env", options.environment] : []),
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

  const lastLines: string[] = [];
  const keep = (line: string) => {
    if (lastLines.push(line) > 40) lastLines.shift();
    options.onLine?.(line);
  };
  void readLines(child.stdout, keep);
  void readLines(child.stderr, keep);

  const origin = `http://localhost:${options.port}`;
  const stop = async () => {
    child.kill("SIGTERM");
    const ended = await Promise.race([child.exited.then(() => true), Bun.sleep(STOP_TIMEOUT_MS).then(() => false)]);
    if (!ended) child.kill("SIGKILL");
  };
  const kill = async () => {
    if (!inOwnGroup) throw new Error("wrangler runs in the group of whoever started it");
    process.kill(-child.pid, "SIGKILL");
    await child.exited;
  };
  if (!(await answers(`${origin}/api/health`, child.exited))) {
    await stop();
    const end = child.signalCode ?? `exit code ${child.exitCode}`;
    throw new Error(`the Worker did not come up (${end}):\n${lastLines.join("\n")}`);
  }
  return { origin, stop, kill, exited: child.exited, runCron: () => runCron(origin) };
}

/** Fires the cron of the Worker at this address once, and waits for it. */
export async function runCron(origin: string): Promise<void> {
  const reply = await fetch(`${origin}/cdn-cgi/local/scheduled`);
  if (!reply.ok) throw new Error(`the cron answered ${reply.status}: ${await reply.text()}`);
}

/** Waits for a 200, as long as the process lives and time is left. */
export async function answers(url: string, exited: Promise<number>): Promise<boolean> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  let isRunning = true;
  void exited.then(() => {
    isRunning = false;
  });
  while (isRunning && Date.now() < deadline) {
    const reply = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
    if (reply?.ok) return true;
    await Bun.sleep(100);
  }
  return false;
}

/** What the edge says of every client: without it wrangler asks the network where this machine is. */
const EDGE = { country: "KH" };

/** No questions, no telemetry, no colours in a log. */
function wranglerEnvironment(edgeFile: string): Record<string, string | undefined> {
  const quiet = { CI: "true", WRANGLER_SEND_METRICS: "false", NO_COLOR: "1", FORCE_COLOR: "0" };
  return { ...process.env, ...quiet, CLOUDFLARE_CF_FETCH_PATH: edgeFile };
}
