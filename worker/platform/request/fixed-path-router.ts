import type { Result, Router } from "hono/router";
import { TrieRouter } from "hono/router/trie-router";

/**
 * Finds the handlers of a path without parameters once per isolate, and those of other paths as Hono's trie does. Hono's
 * regular expressions keep fixed paths too, but refuse one beside a parameter, as `/transfers/export` is beside
 * `/transfers/:id`.
 */
export class FixedPathRouter<T> implements Router<T> {
  readonly name = "FixedPathRouter";
  readonly #trie = new TrieRouter<T>();
  readonly #fixedPaths = new Set<string>();
  /** By method and path. Only paths of routes are in it, so clients cannot make it grow. */
  readonly #found = new Map<string, Result<T>>();

  add(method: string, path: string, handler: T): void {
    this.#trie.add(method, path, handler);
    if (!/[:*]/.test(path)) this.#fixedPaths.add(path);
    this.#found.clear();
  }

  match(method: string, path: string): Result<T> {
    const key = `${method} ${path}`;
    const known = this.#found.get(key);
    if (known) return known;
    const result = this.#trie.match(method, path);
    if (this.#fixedPaths.has(path)) this.#found.set(key, result);
    return result;
  }
}
