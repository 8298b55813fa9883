/**
 * Blocks a storage as browsers do: even naming it throws.
 * @returns gives it back
 */
export function blockStorage(name: "localStorage" | "sessionStorage"): () => void {
  const storage = globalThis[name];
  const closed = () => {
    throw new DOMException("blocked", "SecurityError");
  };
  Object.defineProperty(globalThis, name, { configurable: true, get: closed });
  return () => Object.defineProperty(globalThis, name, { configurable: true, value: storage });
}
