import { readFileSync } from "node:fs";

/** Files that the runtime opens per client socket. */
const FILES_PER_CLIENT = 2;
/** Other files that it opens. */
const FILES_BESIDES = 500;

/** How many clients one server can have here, given the limit of open files per process. */
export function clientsThatFit(): number {
  const filesMax = Number(/Max open files\s+(\d+)/.exec(readFileSync("/proc/self/limits", "latin1"))?.[1]);
  return Math.floor((filesMax - FILES_BESIDES) / FILES_PER_CLIENT);
}

/** @throws Error when the limit of open files is too low for so many clients; the run would never end otherwise */
export function assertFits(clients: number): void {
  const most = clientsThatFit();
  if (clients > most) throw new Error(`ulimit -n lets a server hold ${most} clients here, not ${clients}`);
}
