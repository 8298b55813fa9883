import { readFileSync } from "node:fs";

/** What the runtime opens for one client's socket. */
const FILES_PER_CLIENT = 2;
/** Its own, besides. */
const FILES_BESIDES = 500;

/** How many clients one server can hold here: a process may open only so many files. */
export function clientsThatFit(): number {
  const filesMax = Number(/Max open files\s+(\d+)/.exec(readFileSync("/proc/self/limits", "latin1"))?.[1]);
  return Math.floor((filesMax - FILES_BESIDES) / FILES_PER_CLIENT);
}

/** @throws Error where so many clients would not all find a place, which shows only as a run without an end */
export function mustFit(clients: number): void {
  const most = clientsThatFit();
  if (clients > most) throw new Error(`ulimit -n lets a server hold ${most} clients here, not ${clients}`);
}
