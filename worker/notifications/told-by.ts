import type { Channel, DeliveryState, ToldBy } from "../contract/channels.ts";
import { deliveryState } from "../contract/delivery-state.ts";

/** A delivery of a notification, as the list's statement reads it: channel, created, due, sent, shown, status. */
export type SentBy = readonly [
  channel: Channel,
  createdAtMs: number,
  dueAtMs: number | null,
  sentAtMs: number | null,
  shownAtMs: number | null,
  status: number | null,
];

/** Of several browsers the best counts: one that has shown it is enough. */
const RANK: readonly DeliveryState["state"][] = ["shown", "sending", "accepted", "silent", "failed"];

/**
 * The channels that told a notification, in the order of their turns: the last one is in charge, and took over from those before.
 * @param sent its deliveries, the oldest first
 */
export function toldBy(sent: readonly SentBy[], nowMs: number): ToldBy[] {
  const byChannel = Map.groupBy(sent, ([channel]) => channel);
  return [...byChannel].flatMap(([channel, deliveries]) => {
    const states = deliveries.map(([, createdAtMs, dueAtMs, sentAtMs, shownAtMs, status]) =>
      deliveryState({ createdAtMs, dueAtMs, sentAtMs, shownAtMs, status }, nowMs),
    );
    const [best] = states.sort((a, b) => RANK.indexOf(a.state) - RANK.indexOf(b.state));
    return best ? [{ channel, ...told(best) }] : [];
  });
}

function told(state: DeliveryState): Omit<ToldBy, "channel"> {
  return {
    state: state.state,
    afterMs: state.state === "shown" ? state.afterMs : null,
    status: state.state === "failed" ? state.status : null,
  };
}
