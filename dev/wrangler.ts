import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { portsFrom, settingsByWorker } from "./local-settings.ts";
import { readLines } from "./read-lines.ts";
import { type RunningWorker, untilUp, type WorkerOptions } from "./running-worker.ts";

const REPOSITORY = join(import.meta.dir, "..");
const POLL_INTERVAL_MS = 50;
/** How many of the last lines an error message has. */
const LINES_MAX = 40;

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
  /** Runs its processes in their own process groups, which `kill` ends. Ctrl-C then no longer reaches them. */
  inOwnGroup?: boolean;
};

/**
 * Starts `wrangler dev` on the built web files and waits until the Worker responds. A second `wrangler dev` runs the
 * Worker that hashes passwords: in one process both would share one thread, which a hash blocks.
 *
 * They run on the Node of the project's dependencies: wrangler needs a newer version than many machines have, and hangs
 * when Bun runs it.
 *
 * @throws Error with wrangler's last lines when a Worker does not start
 */
export async function startWrangler(options: WranglerOptions): Promise<Wrangler> {
  const { port, dataDir, assets, inOwnGroup = false, onLine } = options;
  mkdirSync(dataDir, { recursive: true });
  const settings = settingsByWorker(options.settings);
  const edgeFile = join(dataDir, "edge.json");
  writeFileSync(edgeFile, JSON.stringify(EDGE));
  const registryDir = join(dataDir, "wrangler/registry");
  // A crash leaves the addresses of Workers that are gone.
  rmSync(registryDir, { recursive: true, force: true });
  const environment = wranglerEnvironment({ edgeFile, registryDir });

  const passwords = spawnWrangler(
    {
      config: "wrangler-passwords.toml",
      port: portsFrom(port).passwords,
      varsFile: writeVars(join(dataDir, "passwords.vars"), settings.passwords),
      dataDir,
      more: [],
    },
    { environment, inOwnGroup },
  );
  const linesOfPasswords: string[] = [];
  const recordLine = (line: string) => {
    if (linesOfPasswords.push(line) > LINES_MAX) linesOfPasswords.shift();
    onLine?.(line);
  };
  void readLines(passwords.stdout, recordLine);
  void readLines(passwords.stderr, recordLine);
  const product = spawnWrangler(
    {
      config: "wrangler.toml",
      port,
      varsFile: writeVars(join(dataDir, "worker.vars"), settings.product),
      dataDir,
      more: ["--assets", assets],
    },
    { environment, inOwnGroup },
  );

  const kill = async () => {
    if (!inOwnGroup) throw new Error("wrangler runs in the group of whoever started it");
    for (const { pid } of [product, passwords]) process.kill(-pid, "SIGKILL");
    await Promise.all([product.exited, passwords.exited]);
  };
  // However the product's one ends, the other one ends with it.
  void product.exited.then(() => passwords.kill("SIGTERM"));
  const running = await untilUp(product, options);
  // wrangler writes this file when the Worker can be called.
  while (!existsSync(join(registryDir, "tonle-passwords"))) {
    if (passwords.exitCode !== null) {
      await running.stop();
      throw new Error(`the Worker of passwords did not come up:\n${linesOfPasswords.join("\n")}`);
    }
    await Bun.sleep(POLL_INTERVAL_MS);
  }
  return { ...running, kill };
}

/** Writes settings for `--env-file`. @returns the file */
function writeVars(file: string, settings: Record<string, string>): string {
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${JSON.stringify(value)}\n`);
  writeFileSync(file, lines.join(""), { mode: 0o600 });
  return file;
}

/** Starts one `wrangler dev`. */
function spawnWrangler(
  given: { config: string; port: number; varsFile: string; dataDir: string; more: string[] },
  { environment, inOwnGroup }: { environment: Record<string, string | undefined>; inOwnGroup: boolean },
) {
  const command = [
    join(REPOSITORY, "node_modules/.bin/node"),
    join(REPOSITORY, "node_modules/wrangler/bin/wrangler.js"),
    "dev",
    "--config",
    given.config,
    "--port",
    String(given.port),
    "--inspector-port",
    "0",
    "--env-file",
    given.varsFile,
    "--persist-to",
    join(given.dataDir, "wrangler"),
    "--show-interactive-dev-session",
    "false",
    ...given.more,
  ];
  return Bun.spawn(command, {
    cwd: REPOSITORY,
    env: environment,
    detached: inOwnGroup,
    stdin: "ignore" as const,
    stdout: "pipe" as const,
    stderr: "pipe" as const,
  });
}

/** The edge's properties of every client. Without them wrangler queries the network for this machine's location. */
const EDGE = { country: "KH" };

/**
 * Disables prompts, telemetry and colours.
 *
 * @param given.registryDir where the two find each other. wrangler's own folder is one for the whole machine, so stacks
 *   that run at once would find each other's Workers.
 */
function wranglerEnvironment(given: { edgeFile: string; registryDir: string }): Record<string, string | undefined> {
  const quiet = { CI: "true", WRANGLER_SEND_METRICS: "false", NO_COLOR: "1", FORCE_COLOR: "0" };
  const files = { CLOUDFLARE_CF_FETCH_PATH: given.edgeFile, WRANGLER_REGISTRY_PATH: given.registryDir };
  return { ...process.env, ...quiet, ...files };
}
