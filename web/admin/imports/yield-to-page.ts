/** Less than a frame, so that input is handled before the next one. */
const WORK_MS = 8;

/**
 * Passes the pieces on, and yields to the page's other tasks whenever the time slice is used up.
 * @throws the signal's abort reason
 */
export async function* yieldBetween<T>(pieces: AsyncIterable<T>, signal?: AbortSignal): AsyncGenerator<T, void> {
  let since = performance.now();
  for await (const piece of pieces) {
    signal?.throwIfAborted();
    if (performance.now() - since > WORK_MS) {
      await nextTask();
      since = performance.now();
    }
    yield piece;
  }
}

/** Uses a message, as timers are throttled in background tabs. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
