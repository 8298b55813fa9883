import type { Quotes } from "../contract/market-messages.ts";
import type { FeedSymbol } from "../contract/symbols.ts";

/** A socket's subscription: its symbols, in the feed's order, and the minimum interval between frames in ms. */
type Subscription = { symbols: readonly FeedSymbol[]; everyMs: number };

/** The last frame of a group: its `seq`, its time in epoch ms, and the quotes at that time. */
export type SentFrame = { seq: number; atMs: number; quotes: Quotes };

/** Sockets with the same subscription, which are sent the same frames. */
export type SubscriptionGroup<Socket> = Subscription & { sockets: Set<Socket>; sent: SentFrame };

/**
 * Groups sockets by subscription, so that each frame is built once per group. A socket costs only an entry in a Set;
 * unsent changes are derived from the group's last frame.
 */
export class SubscriptionGroups<Socket> {
  readonly #groups = new Map<string, SubscriptionGroup<Socket>>();

  /** @param sent what the socket was sent already; a subscription without symbols is not added */
  add(subscription: Subscription, socket: Socket, sent: SentFrame): void {
    if (subscription.symbols.length === 0) return;
    const key = keyOf(subscription);
    const { symbols, everyMs } = subscription;
    const group = this.#groups.get(key) ?? { symbols, everyMs, sockets: new Set(), sent };
    group.sockets.add(socket);
    this.#groups.set(key, group);
  }

  remove(subscription: Subscription, socket: Socket): void {
    const key = keyOf(subscription);
    const group = this.#groups.get(key);
    group?.sockets.delete(socket);
    if (group?.sockets.size === 0) this.#groups.delete(key);
  }

  groups(): Iterable<SubscriptionGroup<Socket>> {
    return this.#groups.values();
  }
}

function keyOf({ symbols, everyMs }: Subscription): string {
  return `${everyMs} ${symbols.join()}`;
}
