import type { BatchResponse } from "drizzle-orm/batch";
import { WITHDRAWAL } from "../../contract/limits.ts";
import type { selectArrivals, selectQueues, WithdrawalStage } from "./queue-store.ts";

/** How many items wait, and the time of the oldest one; null when none waits. */
export type Queue = { count: number; oldestAt: string | null };

type QueueRows = BatchResponse<ReturnType<typeof selectQueues>>;

/**
 * The admin queues. Each withdrawal is counted in one stage; `mine` counts those that wait for the calling admin, and `claims`
 * those that an admin has claimed.
 */
export function queuesView([stages, [identities], [exceptions], [imports]]: QueueRows) {
  const stage = (name: WithdrawalStage) => queue(stages.find((row) => row.stage === name));
  const claimEnds = stages.flatMap(({ claimEndsAtMs }) => claimEndsAtMs ?? []);
  const mineOldest = stages.flatMap(({ mineOldestAtMs }) => mineOldestAtMs ?? []);
  return {
    withdrawals: {
      mine: queue({
        count: stages.reduce((total, { mine }) => total + mine, 0),
        oldestAtMs: mineOldest.length === 0 ? null : Math.min(...mineOldest),
      }),
      /** Those that wait for their trader's answer; none of them is in another queue. */
      client: stage("client"),
      review: stage("review"),
      secondApproval: stage("second_approval"),
      held: stage("held"),
      blocked: stage("blocked"),
      payout: stage("payout"),
      claims: queue({
        count: stages.reduce((total, { claimed }) => total + claimed, 0),
        oldestAtMs: claimEnds.length === 0 ? null : Math.min(...claimEnds) - WITHDRAWAL.claimMs,
      }),
    },
    identities: queue(identities),
    exceptions: queue(exceptions),
    atClient: { identities: clientQueue(identities), exceptions: clientQueue(exceptions) },
    /** Files of colleagues that move more than their sender may import alone. */
    imports: queue(imports),
  };
}

type ArrivalRows = BatchResponse<ReturnType<typeof selectArrivals>>;

/** When each queue last got a new item; null when it never had one. */
export function arrivalsView([withdrawals, identities, exceptions]: ArrivalRows) {
  const last = ([row]: { atMs: number }[]) => (row ? new Date(row.atMs).toISOString() : null);
  return { withdrawals: last(withdrawals), identities: last(identities), exceptions: last(exceptions) };
}

/** What of a queue waits for its client. */
function clientQueue(row: { atClient: number; atClientOldestAtMs: number | null } | undefined): Queue {
  return queue(row && { count: row.atClient, oldestAtMs: row.atClientOldestAtMs });
}

/** A queue as it is shown. @param row its count, and the age of its oldest item */
export function queue(row: { count: number; oldestAtMs: number | null } | undefined): Queue {
  const oldestAtMs = row?.oldestAtMs ?? null;
  return { count: row?.count ?? 0, oldestAt: oldestAtMs === null ? null : new Date(oldestAtMs).toISOString() };
}
