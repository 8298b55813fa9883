import type { Database } from "../../../db/client.ts";
import { BACKUP } from "../../contract/limits.ts";
import { HOUR_MS } from "../../contract/time.ts";
import type { Settings } from "../../platform/env.ts";
import { selectLastRuns } from "../../platform/job-run-store.ts";
import { logEvent } from "../../platform/log.ts";
import {
  ALERT_QUEUES,
  type Incident,
  incidentKey,
  mailIncident,
  mailIncidentEnd,
} from "../../platform/mail/admin-alerts.ts";
import { CALLED_BY_JOB, queueRules, selectQueues } from "./queue-store.ts";
import { type Queue, queuesView } from "./queues-view.ts";

/** The environment of the check, which the cron provides. */
type Watch = {
  db: Database;
  settings: Pick<Settings, "APP_ORIGIN" | "QUEUE_TARGET_HOURS" | "UNVERIFIED_PAYOUT" | "SOLE_APPROVER_PAYOUT">;
  now: () => number;
};

/**
 * Looks for what is overdue: an item that has waited in a queue of the admins for longer than the target, and a backup that
 * was not made. The admins get a mail when it begins, one each day while it lasts, and one when it is over.
 * @returns how many incidents last
 */
export async function watchOverdue({ db, settings, now }: Watch): Promise<{ overdue: number }> {
  const { query } = db;
  const { APP_ORIGIN, QUEUE_TARGET_HOURS: hours } = settings;
  const nowMs = now();
  const incidents: Incident[] = [
    ...ALERT_QUEUES.map((queue) => ({ event: "queue_over_age" as const, queue, hours })),
    { event: "backup_missed", hours: BACKUP.lateHours },
  ];
  const [stages, identities, exceptions, imports, runs] = await db.read([
    ...selectQueues(query, CALLED_BY_JOB, queueRules(settings, nowMs)),
    selectLastRuns(query, CALLED_BY_JOB, ["backup", ...incidents.map(incidentKey)]),
  ]);
  const queues = queuesView([stages, identities, exceptions, imports]);
  const { review, secondApproval, payout } = queues.withdrawals;
  // A request on hold waits for time to pass, not for an admin.
  const waiting = { ...queues, withdrawals: oldestOf([review, secondApproval, payout]) };
  const sinceMs = (incident: Incident): number => {
    if (incident.event === "backup_missed") return runs.find(({ job }) => job === "backup")?.ranAtMs ?? 0;
    const { oldestAt } = waiting[incident.queue];
    return oldestAt === null ? nowMs : Date.parse(oldestAt);
  };
  const lasting = incidents.filter((incident) => nowMs - sinceMs(incident) > incident.hours * HOUR_MS);
  for (const incident of lasting) {
    const [[mailed]] = await db.write([...mailIncident(query, APP_ORIGIN, incident, nowMs)]);
    if (mailed)
      logEvent(incident.event, { alert: true, ...(incident.event === "queue_over_age" && { queue: incident.queue }) });
  }
  for (const incident of incidents) {
    const isMailed = runs.some(({ job }) => job === incidentKey(incident));
    if (isMailed && !lasting.includes(incident)) await db.write(mailIncidentEnd(query, APP_ORIGIN, incident, nowMs));
  }
  return { overdue: lasting.length };
}

/** Returns the queue whose oldest item is the oldest. */
function oldestOf(queues: readonly Queue[]): Pick<Queue, "oldestAt"> {
  const times = queues.flatMap(({ oldestAt }) => oldestAt ?? []);
  return { oldestAt: times.toSorted()[0] ?? null };
}
