import { runBareCron } from "./bare-workerd.ts";
import { runCron } from "./running-worker.ts";
import { type Stack, type StackOptions, startStack } from "./stack.ts";

/**
 * A stack in a separate process, for tests that share one. Other tests in the test process set the clock, fake timers
 * or keep the process busy, and none of that may affect the stand-ins.
 */

type ProcessOptions = Omit<StackOptions, "prepare" | "onLine" | "parts">;

/** The messages from the stack's process to its parent. */
type Report =
  | { type: "line"; line: string }
  | { type: "up"; stack: Pick<Stack, "origin" | "urls" | "settings"> }
  | { type: "failed"; message: string };

/** The message that ends the stack's process. The end of the parent process ends it too. */
const STOP = "stop";

/**
 * Starts a stack in a separate process and waits until it is ready.
 *
 * @param onLine called with each line that wrangler and the Worker print
 * @throws Error with a one-line message when it does not start
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

/** Runs the stack in the child process until the parent sends {@link STOP} or disconnects. */
async function serveParent(options: ProcessOptions): Promise<void> {
  // When a test times out, Bun sends SIGTERM to every child process. Ignore it: later tests still need the stack.
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

// `startStackProcess` writes this argument.
if (import.meta.main) await serveParent(JSON.parse(process.argv[2] ?? "{}") as ProcessOptions);
