import { startLibsqlProcess } from "../libsql/libsql-process.ts";
import type { WorkerOptions } from "../running-worker.ts";
import type { Stack } from "../stack.ts";
import { startFresh } from "../test/test-stack.ts";
import { startWrangler, type Wrangler } from "../wrangler.ts";

/** A stack whose Worker and database can be killed and restarted. */
export type CrashStack = Stack & {
  /**
   * Kills wrangler and the Worker's runtime (kill -9), restarts them on the same port and data, and waits until ready.
   * @param whileDown what happens to the data meanwhile
   */
  crashWorker(whileDown?: () => void): Promise<void>;
  /** Kills and restarts the database's process in the same way. */
  crashDatabase(): Promise<void>;
};

type Crash = (whileDown?: () => void) => Promise<void>;
type StartWorker = (options: WorkerOptions) => Promise<Wrangler>;

const inWrangler: StartWorker = (options) => startWrangler({ ...options, inOwnGroup: true });

/** Starts a new stack for one test. Its Worker and its database run in separate processes, which can crash. */
export async function startCrashStack({
  startWorker = inWrangler,
}: {
  startWorker?: StartWorker;
} = {}): Promise<CrashStack> {
  const crashes: Crash[] = [];
  const stack = await startFresh(
    {},
    {
      startDatabase: (options) => crashable(() => startLibsqlProcess(options), crashes),
      startWorker: (options) => crashable(() => startWorker(options), crashes),
    },
  );
  const [crashDatabase, crashWorker] = crashes;
  if (!crashDatabase || !crashWorker) throw new Error("a part did not start");
  return Object.assign(stack, { crashDatabase, crashWorker });
}

/**
 * Starts a part and adds its crash to `crashes`.
 *
 * @returns the part. Its `stop` ends the process that runs at that time; its other members must stay valid after a
 *   crash.
 */
async function crashable<Part extends { stop(): Promise<void>; kill(): Promise<void> }>(
  start: () => Promise<Part>,
  crashes: Crash[],
): Promise<Part> {
  let running = await start();
  crashes.push(async (whileDown) => {
    await running.kill();
    whileDown?.();
    running = await start();
  });
  return { ...running, stop: () => running.stop() };
}
