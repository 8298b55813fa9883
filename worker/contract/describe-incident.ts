import type { INCIDENT_TEXT } from "./incident-text.ts";
import { type Cause, INCIDENT_QUEUES, type IncidentQueue } from "./incidents.ts";
import type { Translation } from "./languages.ts";
import { BACKUP } from "./limits.ts";

/** How many working hours an item of each queue may wait. */
export type TargetHours = Readonly<Record<IncidentQueue, number>>;

type Texts = Translation<typeof INCIDENT_TEXT>;

/** What is said of an incident: while it lasts (`subject`, `happened`), and when it has ended (`over`, `ended`). */
export type IncidentWords = Record<"subject" | "happened" | "over" | "ended", string>;

/** The admin screen where the cause is seen and mended. */
export type IncidentScreen = keyof Texts["screen"];

/**
 * Says an incident in the language of the texts. @param targetHours the target ages of the queues
 */
export function describeIncident(text: Texts, { kind, about }: Cause, targetHours: TargetHours): IncidentWords {
  const named = about ?? "";
  switch (kind) {
    case "queue_over_age": {
      const { subject, happened, over, ended } = text.queue[queueOf(named)];
      const hours = targetHours[queueOf(named)];
      return { subject, happened: happened(hours), over, ended: ended(hours) };
    }
    case "backup_missed": {
      const { subject, happened, over, ended } = text.backupMissed;
      return { subject, happened: happened(BACKUP.lateHours), over, ended };
    }
    case "backup_failed":
      return text.backupFailed;
    case "ledger_differs":
      return text.ledgerDiffers;
    case "withdrawals_paused":
      return text.withdrawalsPaused;
    case "tape_differs":
      return text.tapeDiffers;
    case "feed_stale":
      return text.feedStale;
    case "payment_mismatch":
      return ofBill(text.paymentMismatch, named);
    case "wrong_account":
      return ofBill(text.wrongAccount, named);
    case "credit_not_confirmed":
      return ofBill(text.creditNotConfirmed, named);
    case "provider_down":
      return ofName(text.providerDown, serviceName(text, named));
    case "job_failed":
      return ofName(text.jobFailed, named);
  }
}

/** Where the cause of an incident is seen. */
export function screenOf({ kind, about }: Cause): IncidentScreen {
  switch (kind) {
    case "queue_over_age":
      return queueOf(about ?? "");
    case "payment_mismatch":
      return "exceptions";
    case "wrong_account":
    case "credit_not_confirmed":
      return "deposits";
    case "ledger_differs":
      return "ledger";
    default:
      return "overview";
  }
}

function queueOf(name: string) {
  return INCIDENT_QUEUES.find((queue) => queue === name) ?? "withdrawals";
}

function serviceName({ services }: Texts, name: string): string {
  return Object.entries(services).find(([service]) => service === name)?.[1] ?? name;
}

type Named = (name: string) => string;

/** What an acknowledgement ends is not told to have ended. */
function ofBill(text: { subject: Named; happened: Named; over?: Named; ended: Named }, bill: string): IncidentWords {
  const { subject, happened, over = subject, ended } = text;
  return ofName({ subject, happened, over, ended }, bill);
}

function ofName(text: Record<keyof IncidentWords, Named>, name: string): IncidentWords {
  const { subject, happened, over, ended } = text;
  return { subject: subject(name), happened: happened(name), over: over(name), ended: ended(name) };
}
