import { type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { HAS_CHANGED_ONE } from "./audit.ts";
import { composeWords, type Words } from "./compose-mail.ts";
import { queueMailToAdmins } from "./mail-outbox.ts";
import { countWhileWithin, LIMITS } from "./rate-limit.ts";

/** What every admin is mailed about, besides the line in the log of the same name. */
export type AdminAlert =
  | { event: "ledger_differs" }
  | { event: "payment_mismatch"; billNumber: string; isOurs: boolean }
  | { event: "credit_not_confirmed"; billNumber: string }
  | { event: "job_failed"; job: string };

/**
 * The statements that mail every admin, once an hour for each event, and for each job of its own.
 * @param condition whether there is something to tell, for the batch that finds it out
 * @returns rows of the second statement: the ids of the mails
 */
export function alertAdmins(query: Query, appOrigin: string, alert: AdminAlert, condition: SQL, nowMs: number) {
  const key = `adminAlert:${alert.event}${alert.event === "job_failed" ? `:${alert.job}` : ""}`;
  return [
    countWhileWithin(query, sql`SELECT ${key} AS key WHERE ${condition}`, LIMITS.adminAlert, nowMs),
    queueMailToAdmins(query, crypto.randomUUID(), alertMail(appOrigin, alert), HAS_CHANGED_ONE, nowMs),
  ] as const;
}

/** It names no person and no sum: mail is read by others too. */
function alertMail(appOrigin: string, alert: AdminAlert): Words {
  const { subject, happened, path, screen } = wordsOf(alert);
  return composeWords(subject, [
    "Hello,",
    happened,
    { link: `${appOrigin}${path}`, words: screen },
    "If the same happens again within the hour, you will not receive another e-mail about it.",
  ]);
}

function wordsOf(alert: AdminAlert): { subject: string; happened: string; path: string; screen: string } {
  switch (alert.event) {
    case "ledger_differs":
      return {
        subject: "The ledger differs, and withdrawals are stopped",
        happened:
          "A balance differs from its entries or its records. No withdrawal is requested, approved or completed until somebody has found out why and resumed withdrawals.",
        path: "/admin/ledger",
        screen: "Ledger",
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
