import { join } from "node:path";
import { passwordsModuleBeside } from "./built-worker.ts";
import { isListening } from "./is-listening.ts";
import { portsFrom, settingsByWorker } from "./local-settings.ts";
import type { WorkerOptions } from "./running-worker.ts";
import { passwordsCommand, type WorkerdOptions } from "./workerd-command.ts";
import { startWorkerdProcess } from "./workerd-process.ts";

/** The process that hashes passwords for a Worker on workerd alone. */
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
  const name = "the Worker of passwords";
  const { kill } = await startWorkerdProcess({ name, command, isUp: () => isListening(ownPort), onLine });
  return { binding: { port: ownPort }, kill };
}
