import { startLibsqlProcess } from "../libsql/libsql-process.ts";
import type { WorkerOptions } from "../running-worker.ts";
import type { Stack } from "../stack.ts";
import { startFresh } from "../test/test-stack.ts";
import { startWrangler, type Wrangler } from "../wrangler.ts";

export type CrashStack = Stack & {
  /** Kills the Worker's runtime (kill -9), wrangler with it, starts it again on the same port and data, and waits for it. */
  crashWorker(): Promise<void>;
  /** Kills the database's process likewise. */
  crashDatabase(): Promise<void>;
};

type StartWorker = (options: WorkerOptions) => Promise<Wrangler>;

const inWrangler: StartWorker = (options) => startWrangler({ ...options, inOwnGroup: true });

/** A stack of a test's own, whose Worker and database run in processes of their own and can crash. */
export async function startCrashStack({
  startWorker = inWrangler,
}: {
  startWorker?: StartWorker;
} = {}): Promise<CrashStack> {
  const crashes: Array<() => Promise<void>> = [];
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
 * @returns the part, whose `stop` ends whichever process runs then; all else of it must outlive its process
 */
async function crashable<Part extends { stop(): Promise<void>; kill(): Promise<void> }>(
  start: () => Promise<Part>,
  crashes: Array<() => Promise<void>>,
): Promise<Part> {
  let running = await start();
  crashes.push(async () => {
    await running.kill();
    running = await start();
  });
  return { ...running, stop: () => running.stop() };
}
