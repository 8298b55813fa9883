/** What the page itself needs comes first: its charts, and what is loaded right after its first render. In ms. */
const WAIT_MS = 3_000;

/** Not every browser has it, and the types of the DOM do not know it. */
type Connection = { saveData?: boolean; effectiveType?: string };

const SLOW: readonly string[] = ["slow-2g", "2g", "3g"];

function connection(): Connection {
  return (navigator as Navigator & { connection?: Connection }).connection ?? {};
}

/**
 * Calls back a while from now, when the main thread is idle. Never where the person has asked the browser to save data.
 * @returns stops waiting
 */
export function whenIdle(run: () => void): () => void {
  if (connection().saveData === true) return () => {};
  const timer = setTimeout(() => {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(run);
    else run();
  }, WAIT_MS);
  return () => clearTimeout(timer);
}

/**
 * Loads code that is likely to be needed next when the main thread is idle. Not on a slow network: what is asked for in the
 * meantime would wait for it.
 * @returns stops waiting
 */
export function loadWhenIdle(load: () => void): () => void {
  return whenIdle(() => {
    if (!SLOW.includes(connection().effectiveType ?? "")) load();
  });
}
