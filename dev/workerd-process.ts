import { readLines } from "./read-lines.ts";

/** As in `running-worker.ts`. */
const START_TIMEOUT_MS = 300_000;
const POLL_INTERVAL_MS = 20;

type WorkerdProcessOptions = {
  /** Names it in errors. */
  name: string;
  command: string[];
  /** Whether it answers. */
  isUp: () => Promise<boolean>;
  onLine?: ((line: string) => void) | undefined;
};

/** A running process. `kill` ends it as a crash would, and resolves when it has ended. */
export type WorkerdProcess = { exited: Promise<number>; kill(): Promise<void> };

/**
 * Starts a process of workerd and waits until it is up.
 * @throws Error with its last line when it ends or does not come up
 */
export async function startWorkerdProcess(options: WorkerdProcessOptions): Promise<WorkerdProcess> {
  const { name, command, isUp, onLine } = options;
  const child = Bun.spawn(command, { stdio: ["ignore", "pipe", "pipe"] });
  let lastLine = "";
  const recordLine = (line: string) => {
    lastLine = line;
    onLine?.(line);
  };
  void readLines(child.stdout, recordLine);
  void readLines(child.stderr, recordLine);
  const kill = async () => {
    child.kill("SIGKILL");
    await child.exited;
  };
  const deadlineMs = Date.now() + START_TIMEOUT_MS;
  while (!(await isUp())) {
    if (child.exitCode !== null || Date.now() > deadlineMs) {
      await kill();
      throw new Error(`${name} did not come up: ${lastLine}`);
    }
    await Bun.sleep(POLL_INTERVAL_MS);
  }
  return { exited: child.exited, kill };
}
