import type { FeedSymbol } from "../contract/symbols.ts";
import type { FrameFormat } from "./hub-frames.ts";

/**
 * A socket's subscription: its symbols, in the feed's order, the minimum interval between frames in ms, and their
 * format.
 */
type Subscription = { symbols: readonly FeedSymbol[]; everyMs: number; format: FrameFormat };

/** The last frame of a group: its `seq`, and its time in epoch ms. */
export type SentFrame = { seq: number; atMs: number };

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
    const { symbols, everyMs, format } = subscription;
    const group = this.#groups.get(key) ?? { symbols, everyMs, format, sockets: new Set(), sent };
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

function keyOf({ symbols, everyMs, format }: Subscription): string {
  return `${format} ${everyMs} ${symbols.join()}`;
}
