import type { BatchResponse } from "drizzle-orm/batch";
import { WITHDRAWAL } from "../../contract/limits.ts";
import type { selectArrivals, selectQueues, WithdrawalStage } from "./queue-store.ts";

/** How many wait, and since when the oldest of them; null when none does. */
export type Queue = { count: number; oldestAt: string | null };

type QueueRows = BatchResponse<ReturnType<typeof selectQueues>>;

/** What waits at the desk. Withdrawals stand once in what they wait for; a claim is an admin at work on one of them. */
export function queuesView([stages, [identities], [exceptions], [imports]]: QueueRows) {
  const stage = (name: WithdrawalStage) => queue(stages.find((row) => row.stage === name));
  const claimEnds = stages.flatMap(({ claimEndsAtMs }) => claimEndsAtMs ?? []);
  return {
    withdrawals: {
      review: stage("review"),
      secondApproval: stage("second_approval"),
      held: stage("held"),
      payout: stage("payout"),
      claims: queue({
        count: stages.reduce((total, { claimed }) => total + claimed, 0),
        oldestAtMs: claimEnds.length === 0 ? null : Math.min(...claimEnds) - WITHDRAWAL.claimMs,
      }),
    },
    identities: queue(identities),
    exceptions: queue(exceptions),
    /** Files that are more than their sender may import alone. */
    imports: queue(imports),
  };
}

type ArrivalRows = BatchResponse<ReturnType<typeof selectArrivals>>;

/** When something last came to each queue; null where nothing ever did. */
export function arrivalsView([withdrawals, identities, exceptions]: ArrivalRows) {
  const last = ([row]: { atMs: number }[]) => (row ? new Date(row.atMs).toISOString() : null);
  return { withdrawals: last(withdrawals), identities: last(identities), exceptions: last(exceptions) };
}

function queue(row: { count: number; oldestAtMs: number | null } | undefined): Queue {
  const oldestAtMs = row?.oldestAtMs ?? null;
  return { count: row?.count ?? 0, oldestAt: oldestAtMs === null ? null : new Date(oldestAtMs).toISOString() };
}
