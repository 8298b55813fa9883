import type { Quotes } from "../contract/market-messages.ts";
import type { FeedSymbol } from "../contract/symbols.ts";

/** What a socket wants: these symbols, in the feed's order, and no more than a frame in so many ms. */
type Wish = { symbols: readonly FeedSymbol[]; everyMs: number };

/** The last frame that a group was sent: its `seq`, when, epoch ms, and the quotes of that moment. */
export type SentFrame = { seq: number; atMs: number; quotes: Quotes };

/** Sockets that want the same, and so are sent the same frames. */
export type SubscriptionGroup<Socket> = Wish & { sockets: Set<Socket>; sent: SentFrame };

/**
 * Who wants what: the sockets, grouped by their wishes, so that a frame is made once a group. A socket costs its place in
 * a Set, nothing else; what a group has not been sent yet follows from what it was sent last.
 */
export class SubscriptionGroups<Socket> {
  readonly #groups = new Map<string, SubscriptionGroup<Socket>>();

  /** @param sent what the socket knows already; without symbols, it is not in the groups */
  add(wish: Wish, socket: Socket, sent: SentFrame): void {
    if (wish.symbols.length === 0) return;
    const key = keyOf(wish);
    const { symbols, everyMs } = wish;
    const group = this.#groups.get(key) ?? { symbols, everyMs, sockets: new Set(), sent };
    group.sockets.add(socket);
    this.#groups.set(key, group);
  }

  remove(wish: Wish, socket: Socket): void {
    const key = keyOf(wish);
    const group = this.#groups.get(key);
    group?.sockets.delete(socket);
    if (group?.sockets.size === 0) this.#groups.delete(key);
  }

  groups(): Iterable<SubscriptionGroup<Socket>> {
    return this.#groups.values();
  }
}

function keyOf({ symbols, everyMs }: Wish): string {
  return `${everyMs} ${symbols.join()}`;
}
