import type { Statement } from "../../../db/client.ts";
import { type Channel, DELIVERY } from "../../contract/channels.ts";
import { logEvent } from "../../platform/log.ts";
import { followDeliveries } from "../notification-store.ts";
import { type AttemptEnd, claimProbe, closeService, finishAttempts, openService } from "./delivery-store.ts";
import type { DispatcherPorts } from "./dispatcher-ports.ts";
import type { Outcome } from "./message-asks.ts";
import type { ClosedService, ServiceGates } from "./service-gates.ts";

/** How long one message has to try a service whose pause has ended. */
const PROBE_MS = 30_000;

/** The statements that write what became of messages, and which services failed or answered again since the last of them. */
export function writesOf(
  outcomes: readonly Outcome[],
  gates: ServiceGates,
  { db: { query }, now }: DispatcherPorts,
): Statement[] {
  if (outcomes.length === 0) return [];
  const ends = outcomes.map(({ end }) => end);
  for (const { end, channel, host } of outcomes) logIfLost(end, channel, host);
  const { failed, opened } = gates.take();
  return [
    finishAttempts(query, ends),
    ...outcomes.flatMap(({ more }) => more),
    followDeliveries(
      query,
      ends.map(({ id }) => id),
      { nowMs: now(), confirmMs: DELIVERY.confirmMs },
    ),
    ...[...failed].map(([service, untilMs]) => closeService(query, service, untilMs)),
    ...[...opened].map((service) => openService(query, service)),
  ];
}

/** Whether this object may try a service whose pause has ended. */
export function probing({ db, now }: DispatcherPorts): (service: ClosedService) => Promise<boolean> {
  return async ({ service, closedUntilMs }) => {
    const [rows] = await db.write([claimProbe(db.query, service, closedUntilMs, now() + PROBE_MS)]);
    return rows.length > 0;
  };
}

/** Says for the operator that a service refused or did not answer; the message is told by the next channel. */
function logIfLost({ status, sentAtMs, nextMs }: AttemptEnd, channel: Channel, host: string): void {
  if (sentAtMs === null && nextMs === null && channel !== "email")
    logEvent("message_not_delivered", { channel, host, status: status ?? 0 });
}
