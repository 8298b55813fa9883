import { SESSION } from "../../contract/limits.ts";
import { expiringUntil } from "../../identity/card-fields-store.ts";
import { operationOf } from "../../platform/operation-settings.ts";
import { selectSettings } from "../../platform/operation-settings-sql.ts";
import type { Scope } from "../../platform/scope.ts";
import { authorizedBatch } from "../../platform/session.ts";
import { countExpiringCards, countIncidents, queueRules, selectArrivals, selectQueues } from "./queue-store.ts";
import { arrivalsView, queue, queuesView } from "./queues-view.ts";

/**
 * The items that wait for admins, polled by the admin screens: the counts and latest arrival of each queue, the settings by which they
 * show what is late, and for how many more seconds this session may run actions on money (0 once the second factor is too old).
 * @throws AppError `not_signed_in` | `forbidden`
 */
export async function countQueues(scope: Scope) {
  const nowMs = scope.now();
  const { query } = scope.db;
  const { caller, rows } = await authorizedBatch(scope, "read", (callerId) => [
    ...selectQueues(query, callerId, queueRules(scope.settings, nowMs)),
    ...selectArrivals(query, callerId),
    countIncidents(query, callerId),
    countExpiringCards(query, callerId, expiringUntil(scope)),
    selectSettings(query, callerId),
  ]);
  const [stages, waiting, exceptions, imports, ...more] = rows;
  const [withdrawalArrival, identityArrival, exceptionArrival, [incidents], [expiring], settings] = more;
  const { targetHours, workingHours, importTimeZone } = operationOf(settings, scope.settings);
  const aging = { targetHours, workingHours, timeZone: scope.settings.OPERATION_TIME_ZONE, nowMs };
  const leftMs = Math.max(0, caller.authenticatedAtMs + SESSION.stepUpMs - nowMs);
  return {
    queues: {
      ...queuesView([stages, waiting, exceptions, imports], aging),
      /** Those that nobody has acknowledged. */
      incidents: queue(incidents),
      /** Verified identities whose card expires soon or has. */
      expiringCards: { count: expiring?.count ?? 0, late: 0 },
    },
    arrivals: arrivalsView([withdrawalArrival, identityArrival, exceptionArrival]),
    /** An item that has waited for more working hours than those of its queue is late. */
    targetHours,
    /** In the operation's time zone; null: around the clock. */
    workingHours,
    /** The zone of an imported file's times, unless the admin chooses another. */
    importTimeZone,
    /** What the admin may do now: an open page follows. */
    roles: caller.roles,
    stepUpLeftS: Math.floor(leftMs / 1000),
  };
}
