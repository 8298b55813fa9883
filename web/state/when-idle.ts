/**
 * Calls back when the main thread is idle, to load code that is likely to be needed next; where the browser cannot tell,
 * at once. Never where the person has asked the browser to save data.
 */
export function loadWhenIdle(load: () => void): void {
  // Not every browser has it, and the types of the DOM do not know it.
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (connection?.saveData === true) return;
  if ("requestIdleCallback" in globalThis) requestIdleCallback(load);
  else load();
}
