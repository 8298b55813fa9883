import { runBareCron } from "./bare-workerd.ts";
import { runCron } from "./running-worker.ts";
import { type Stack, type StackOptions, startStack } from "./stack.ts";

/**
 * A stack in a process of its own, for tests that share one: others beside them set the clock, hold timers back or keep
 * their process busy, and the stand-ins must notice none of it.
 */

type ProcessOptions = Omit<StackOptions, "prepare" | "onLine" | "parts">;

/** What the process says to whoever started it. */
type Report =
  | { type: "line"; line: string }
  | { type: "up"; stack: Pick<Stack, "origin" | "urls" | "settings"> }
  | { type: "failed"; message: string };

/** What ends the process, as its parent's own end does. */
const STOP = "stop";

/**
 * Starts a stack and waits until it is up.
 * @param onLine gets each line that wrangler and the Worker print
 * @throws Error with one clear line when it does not come up
 */
export async function startStackProcess(options: ProcessOptions, onLine: (line: string) => void): Promise<Stack> {
  const { promise: up, resolve, reject } = Promise.withResolvers<Extract<Report, { type: "up" }>["stack"]>();
  const child = Bun.spawn([process.execPath, import.meta.path, JSON.stringify(options)], {
    stdio: ["ignore", "inherit", "inherit"],
    ipc: (report: Report) => {
      if (report.type === "line") onLine(report.line);
      else if (report.type === "up") resolve(report.stack);
      else reject(new Error(report.message));
    },
  });
  const { exited } = child;
  void exited.then((code) => reject(new Error(`the stack's process ended with code ${code}`)));
  const stack = await up;
  const stop = async () => {
    child.send(STOP);
    await exited;
  };
  const { dataDir, withoutPages } = options;
  const fireCron = () => (withoutPages ? runBareCron(dataDir) : runCron(stack.origin));
  return { ...stack, dataDir, wrangler: { runCron: fireCron, exited }, stop };
}

async function serveParent(options: ProcessOptions): Promise<void> {
  // When a test times out, Bun sends this to every child process. The stack goes on for the tests after it.
  process.on("SIGTERM", () => {});
  const report = (message: Report) => process.send?.(message);
  try {
    const { stop, origin, urls, settings } = await startStack({
      ...options,
      onLine: (line) => report({ type: "line", line }),
    });
    const end = async () => {
      await stop();
      process.exit();
    };
    process.on("message", (message) => {
      if (message === STOP) void end();
    });
    process.once("disconnect", () => void end());
    report({ type: "up", stack: { origin, urls, settings } });
  } catch (error) {
    report({ type: "failed", message: error instanceof Error ? error.message : String(error) });
    process.exitCode = 1;
    process.disconnect?.();
  }
}

// The argument is what `startStackProcess` has written.
if (import.meta.main) await serveParent(JSON.parse(process.argv[2] ?? "{}") as ProcessOptions);
