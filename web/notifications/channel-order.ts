import { CHANNELS, type Channel, type DeliveryState, PAUSED_STATUS } from "../../worker/contract/channels.ts";
import type { ChannelsView } from "../../worker/contract/channels-view.ts";
import type { NotificationSettings } from "../../worker/contract/notifications.ts";
import { channelsOfAlertText as text } from "./channels-of-alert-text.ts";

/** The channels that this installation has, in a person's order. */
export function shownOrder(order: readonly Channel[], { push, telegram }: ChannelsView): Channel[] {
  const isThere = { push: push.publicKey !== null, telegram: telegram !== null, email: true };
  return order.filter((channel) => isThere[channel]);
}

/** The order after a move among those that are shown; what is not shown comes last. */
export function movedOrder(shown: readonly Channel[], from: number, to: number): Channel[] {
  const order = [...shown];
  order.splice(to, 0, ...order.splice(from, 1));
  return [...order, ...CHANNELS.filter((channel) => !order.includes(channel))];
}

/**
 * Whether a channel can reach its person: it does, its last message did not arrive, or it is off. `broken` has the reason as the
 * last message has it; null where it is no message's.
 */
export type Reach = { state: "on" | "off" } | { state: "broken"; last: DeliveryState | null };

/** Whether each channel can reach its person now. */
export function reachOf(channels: ChannelsView, settings: Pick<NotificationSettings, "email">): Record<Channel, Reach> {
  const { push, telegram, email } = channels;
  const inUse = push.browsers.filter(({ endedAt }) => endedAt === null);
  const hasEnded = push.browsers.some(({ endedStatus }) => endedStatus !== null);
  const pushes = inUse.map(({ last }) => reachBy(last));
  const link = telegram?.link;
  return {
    // One browser that shows them is enough.
    push: pushes.find(({ state }) => state === "on") ?? pushes[0] ?? (hasEnded ? BROKEN : OFF),
    telegram: !link ? OFF : link.isBlocked ? BROKEN : reachBy(link.last),
    email: settings.email ? reachBy(email.last) : OFF,
  };
}

const OFF: Reach = { state: "off" };
const BROKEN: Reach = { state: "broken", last: null };

function reachBy(last: DeliveryState | null): Reach {
  const isBroken = last?.state === "failed" || last?.state === "silent";
  return isBroken ? { state: "broken", last } : { state: "on" };
}

/** Why a service did not take a message, with its code. @param status an HTTP status, 0 without an answer, or that of a pause */
export function whyWords(channel: Channel, status: number): string {
  const { why } = text;
  if (status === 0) return why.none;
  if (status === PAUSED_STATUS) return why.paused;
  return why.withCode(reasonOf(channel, status), status);
}

function reasonOf(channel: Channel, status: number): string {
  const { why } = text;
  const isGone = status === 404 || status === 410 || (channel === "telegram" && status === 403);
  if (isGone) return why.gone[channel];
  if (status === 401 || status === 403) return why.key;
  if (status === 413) return why.tooLarge;
  if (status === 429) return why.busy;
  return status >= 500 ? why.down : why.refused;
}
