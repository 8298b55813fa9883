import { SESSION } from "../../contract/limits.ts";
import { HOUR_MS } from "../../contract/time.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";
import { countIncidents, queueRules, selectArrivals, selectQueues } from "./queue-store.ts";
import { arrivalsView, queue, queuesView } from "./queues-view.ts";

/**
 * The items that wait for admins, polled by the admin screens: the counts and latest arrival of each queue, after what time an item
 * is late, and for how many more seconds this session may run actions on money (0 once the second factor is too old).
 * @throws AppError `not_signed_in` | `forbidden`
 */
export async function countQueues(scope: Scope) {
  const nowMs = scope.now();
  const { query } = scope.db;
  const { caller, rows } = await authorizedBatch(scope, "read", (callerId) => [
    ...selectQueues(query, callerId, queueRules(scope.settings, nowMs)),
    ...selectArrivals(query, callerId),
    countIncidents(query, callerId),
  ]);
  const [stages, waiting, exceptions, imports, withdrawalArrival, identityArrival, exceptionArrival, [incidents]] =
    rows;
  const leftMs = Math.max(0, caller.authenticatedAtMs + SESSION.stepUpMs - nowMs);
  return {
    queues: {
      ...queuesView([stages, waiting, exceptions, imports]),
      /** Those that nobody has acknowledged. */
      incidents: queue(incidents),
    },
    arrivals: arrivalsView([withdrawalArrival, identityArrival, exceptionArrival]),
    /** An item that has waited longer is late. */
    targetMs: scope.settings.QUEUE_TARGET_HOURS * HOUR_MS,
    /** What the admin may do now: an open page follows. */
    roles: caller.roles,
    stepUpLeftS: Math.floor(leftMs / 1000),
  };
}
