/** What the page itself needs comes first: its charts, and what is loaded right after its first render. In ms. */
const WAIT_MS = 3_000;

/**
 * Calls back a while from now, when the main thread is idle, to load code that is likely to be needed next. Never where
 * the person has asked the browser to save data.
 * @returns stops waiting
 */
export function loadWhenIdle(load: () => void): () => void {
  // Not every browser has it, and the types of the DOM do not know it.
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (connection?.saveData === true) return () => {};
  const timer = setTimeout(() => {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(load);
    else load();
  }, WAIT_MS);
  return () => clearTimeout(timer);
}
