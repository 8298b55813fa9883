const POLL_INTERVAL_MS = 50;
/** As long as a locator waits. */
const DEADLINE_MS = 100_000;

/**
 * Repeats an assertion until it passes: for what a page comes to show, as `count()`, `textContent()` and their like read
 * it once. What must be absent may pass before it comes: await first what proves that nothing more is on its way.
 * @throws the last error of the assertion, which has the expected and the received value and the line of the test
 */
export async function eventually(assertion: () => void | Promise<void>): Promise<void> {
  for (const deadlineMs = performance.now() + DEADLINE_MS; ; ) {
    try {
      return await assertion();
    } catch (error) {
      if (performance.now() > deadlineMs) throw error;
    }
    await Bun.sleep(POLL_INTERVAL_MS);
  }
}
