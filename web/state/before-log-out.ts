/** What was put off, and has to be sent while the session lasts. */

const open = new Set<() => Promise<unknown>>();

/**
 * Registers what a log-out sends first.
 * @param send sends it at once; again, it gives the same promise
 * @returns forgets it: it was sent, or is not to be
 */
export function sendBeforeLogOut(send: () => Promise<unknown>): () => void {
  open.add(send);
  return () => void open.delete(send);
}

/** Sends what was put off. @returns when all has its answer, whatever that is; null when there is nothing */
export function sendWhatWaits(): Promise<unknown> | null {
  return open.size === 0 ? null : Promise.allSettled([...open].map((send) => send()));
}
