import type { BatchResponse } from "drizzle-orm/batch";
import {
  type Cause,
  INCIDENT,
  INCIDENT_QUEUES,
  type IncidentKind,
  type IncidentQueue,
} from "../../contract/incidents.ts";
import { BACKUP } from "../../contract/limits.ts";
import { HOUR_MS } from "../../contract/time.ts";
import type { readHealth } from "../../health/read-health.ts";
import type { Settings } from "../../platform/env.ts";
import type { Operation } from "../../platform/operation-settings.ts";
import { type Queue, queuesView } from "../overview/queues-view.ts";
import type { selectCauses } from "./cause-store.ts";

export type CauseRows = BatchResponse<ReturnType<typeof selectCauses>>;
export type Health = Pick<Awaited<ReturnType<typeof readHealth>>, "services" | "feed">;

/** @property unknown the kinds about which nothing is known now, so that their incidents neither begin nor end */
export type SeenCauses = { seen: Cause[]; unknown: ReadonlySet<IncidentKind> };

/** Services whose failures have a kind of their own. */
const OTHER_KINDS: readonly string[] = ["jobs", "prices"];
/** Services that are called when there is something to tell, and that the next channel stands in for: one failure alone calls nobody. */
const FAILURES_MIN: Readonly<Record<string, number>> = { push: 3, telegram: 3 };

/** What queues are late by: their target ages in working hours, and those hours by the clock of the operation's zone. */
type Targets = Pick<Operation, "targetHours" | "workingHours"> & Pick<Settings, "OPERATION_TIME_ZONE">;

/** The causes that last now. */
export function seenCauses(rows: CauseRows, health: Health, targets: Targets, nowMs: number): SeenCauses {
  const [[state], mismatches, runs, stages, identities, exceptions, imports] = rows;
  const { services, feed } = health;
  const unknown = new Set<IncidentKind>();
  if (!services) unknown.add("provider_down");
  if (!feed) unknown.add("feed_stale");
  const backupAtMs = runs.find(({ job }) => job === "backup")?.ranAtMs ?? 0;
  const failedAtMs = runs.find(({ job }) => job === "backup_failed")?.ranAtMs ?? 0;
  const isLate = lateQueues(
    queuesView([stages, identities, exceptions, imports], { ...targets, timeZone: targets.OPERATION_TIME_ZONE, nowMs }),
  );
  const alone = (kind: IncidentKind, isSeen: boolean): Cause[] => (isSeen ? [{ kind, about: null }] : []);
  const seen: Cause[] = [
    ...alone("ledger_differs", state?.ledgerDiffers === 1),
    ...alone("withdrawals_paused", state?.isPaused === 1),
    ...mismatches.map(({ billNumber }) => ({ kind: "payment_mismatch" as const, about: billNumber })),
    ...(services ?? []).flatMap(({ service, state: known, failures }): Cause[] => {
      const isDown = known === "down" && failures >= (FAILURES_MIN[service] ?? 0);
      return isDown && !OTHER_KINDS.includes(service) ? [{ kind: "provider_down", about: service }] : [];
    }),
    ...alone("feed_stale", feed !== null && isStale(feed, nowMs)),
    ...alone("tape_differs", state?.tapeDiffers === 1),
    ...INCIDENT_QUEUES.filter(isLate).map((about) => ({ kind: "queue_over_age" as const, about })),
    ...alone("backup_missed", nowMs - backupAtMs > BACKUP.lateHours * HOUR_MS),
    ...alone("backup_failed", failedAtMs > backupAtMs),
  ];
  return { seen, unknown };
}

/** Whether nothing has come from any source for too long. A feed that nobody listens to is not connected. */
function isStale({ isWanted, heardAt }: NonNullable<Health["feed"]>, nowMs: number): boolean {
  return isWanted && (heardAt === null || nowMs - Date.parse(heardAt) > INCIDENT.feedStaleMs);
}

/** Tells of a queue whether one of its items has waited for longer than its target: the figures are those of the screens. */
function lateQueues(queues: ReturnType<typeof queuesView>): (queue: IncidentQueue) => boolean {
  const { review, secondApproval, payout } = queues.withdrawals;
  // A request on hold waits for time to pass, not for an admin.
  const waiting: Record<IncidentQueue, readonly Queue[]> = {
    withdrawals: [review, secondApproval, payout],
    identities: [queues.identities],
    exceptions: [queues.exceptions],
    imports: [queues.imports],
  };
  return (queue) => waiting[queue].some(({ late }) => late > 0);
}
