import { ControlError } from "./control.ts";

const WAIT_MS = { standard: 30_000, max: 120_000 } as const;

/** How long a waiting call of a stand-in waits, from its `timeoutMs`. @throws ControlError 422 */
export function readWaitMs(searchParams: URLSearchParams): number {
  const waitMs = Number(searchParams.get("timeoutMs") ?? WAIT_MS.standard);
  if (!(waitMs >= 0 && waitMs <= WAIT_MS.max)) throw new ControlError(422, `timeoutMs: 0 to ${WAIT_MS.max}`);
  return waitMs;
}

/** The time of `after`, in the format of the messages' times, so that comparing strings compares times. @throws ControlError 422 */
export function readAfter(searchParams: URLSearchParams): string | null {
  const after = searchParams.get("after") || null;
  if (after !== null && Number.isNaN(Date.parse(after))) throw new ControlError(422, "after: not a time");
  return after && new Date(after).toISOString();
}

/** Lets calls wait until something arrives. */
export class Arrivals {
  #next = Promise.withResolvers<void>();

  /** Ends all waits of {@link until}, which look again. */
  happened(): void {
    this.#next.resolve();
    this.#next = Promise.withResolvers<void>();
  }

  /** Waits until `find` finds something; null when it has not after `waitMs`. */
  async until<Found>(find: () => Found | null | undefined, waitMs: number): Promise<Found | null> {
    const deadline = Date.now() + waitMs;
    for (;;) {
      const found = find();
      const remainingMs = deadline - Date.now();
      if (found || remainingMs <= 0) return found ?? null;
      await Promise.race([this.#next.promise, Bun.sleep(remainingMs)]);
    }
  }
}
