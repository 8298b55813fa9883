import { createWriteStream } from "node:fs";
import { readLines } from "../read-lines.ts";

type CommandOptions = {
  /** The file that everything printed is written to. */
  log: string;
  environment?: Record<string, string>;
  onLine?: (line: string) => void;
};

/** Runs a command without showing what it prints, both streams in the order in which they come. @returns its exit code */
export async function runCommand(
  command: readonly string[],
  { log, environment, onLine }: CommandOptions,
): Promise<number> {
  // The shell joins the streams: two pipes would lose which of them was first.
  const child = Bun.spawn(["sh", "-c", 'exec "$@" 2>&1', "sh", ...command], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...environment },
  });
  const file = createWriteStream(log);
  await readLines(child.stdout, (line) => {
    file.write(`${line}\n`);
    onLine?.(line);
  });
  file.end();
  return child.exited;
}
