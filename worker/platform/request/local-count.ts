/** More keys than an isolate sees in a window; above it everything is counted anew. */
const KEYS_MAX = 20_000;

/** Counts by key within windows of time, in the memory of this isolate. */
export class LocalCount {
  readonly #windowMs: number;
  #window = 0;
  readonly #counts = new Map<string, number>();

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /** Counts one. @returns how many the key has in this window, with this one */
  add(key: string, nowMs: number): number {
    const window = Math.floor(nowMs / this.#windowMs);
    if (window !== this.#window || this.#counts.size >= KEYS_MAX) this.#counts.clear();
    this.#window = window;
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return count;
  }
}
