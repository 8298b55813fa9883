import type { SQL } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { type Both, inBoth } from "../contract/in-both.ts";
import { ADMIN_ALERT_TEXT as khmer } from "./admin-alert-text.km.ts";
import { ADMIN_ALERT_TEXT as english } from "./admin-alert-text.ts";
import { HAS_CHANGED_ONE } from "./audit-log-store.ts";
import { composeContent, HELLO, type MailContent } from "./compose-mail.ts";
import { countWhileWithinIf } from "./counter-store.ts";
import { queueMailToAdmins } from "./outbox-store.ts";
import { LIMITS } from "./rate-limit.ts";

const TEXT = inBoth(english, khmer);

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

function alertMail(appOrigin: string, alert: AdminAlert): MailContent {
  const { subject, happened, path, screen } = alertText(alert);
  return composeContent(subject, [HELLO, happened, { link: `${appOrigin}${path}`, text: screen }, TEXT.again]);
}

function alertText(alert: AdminAlert): { subject: Both; happened: Both; path: string; screen: Both } {
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
