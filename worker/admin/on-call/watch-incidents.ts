import type { Database } from "../../../db/client.ts";
import { causeName, INCIDENT_KINDS, readCause } from "../../contract/incidents.ts";
import type { Settings } from "../../platform/env.ts";
import {
  endIncident,
  type IncidentRow,
  seeIncident,
  selectOpenIncidents,
} from "../../platform/incidents/incident-store.ts";
import { type FirstSettings, operationOf } from "../../platform/operation-settings.ts";
import { selectSettings } from "../../platform/operation-settings-sql.ts";
import { CALLED_BY_JOB } from "../lists/decides-sql.ts";
import { queueRules } from "../overview/queue-store.ts";
import { selectCauses } from "./cause-store.ts";
import { mailEnd } from "./incident-mails.ts";
import { type Health, type SeenCauses, seenCauses } from "./seen-causes.ts";

/** The environment of the watch, which the cron provides. */
export type IncidentWatch = {
  db: Database;
  settings: FirstSettings &
    Pick<Settings, "APP_ORIGIN" | "SOLE_APPROVER_PAYOUT" | "OPERATION_TIME_ZONE" | "ON_CALL_REPEAT_MINUTES">;
  /** The state of outside services and of the feed. */
  health: () => Promise<Health>;
  now: () => number;
};

/**
 * Opens an incident for each cause that is seen, and ends those whose cause is gone. Who was told of one is mailed that it has ended.
 * @returns how many last
 */
export async function watchIncidents({ db, settings, health, now }: IncidentWatch): Promise<{ lasting: number }> {
  const { query } = db;
  const known = await health();
  const nowMs = now();
  const [open, set, ...rows] = await db.read([
    selectOpenIncidents(query),
    selectSettings(query, CALLED_BY_JOB),
    ...selectCauses(query, queueRules(settings, nowMs)),
  ]);
  const operation = { ...settings, ...operationOf(set, settings) };
  const causes = seenCauses(rows, known, operation, nowMs);
  if (causes.seen.length > 0) await db.write(causes.seen.map((cause) => seeIncident(query, cause, nowMs)));
  const over = open.filter((incident) => isOver(incident, causes, nowMs));
  for (const { id, cause } of over) {
    const named = readCause(cause);
    if (named === null) continue;
    await db.write([endIncident(query, id, nowMs, nowMs), mailEnd(query, operation, { id, cause: named }, nowMs)]);
  }
  const opened = causes.seen.filter((cause) => !open.some((incident) => incident.cause === causeName(cause)));
  return { lasting: open.length - over.length + opened.length };
}

/** Whether the cause of an incident is gone, as far as this version knows it. */
function isOver({ cause, seenAtMs }: IncidentRow, { seen, unknown }: SeenCauses, nowMs: number): boolean {
  const named = readCause(cause);
  if (named === null) return false;
  const { isWatched, endsAfterMs } = INCIDENT_KINDS[named.kind];
  if (isWatched) return !unknown.has(named.kind) && !seen.some((one) => causeName(one) === cause);
  return endsAfterMs !== null && nowMs - seenAtMs > endsAfterMs;
}
