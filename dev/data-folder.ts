import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The file in a folder that a process uses: two that write into one folder damage what both have. */
const LOCK = "in-use.json";
/** A file that every stack makes in its folder. */
const DATABASE = "dev.db";

type Holder = { pid: number; port: number };

/**
 * Takes a stack's data folder for this process, and makes it if it is missing.
 *
 * @param use.isFresh deletes what a stack has left in it
 * @returns gives the folder back; a process that ends without doing so loses it by itself
 * @throws Error when another process uses it, or when something that no stack made would be deleted
 */
export function takeDataFolder(dir: string, { port, isFresh }: { port: number; isFresh: boolean }): () => void {
  const holder = holderOf(dir);
  if (holder && isRunning(holder.pid)) {
    throw new Error(
      `${dir} is in use by process ${holder.pid} (http://localhost:${holder.port}). Stop it, or start this one beside it: ` +
        `bun run dev --data ANOTHER_FOLDER --port ${holder.port + 100}`,
    );
  }
  if (isFresh) deleteStack(dir);
  mkdirSync(dir, { recursive: true });
  const lock = join(dir, LOCK);
  rmSync(lock, { force: true });
  // Fails when another process has taken it since.
  writeFileSync(lock, JSON.stringify({ pid: process.pid, port } satisfies Holder), { flag: "wx" });
  return () => rmSync(lock, { force: true });
}

/** Null also for a file that its process has not finished: that process ended while it wrote it. */
function holderOf(dir: string): Holder | null {
  try {
    // Written above.
    return JSON.parse(readFileSync(join(dir, LOCK), "utf8")) as Holder;
  } catch {
    return null;
  }
}

function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user may not be asked, and runs.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Deletes a folder that a stack made. */
function deleteStack(dir: string): void {
  if (!existsSync(dir) || readdirSync(dir).length === 0) return;
  if (!existsSync(join(dir, DATABASE))) {
    throw new Error(`--fresh deletes what a stack has left, and ${dir} is no stack's folder: it has no ${DATABASE}`);
  }
  rmSync(dir, { recursive: true, force: true });
}
