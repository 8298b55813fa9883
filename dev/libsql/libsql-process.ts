import { join } from "node:path";
import type { LibsqlOptions } from "./server.ts";

const PROGRAM = join(import.meta.dir, "server.ts");

/** The database stand-in in a separate process. */
export type LibsqlProcess = {
  url: string;
  pid: number;
  stop(): Promise<void>;
  /** Kills the process at once, as a crash would. */
  kill(): Promise<void>;
};

/** Where the process writes a CPU profile when it is stopped. */
export type CpuProfileFile = { dir: string; name: string; everyUs: number };

/**
 * Starts the stand-in in a separate process and waits until it listens.
 *
 * @throws Error when the process ends before that; it prints the reason itself
 */
export async function startLibsqlProcess(
  { port, file, authToken }: LibsqlOptions,
  profile?: CpuProfileFile,
): Promise<LibsqlProcess> {
  const child = Bun.spawn(
    [
      process.execPath,
      ...(profile ? profileFlags(profile) : []),
      PROGRAM,
      "--port",
      String(port),
      "--file",
      file,
      ...(authToken === undefined ? [] : ["--token", authToken]),
    ],
    { stdin: "ignore", stdout: "pipe", stderr: "inherit" },
  );
  const end = (signal: "SIGTERM" | "SIGKILL") => async () => {
    child.kill(signal);
    await child.exited;
  };
  let printed = "";
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    printed += text;
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0];
    // It prints its address once it listens, and nothing after that.
    if (url) return { url, pid: child.pid, stop: end("SIGTERM"), kill: end("SIGKILL") };
  }
  throw new Error("the database's process ended before it was up");
}

function profileFlags({ dir, name, everyUs }: CpuProfileFile): string[] {
  return ["--cpu-prof", "--cpu-prof-dir", dir, "--cpu-prof-name", name, "--cpu-prof-interval", String(everyUs)];
}
