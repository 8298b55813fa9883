import { mkdtempSync, rmdirSync } from "node:fs";
import { join, resolve } from "node:path";

/**
 * The beginning of `bun run dev` and of the tests: both write packages, builds and data into the checkout. Imports no
 * package, as it runs before they are installed.
 */

const READ_ONLY = new Set(["EROFS", "EACCES", "EPERM"]);

/** The line for a person whose checkout cannot be written to; null where it can. */
export function readOnlyLine(checkout: string): string | null {
  try {
    // The mode of a folder says too little: another one counts on a read-only mount, and none for the super-user.
    rmdirSync(mkdtempSync(join(checkout, ".writable-")));
    return null;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && READ_ONLY.has(String(error.code)))) throw error;
    return `${checkout} is read-only: packages, builds and data are written into it. Copy it to a folder of your own.`;
  }
}

if (import.meta.main) exitIfReadOnly();

/** Ends the process with one line if the checkout cannot be written to. */
export function exitIfReadOnly(): void {
  const line = readOnlyLine(resolve(import.meta.dir, ".."));
  if (line === null) return;
  console.error(line);
  process.exit(1);
}
