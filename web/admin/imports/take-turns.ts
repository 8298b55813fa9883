/** Less than a frame: what a person does is answered before the next one. */
const WORK_MS = 8;

/**
 * Hands on what it is given, and between two pieces lets the page do what waits, whenever enough time was taken.
 * @throws what the signal is aborted with
 */
export async function* takeTurns<T>(pieces: AsyncIterable<T>, signal?: AbortSignal): AsyncGenerator<T, void> {
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

/** By a message, as timers slow down where nobody looks. */
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
