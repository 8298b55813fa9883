import { DAY_MS, MINUTE_MS } from "../../worker/contract/time.ts";

const POLL_INTERVAL_MS = 50;
const DEADLINE_MS = 100_000;

type Present<Found> = Exclude<Found, null | undefined | false>;

/**
 * Polls until a condition has a result. A page's `waitForFunction` takes a promise for the result itself, whatever it gives:
 * an asynchronous condition inside a page is `evaluate` in here.
 *
 * @param description text for the error message
 * @param poll returns the result, or null, undefined or false while there is none
 * @returns the result
 * @throws Error with this text after 100 seconds
 */
export async function waitUntil<Found>(
  description: string,
  poll: () => Found | Promise<Found>,
): Promise<Present<Found>> {
  for (const deadlineMs = Date.now() + DEADLINE_MS; ; ) {
    const found = await poll();
    // The compiler does not narrow the generic type.
    if (found !== null && found !== undefined && found !== false) return found as Present<Found>;
    if (Date.now() > deadlineMs) throw new Error(`not in ${DEADLINE_MS / 1_000} seconds: ${description}`);
    await Bun.sleep(POLL_INTERVAL_MS);
  }
}

/** Waits for the next day of UTC when this one ends within some minutes, so that a test sees one candle of a day. */
export async function untilDayLasts(): Promise<void> {
  while (DAY_MS - (Date.now() % DAY_MS) < 5 * MINUTE_MS) await Bun.sleep(POLL_INTERVAL_MS);
}
