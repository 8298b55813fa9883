import { readLines } from "./read-lines.ts";

/** The end of its process is noticed at once: this limit is for one that hangs, and half of what the set-up of a test has. */
const START_TIMEOUT_MS = 300_000;
const STOP_TIMEOUT_MS = 5_000;

export type RunningWorker = {
  origin: string;
  /** Fires the cron once, as the platform does every minute, and waits for it. */
  runCron(): Promise<void>;
  /** Ends the Worker and what runs it. */
  stop(): Promise<void>;
  /** Resolves with the exit code when the process that runs the Worker ends. */
  exited: Promise<number>;
};

/** Options of a Worker's start. */
export type WorkerOptions = {
  port: number;
  dataDir: string;
  /** The folder with the built web files. */
  assets: string;
  settings: Record<string, string>;
  /** The module of a Worker that is built already. wrangler ignores it and always builds the Worker. */
  file?: string;
  /** Called with each line that the Worker and the process that runs it print. */
  onLine?: (line: string) => void;
};

/**
 * Waits until the Worker that a process runs responds.
 *
 * @throws Error with the last lines of output when it does not start
 */
export async function untilUp(
  child: Bun.Subprocess<"pipe" | "ignore", "pipe", "pipe">,
  { port, onLine }: Pick<WorkerOptions, "port" | "onLine">,
): Promise<RunningWorker> {
  const lastLines: string[] = [];
  const recordLine = (line: string) => {
    if (lastLines.push(line) > 40) lastLines.shift();
    onLine?.(line);
  };
  void readLines(child.stdout, recordLine);
  void readLines(child.stderr, recordLine);

  const origin = `http://localhost:${port}`;
  const stop = async () => {
    child.kill("SIGTERM");
    const ended = await Promise.race([child.exited.then(() => true), Bun.sleep(STOP_TIMEOUT_MS).then(() => false)]);
    if (!ended) child.kill("SIGKILL");
  };
  if (!(await respondsWithOk(`${origin}/api/health`, child.exited))) {
    await stop();
    const end = child.signalCode ?? `exit code ${child.exitCode}`;
    throw new Error(`the Worker did not come up (${end}):\n${lastLines.join("\n")}`);
  }
  return { origin, stop, exited: child.exited, runCron: () => runCron(origin) };
}

/**
 * Fires the cron of the Worker at this address once, and waits until it ends.
 *
 * @throws Error when the cron reports a failure
 */
export async function runCron(origin: string): Promise<void> {
  const reply = await fetch(`${origin}/cdn-cgi/local/scheduled`);
  if (!reply.ok) throw new Error(`the cron answered ${reply.status}: ${await reply.text()}`);
}

/** Polls until the URL responds with 200. Gives up at the deadline or when the process ends. */
async function respondsWithOk(url: string, exited: Promise<number>): Promise<boolean> {
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
