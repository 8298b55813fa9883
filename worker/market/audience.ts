import type { FeedSymbol } from "../contract/market-messages.ts";

/**
 * Who wants which symbols: the sockets, grouped by their set of symbols, so that a frame is made once a set. A socket
 * costs its place in a Set, nothing else.
 */
export class Audience<Socket> {
  readonly #groups = new Map<string, { symbols: readonly FeedSymbol[]; sockets: Set<Socket> }>();

  /** @param symbols in the feed's order; with none, the socket is not in the audience */
  add(symbols: readonly FeedSymbol[], socket: Socket): void {
    if (symbols.length === 0) return;
    const key = symbols.join();
    const group = this.#groups.get(key) ?? { symbols, sockets: new Set() };
    group.sockets.add(socket);
    this.#groups.set(key, group);
  }

  remove(symbols: readonly FeedSymbol[], socket: Socket): void {
    const key = symbols.join();
    const group = this.#groups.get(key);
    group?.sockets.delete(socket);
    if (group?.sockets.size === 0) this.#groups.delete(key);
  }

  groups(): Iterable<{ symbols: readonly FeedSymbol[]; sockets: ReadonlySet<Socket> }> {
    return this.#groups.values();
  }
}
