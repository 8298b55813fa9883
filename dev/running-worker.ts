import { readLines } from "./read-lines.ts";

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

export type WorkerOptions = {
  port: number;
  dataDir: string;
  /** The folder with the built web files. */
  assets: string;
  settings: Record<string, string>;
  /** The built Worker's module, where the Worker is not to be built anew: wrangler itself builds it in any case. */
  file?: string;
  /** Gets each line that the Worker and what runs it print. */
  onLine?: (line: string) => void;
};

/**
 * Waits until the Worker that a process runs answers.
 * @throws Error with the last lines when it does not come up
 */
export async function untilUp(
  child: Bun.Subprocess<"pipe" | "ignore", "pipe", "pipe">,
  { port, onLine }: Pick<WorkerOptions, "port" | "onLine">,
): Promise<RunningWorker> {
  const lastLines: string[] = [];
  const keep = (line: string) => {
    if (lastLines.push(line) > 40) lastLines.shift();
    onLine?.(line);
  };
  void readLines(child.stdout, keep);
  void readLines(child.stderr, keep);

  const origin = `http://localhost:${port}`;
  const stop = async () => {
    child.kill("SIGTERM");
    const ended = await Promise.race([child.exited.then(() => true), Bun.sleep(STOP_TIMEOUT_MS).then(() => false)]);
    if (!ended) child.kill("SIGKILL");
  };
  if (!(await answers(`${origin}/api/health`, child.exited))) {
    await stop();
    const end = child.signalCode ?? `exit code ${child.exitCode}`;
    throw new Error(`the Worker did not come up (${end}):\n${lastLines.join("\n")}`);
  }
  return { origin, stop, exited: child.exited, runCron: () => runCron(origin) };
}

/** Fires the cron of the Worker at this address once, and waits for it. */
export async function runCron(origin: string): Promise<void> {
  const reply = await fetch(`${origin}/cdn-cgi/local/scheduled`);
  if (!reply.ok) throw new Error(`the cron answered ${reply.status}: ${await reply.text()}`);
}

/** Waits for a 200, as long as the process lives and time is left. */
async function answers(url: string, exited: Promise<number>): Promise<boolean> {
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
