const LOOK_AGAIN_MS = 50;
const DEADLINE_MS = 100_000;

type Came<Found> = Exclude<Found, null | undefined | false>;

/**
 * Looks again and again until something has come about.
 * @param what in words, for who reads why the test failed
 * @param look gives what came, or nothing so far
 * @returns what came
 * @throws Error naming what did not come about in 100 seconds
 */
export async function waitUntil<Found>(what: string, look: () => Found | Promise<Found>): Promise<Came<Found>> {
  for (const deadlineMs = Date.now() + DEADLINE_MS; ; ) {
    const found = await look();
    // The compiler does not see that what is neither null, undefined nor false came.
    if (found !== null && found !== undefined && found !== false) return found as Came<Found>;
    if (Date.now() > deadlineMs) throw new Error(`not in ${DEADLINE_MS / 1_000} seconds: ${what}`);
    await Bun.sleep(LOOK_AGAIN_MS);
  }
}
