import { join } from "node:path";
import type { LibsqlOptions } from "./server.ts";

const PROGRAM = join(import.meta.dir, "server.ts");

export type LibsqlProcess = {
  url: string;
  stop(): Promise<void>;
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>;
};

/**
 * Starts the stand-in as a process of its own, and waits until it answers.
 * @throws Error when it ends before that; it has then said why
 */
export async function startLibsqlProcess({ port, file, authToken }: LibsqlOptions): Promise<LibsqlProcess> {
  const child = Bun.spawn(
    [
      process.execPath,
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
    // It prints its address when it listens, and nothing after.
    if (url) return { url, stop: end("SIGTERM"), kill: end("SIGKILL") };
  }
  throw new Error("the database's process ended before it was up");
}
