import type { Database, Query, Statement } from "../../../db/client.ts";
import { INCIDENT, readCause } from "../../contract/incidents.ts";
import { MINUTE_MS } from "../../contract/time.ts";
import { insertDutyNotification } from "../../notifications/notification-store.ts";
import { refusedBy } from "../../platform/database-refusal.ts";
import {
  claimTell,
  confirmTells,
  type IncidentRow,
  insertTell,
  mailInstead,
  selectOpenIncidents,
  selectUnreached,
} from "../../platform/incidents/incident-store.ts";
import { logEvent } from "../../platform/log.ts";
import { queueMailToAdmin } from "../../platform/mail/outbox-store.ts";
import { operationOf } from "../../platform/operation-settings.ts";
import { selectSettings } from "../../platform/operation-settings-sql.ts";
import { CALLED_BY_JOB } from "../lists/decides-sql.ts";
import { type Called, callDetail, callMail } from "./incident-mails.ts";
import { bySeverity } from "./incident-words.ts";
import { onCallAt } from "./rota-rules.ts";
import { onCallFacts, selectOnCall } from "./rota-store.ts";
import type { IncidentWatch } from "./watch-incidents.ts";

/** The environment of the calls, which the cron provides. */
export type IncidentCalls = Omit<IncidentWatch, "health">;

/** An incident that is due, with how often it was told. */
type Due = Called & Pick<IncidentRow, "tells">;

/**
 * Calls who is on call about each incident that is due, and every admin when nobody is on call or it was repeated without an
 * acknowledgement. One message names all incidents that are due for a person. Who has channels of their own is called by them, and mailed
 * when none of them has reached them; everybody else is mailed at once.
 * @returns how many incidents were told, and how many mails took over from another channel
 */
export async function tellIncidents(calls: IncidentCalls): Promise<{ told: number; mailed: number }> {
  const mailed = await mailUnreached(calls);
  for (let attemptsLeft = 3; ; attemptsLeft -= 1) {
    try {
      return { told: await tellDue(calls), mailed };
    } catch (error) {
      if (attemptsLeft === 1 || !refusedBy(error, "incident_changed")) throw error;
    }
  }
}

async function tellDue({ db, settings, now }: IncidentCalls): Promise<number> {
  const { query } = db;
  const nowMs = now();
  const [open, set, ...rota] = await db.read([
    selectOpenIncidents(query),
    selectSettings(query, CALLED_BY_JOB),
    ...selectOnCall(query, CALLED_BY_JOB, nowMs),
  ]);
  const operation = { ...settings, ...operationOf(set, settings) };
  const due = open
    .filter(({ tellDueAtMs }) => tellDueAtMs !== null && tellDueAtMs <= nowMs)
    .flatMap(({ id, cause: name, tells }): Due[] => {
      const cause = readCause(name);
      return cause === null ? [] : [{ id, cause, tells }];
    })
    .sort((one, other) => bySeverity(one.cause, other.cause) || one.id - other.id);
  const [, , people] = rota;
  if (due.length === 0 || people.length === 0) return 0;

  const onCall = onCallAt(onCallFacts(rota, settings.OPERATION_TIME_ZONE), nowMs).userId;
  const isToEverybody = ({ tells }: Due) => onCall === null || tells > INCIDENT.repeatsAlone;
  const againAtMs = nowMs + settings.ON_CALL_REPEAT_MINUTES * MINUTE_MS;
  const statements: Statement[] = due.flatMap((incident) => claimTell(query, incident, againAtMs));
  for (const { id: userId, channels } of people) {
    const theirs = due.filter((incident) => userId === onCall || isToEverybody(incident));
    if (theirs.length === 0) continue;
    statements.push(
      ...callStatements(query, operation, { userId, channels }, theirs, theirs.every(isToEverybody), nowMs),
    );
  }
  await db.write(statements);
  for (const { cause, tells } of due) {
    const about = cause.about === null ? {} : { about: cause.about };
    logEvent("incident_told", { alert: true, kind: cause.kind, ...about, times: tells + 1 });
  }
  return due.length;
}

/** The statements that call one admin, and write down that they were. */
function callStatements(
  query: Query,
  operation: Parameters<typeof callMail>[0],
  { userId, channels }: { userId: string; channels: string | null },
  incidents: readonly Due[],
  isToEverybody: boolean,
  nowMs: number,
): Statement[] {
  const mailId = `call:${crypto.randomUUID()}:${userId}`;
  const subject = incidents.map(({ id, tells }) => `${id}.${tells + 1}`).join(" ");
  const by = channels === null ? { mailId } : { subject };
  return [
    channels === null
      ? queueMailToAdmin(query, mailId, callMail(operation, incidents, { isToEverybody }), userId, nowMs)
      : insertDutyNotification(query, { userId, subject, detail: callDetail(operation, incidents) }, nowMs),
    ...incidents.map(({ id, tells }) => insertTell(query, { incidentId: id, number: tells + 1, userId, by }, nowMs)),
  ];
}

/**
 * Writes down who has been reached, and mails those whom no channel has reached: none is left, or their time has passed.
 * @returns how many mails
 */
async function mailUnreached({ db, settings, now }: IncidentCalls): Promise<number> {
  const { query } = db;
  const nowMs = now();
  const results = await db.write([
    ...confirmTells(query),
    selectUnreached(query, nowMs - INCIDENT.mailAfterMs),
    selectSettings(query, CALLED_BY_JOB),
  ]);
  const operation = { ...settings, ...operationOf(results[3], settings) };
  const unreached = Map.groupBy(results[2], ({ userId }) => userId);
  for (const [userId, tells] of unreached) {
    const mailId = `call:${crypto.randomUUID()}:${userId}`;
    const incidents = tells.flatMap(({ incidentId: id, cause: name }): Called[] => {
      const cause = readCause(name);
      return cause === null ? [] : [{ id, cause }];
    });
    await writeUnlessChanged(db, [
      ...tells.flatMap((tell) => mailInstead(query, tell, mailId)),
      queueMailToAdmin(query, mailId, callMail(operation, incidents, { isToEverybody: false }), userId, nowMs),
    ]);
  }
  return unreached.size;
}

/** Writes what an overlapping run of the cron may have written already. */
async function writeUnlessChanged(db: Database, statements: Statement[]): Promise<void> {
  try {
    await db.write(statements);
  } catch (error) {
    if (!refusedBy(error, "incident_changed")) throw error;
  }
}
