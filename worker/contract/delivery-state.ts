import { DELIVERY, type DeliveryState } from "./channels.ts";
import { iso } from "./iso-time.ts";

/** The times of a delivery, epoch ms, and the last status that its service answered: columns of `deliveries`. */
export type DeliveryTimes = {
  createdAtMs: number;
  dueAtMs: number | null;
  sentAtMs: number | null;
  shownAtMs: number | null;
  status: number | null;
};

/** What became of a delivery. @param nowMs epoch ms: one that was accepted is silent a minute later */
export function deliveryState(
  { createdAtMs, dueAtMs, sentAtMs, shownAtMs, status }: DeliveryTimes,
  nowMs: number,
): DeliveryState {
  if (shownAtMs !== null) return { state: "shown", at: iso(shownAtMs), afterMs: Math.max(0, shownAtMs - createdAtMs) };
  if (sentAtMs !== null) {
    return { state: nowMs - sentAtMs < DELIVERY.confirmMs ? "accepted" : "silent", at: iso(sentAtMs) };
  }
  // A negative one is a doubt of ours, not an answer.
  const hasFailed = status !== null && status >= 0;
  if (dueAtMs !== null) return { state: "sending", ...(hasFailed && { waits: { status, until: iso(dueAtMs) } }) };
  return { state: "failed", at: iso(createdAtMs), status: status ?? 0 };
}
