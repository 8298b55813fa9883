import type { SQL } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { HAS_CHANGED_ONE } from "./audit-log-store.ts";
import { composeContent, HELLO, type MailContent } from "./compose-mail.ts";
import { countWhileWithinIf } from "./counter-store.ts";
import { queueMailToAdmins } from "./outbox-store.ts";
import { LIMITS } from "./rate-limit.ts";

/** An event that every admin is e-mailed about. The log line of the event has the same name. */
export type AdminAlert =
  | { event: "ledger_differs" }
  | { event: "tape_differs" }
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

/** Names no person and no amount, because people other than the admin may read the mail. */
function alertMail(appOrigin: string, alert: AdminAlert): MailContent {
  const { subject, happened, path, screen } = alertText(alert);
  return composeContent(subject, [
    HELLO,
    happened,
    { link: `${appOrigin}${path}`, text: screen },
    "If the same happens again within the hour, you will not receive another e-mail about it.",
  ]);
}

function alertText(alert: AdminAlert): { subject: string; happened: string; path: string; screen: string } {
  switch (alert.event) {
    case "ledger_differs":
      return {
        subject: "The ledger differs, and withdrawals are stopped",
        happened:
          "A balance differs from its entries or its records. No withdrawal is requested, approved or completed until somebody has found out why and resumed withdrawals.",
        path: "/admin/ledger",
        screen: "Ledger",
      };
    case "tape_differs":
      return {
        subject: "The price tape has a fault",
        happened:
          "A sealed minute of the price tape is missing, or is not what it was when it was sealed. Live prices are not affected. The overview names each fault. Do not rely on the stored prices of that time until the cause is known.",
        path: "/admin",
        screen: "Overview",
      };
    case "payment_mismatch":
      return {
        subject: "A payment does not match its deposit",
        happened: alert.isOurs
          ? `A payment for the deposit ${alert.billNumber} does not match it and was not credited. It waits for a decision.`
          : `The payment network says that the deposit ${alert.billNumber} was paid to an account that is not ours. Nothing was credited.`,
        path: alert.isOurs ? "/admin/exceptions" : "/admin/deposits",
        screen: alert.isOurs ? "Exceptions" : "Deposits",
      };
    case "credit_not_confirmed":
      return {
        subject: "A credited deposit is not confirmed",
        happened: `The deposit ${alert.billNumber} was credited, and the payment network does not confirm its payment. Compare it with the bank's own records.`,
        path: "/admin/deposits",
        screen: "Deposits",
      };
    case "job_failed":
      return {
        subject: `The job "${alert.job}" failed`,
        happened: `The job "${alert.job}" of the product failed or exceeded its time limit. It runs again by itself; if it fails for longer, the Worker's log says why.`,
        path: "/admin",
        screen: "Overview",
      };
  }
}
