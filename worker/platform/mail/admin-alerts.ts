import type { SQL } from "drizzle-orm";
import type { Query } from "../../../db/client.ts";
import { DAY_MS, MINUTE_MS } from "../../contract/time.ts";
import { joinLanguages, type Translated } from "../../contract/translated.ts";
import { HAS_CHANGED_ONE } from "../audit-log-store.ts";
import { countWhileWithinIf } from "../counter-store.ts";
import { claimRun, forgetRun } from "../job-run-store.ts";
import { LIMITS } from "../rate-limit.ts";
import { ADMIN_ALERT_TEXT as khmer } from "./admin-alert-text.km.ts";
import { ADMIN_ALERT_TEXT as english } from "./admin-alert-text.ts";
import { composeContent, HELLO, type MailContent } from "./compose-mail.ts";
import { queueMailToAdmins } from "./outbox-store.ts";

const TEXT = joinLanguages({ en: english, km: khmer });

/** An event that every admin is e-mailed about. The log line of the event has the same name. */
export type AdminAlert =
  | { event: "ledger_differs" }
  | { event: "tape_differs" }
  | { event: "withdrawals_paused" }
  | { event: "payment_mismatch"; billNumber: string; isOurs: boolean }
  | { event: "credit_not_confirmed"; billNumber: string }
  | { event: "job_failed"; job: string };

/**
 * The statements that e-mail every admin, at most once an hour for each event (for `job_failed`, for each job).
 * @param condition holds when the event happened, for a batch that detects it itself; without one it has happened
 * @returns rows of the second statement: the ids of the mails
 */
export function alertAdmins(query: Query, appOrigin: string, alert: AdminAlert, nowMs: number, condition?: SQL) {
  const key = `adminAlert:${alert.event}${alert.event === "job_failed" ? `:${alert.job}` : ""}`;
  return [
    countWhileWithinIf(query, key, LIMITS.adminAlert, nowMs, condition),
    queueMailToAdmins(query, crypto.randomUUID(), alertMail(appOrigin, alert), HAS_CHANGED_ONE, nowMs),
  ] as const;
}

/** The queues of the admins, as an alert names them. */
export const ALERT_QUEUES = ["withdrawals", "identities", "exceptions", "imports"] as const;

/** Something that is overdue for as long as nobody does it. */
export type Incident =
  | { event: "queue_over_age"; queue: (typeof ALERT_QUEUES)[number]; hours: number }
  | { event: "backup_missed"; hours: number };

/** The name under which the last mail of an incident is recorded, for as long as it lasts. */
export function incidentKey(incident: Incident): string {
  return `alert:${incident.event}${incident.event === "queue_over_age" ? `:${incident.queue}` : ""}`;
}

/** Slightly less than a day, so that the mail of each day comes at about the same time. */
const MAILED_AGAIN_MS = DAY_MS - 5 * MINUTE_MS;

/**
 * The statements that e-mail every admin about an incident that lasts: when it begins, and again each day.
 * @returns rows of the first: one exactly when it is mailed
 */
export function mailIncident(query: Query, appOrigin: string, incident: Incident, nowMs: number) {
  const { subject, happened } = incidentText(incident);
  const mail = incidentMail(appOrigin, incident, subject, [happened, TEXT.eachDay]);
  return [
    claimRun(query, incidentKey(incident), MAILED_AGAIN_MS, nowMs),
    queueMailToAdmins(query, `overdue:${crypto.randomUUID()}`, mail, HAS_CHANGED_ONE, nowMs),
  ] as const;
}

/** The statements that e-mail every admin that an incident has ended, unless it was mailed already that it has. */
export function mailIncidentEnd(query: Query, appOrigin: string, incident: Incident, nowMs: number) {
  const { over, ended } = incidentText(incident);
  const mail = incidentMail(appOrigin, incident, over, [ended]);
  return [
    forgetRun(query, incidentKey(incident)),
    queueMailToAdmins(query, `overdue:${crypto.randomUUID()}`, mail, HAS_CHANGED_ONE, nowMs),
  ] as const;
}

function incidentMail(
  appOrigin: string,
  incident: Incident,
  subject: Translated,
  said: readonly Translated[],
): MailContent {
  const { path, screen } = incidentText(incident);
  return composeContent(subject, [HELLO, ...said, { link: `${appOrigin}${path}`, text: screen }]);
}

function incidentText(incident: Incident): Record<"subject" | "happened" | "over" | "ended" | "screen", Translated> & {
  path: string;
} {
  if (incident.event === "backup_missed") {
    const { subject, happened, over, ended } = TEXT.backupMissed;
    return { subject, happened: happened(incident.hours), over, ended, path: "/admin", screen: TEXT.screen.overview };
  }
  const { queue, hours } = incident;
  const { subject, happened, over, ended } = TEXT.queueOverAge[queue];
  const screen = TEXT.screen[queue];
  return { subject, happened: happened(hours), over, ended: ended(hours), path: `/admin/${queue}`, screen };
}

function alertMail(appOrigin: string, alert: AdminAlert): MailContent {
  const { subject, happened, path, screen } = alertText(alert);
  return composeContent(subject, [HELLO, happened, { link: `${appOrigin}${path}`, text: screen }, TEXT.again]);
}

function alertText(alert: AdminAlert): { subject: Translated; happened: Translated; path: string; screen: Translated } {
  switch (alert.event) {
    case "ledger_differs":
      return { ...TEXT.ledgerDiffers, path: "/admin/ledger", screen: TEXT.screen.ledger };
    case "tape_differs":
      return { ...TEXT.tapeDiffers, path: "/admin", screen: TEXT.screen.overview };
    case "withdrawals_paused":
      return { ...TEXT.withdrawalsPaused, path: "/admin", screen: TEXT.screen.overview };
    case "payment_mismatch": {
      const { subject, ours, others } = TEXT.paymentMismatch;
      const { billNumber } = alert;
      return alert.isOurs
        ? { subject, happened: ours(billNumber), path: "/admin/exceptions", screen: TEXT.screen.exceptions }
        : { subject, happened: others(billNumber), path: "/admin/deposits", screen: TEXT.screen.deposits };
    }
    case "credit_not_confirmed": {
      const { subject, happened } = TEXT.creditNotConfirmed;
      return { subject, happened: happened(alert.billNumber), path: "/admin/deposits", screen: TEXT.screen.deposits };
    }
    case "job_failed": {
      const { subject, happened } = TEXT.jobFailed;
      return {
        subject: subject(alert.job),
        happened: happened(alert.job),
        path: "/admin",
        screen: TEXT.screen.overview,
      };
    }
  }
}
