import { join } from "node:path";
import { passwordsModuleBeside } from "./built-worker.ts";
import { isListening } from "./is-listening.ts";
import { portsFrom, settingsByWorker } from "./local-settings.ts";
import { readLines } from "./read-lines.ts";
import type { WorkerOptions } from "./running-worker.ts";
import { passwordsCommand, type WorkerdOptions } from "./workerd-command.ts";

const START_TIMEOUT_MS = 60_000;
const POLL_INTERVAL_MS = 20;

/** What hashes passwords for a Worker on workerd alone. */
export type PasswordsProcess = {
  /** How the Worker reaches it. */
  binding: WorkerdOptions["passwords"];
  /** Kills it, as a crash would. It keeps nothing, so this is also how it stops. */
  kill(): Promise<void>;
};

/**
 * Starts the built Worker of `worker/passwords` on workerd alone, in a process of its own: a process has one thread,
 * and a hash blocks it. It listens on the stack's port for it, for Workers that are bound to it.
 *
 * @param options.file the product's built module; this Worker's one is beside it
 * @throws Error with the runtime's last line when it does not start
 */
export async function startPasswordsProcess({
  port,
  dataDir,
  settings,
  file,
  onLine,
}: Omit<WorkerOptions, "assets" | "file"> & { file: string }): Promise<PasswordsProcess> {
  const dir = join(dataDir, "passwords");
  const ownPort = portsFrom(port).passwords;
  const command = passwordsCommand({
    port: ownPort,
    dir,
    file: passwordsModuleBeside(file),
    settings: settingsByWorker(settings).passwords,
  });
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
  while (!(await isListening(ownPort))) {
    if (child.exitCode !== null || Date.now() > deadlineMs) {
      await kill();
      throw new Error(`the Worker of passwords did not come up: ${lastLine}`);
    }
    await Bun.sleep(POLL_INTERVAL_MS);
  }
  return { binding: { port: ownPort }, kill };
}
