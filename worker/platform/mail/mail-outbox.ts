import * as z from "zod";
import { type Database, openDatabase } from "../../../db/client.ts";
import { HOUR_MS, MINUTE_MS } from "../../contract/time.ts";
import { type Bindings, databaseOptions, type Settings } from "../env.ts";
import { logEvent, logFault } from "../log.ts";
import type { Scope } from "../scope.ts";
import { noteCall } from "../services/service-calls.ts";
import { claimDueMails, finishMail, type OutboxRow, postponeMail, selectNextAttempt } from "./outbox-store.ts";

/**
 * The mail outbox. A mail is a row in the batch that causes it and is sent after the commit: at once by the request,
 * again within a minute by the alarm of a Durable Object (`mail-retry.ts`), and by the cron for the rest. The mail
 * service drops a repeated Idempotency-Key, so each mail arrives once.
 */

const SEND_TIMEOUT_MS = 8_000;
/** When a sender dies, another one may claim its mails after this time. */
const CLAIM_MS = 30_000;
/** A Worker may have six open connections. Half of them stay free for other work when the mail service hangs. */
const BATCH_MAX = 3;
/** The next run of the cron, a minute later, sends the rest. */
const ROUNDS_MS = 40_000;
/** The attempts of the first minute and of about six hours after it. */
const ATTEMPTS_MAX = 15;
/**
 * The delays after each of the first failures: 5, 15 and 45 s after the first attempt. Source: `security.md` section 3,
 * rule 9.
 */
const RETRY_DELAYS_MS = [5_000, 10_000, 30_000] as const;
const RETRY_DELAY_MS_MAX = Math.max(...RETRY_DELAYS_MS);
/** The delay of the next alarm while mails are due already because the mail service is down. */
const ALARM_PAUSE_MS = 2_000;

/** The dependencies of sending. @property retryAt schedules another attempt at a time, without the cron */
export type Mailer = {
  db: Database;
  settings: Settings;
  now: () => number;
  retryAt: (atMs: number) => Promise<void>;
};

/** The class has a single object. */
const MAIL_RETRY_NAME = "mail";

/** Sets the alarm of the object that retries failed mails. Never throws: without the alarm the cron sends them. */
export async function retryMailAt({ MAIL_RETRY }: Pick<Bindings, "MAIL_RETRY">, atMs: number): Promise<void> {
  try {
    await MAIL_RETRY.getByName(MAIL_RETRY_NAME).retryAt(atMs);
  } catch (error) {
    logFault(error);
  }
}

/**
 * The delay before the next attempt, in ms. The alarm makes the first retries; after those the delay doubles each time,
 * up to an hour.
 * @param attempts how many were made, including the failed one
 */
export function retryDelayMs(attempts: number): number {
  return RETRY_DELAYS_MS[attempts - 1] ?? Math.min(MINUTE_MS * 2 ** (attempts - RETRY_DELAYS_MS.length - 1), HOUR_MS);
}

/** When the next alarm is needed, epoch ms; null when no mail is due within the time that the alarm covers. */
export async function nextRetryAt({ query, read }: Database, nowMs: number): Promise<number | null> {
  const [[next]] = await read([selectNextAttempt(query, nowMs + RETRY_DELAY_MS_MAX)]);
  return next?.atMs == null ? null : Math.max(next.atMs, nowMs + ALARM_PAUSE_MS);
}

/**
 * Sends mails that are due: claims them, sends each to the mail service, records the outcomes. Safe to run
 * concurrently.
 * @param ids only these mails, or all that are due
 * @returns how many were sent and how many failed
 */
async function sendDueMail(mailer: Mailer, ids?: readonly string[]): Promise<{ sent: number; failed: number }> {
  const { query } = mailer.db;
  const nowMs = mailer.now();
  const [claimed] = await mailer.db.write([
    claimDueMails(query, { nowMs, untilMs: nowMs + CLAIM_MS, max: BATCH_MAX, ids }),
  ]);
  if (claimed.length === 0) return { sent: 0, failed: 0 };

  const outcomes = await Promise.all(claimed.map(async (row) => ({ row, outcome: await send(mailer.settings, row) })));
  for (const { outcome } of outcomes) noteCall("mail", { isAnswer: outcome !== "failed" });
  await mailer.db.write(
    outcomes.map(({ row, outcome }) =>
      isOver(row, outcome)
        ? finishMail(query, row.id, outcome === "sent" ? mailer.now() : null)
        : postponeMail(query, row.id, mailer.now() + retryDelayMs(row.attempts)),
    ),
  );
  for (const { row, outcome } of outcomes) {
    if (outcome !== "sent")
      logEvent(isOver(row, outcome) ? "mail_given_up" : "mail_delayed", { mail: row.id, outcome });
  }
  const isRetriedSoon = outcomes.some(
    ({ row, outcome }) => !isOver(row, outcome) && row.attempts <= RETRY_DELAYS_MS.length,
  );
  if (isRetriedSoon) await mailer.retryAt(mailer.now() + RETRY_DELAYS_MS[0]);
  const sent = outcomes.filter(({ outcome }) => outcome === "sent").length;
  return { sent, failed: outcomes.length - sent };
}

/** Sends all mails that are due, in several rounds: after an outage more may be due than one round takes. */
export async function sendAllDueMail(mailer: Mailer): Promise<{ sent: number; failed: number }> {
  const total = { sent: 0, failed: 0 };
  for (const endsAtMs = mailer.now() + ROUNDS_MS; mailer.now() < endsAtMs; ) {
    const { sent, failed } = await sendDueMail(mailer);
    total.sent += sent;
    total.failed += failed;
    // When none succeeded, the service is down: the rest waits for the next run.
    if (sent === 0) break;
  }
  return total;
}

/**
 * Sends mails right after the batch that queued them, without delaying the response. Uses a database handle of its own,
 * so that its round trips do not count as the request's.
 */
export function sendSoon(scope: Scope, ids: readonly string[]): void {
  const { settings, now, bindings } = scope;
  const retryAt = (atMs: number) => retryMailAt(bindings, atMs);
  const db = openDatabase(databaseOptions(settings));
  const sendInRounds = async () => {
    for (let sent = 0; sent < ids.length; sent += BATCH_MAX) {
      await sendDueMail({ db, settings, now, retryAt }, ids.slice(sent, sent + BATCH_MAX));
    }
  };
  // The alarm and the cron send the rest.
  scope.defer(sendInRounds().catch(logFault));
}

/** `refused`: the service will never accept it, e.g. because the address cannot exist. */
type Outcome = "sent" | "failed" | "refused";

async function send(settings: Settings, row: OutboxRow): Promise<Outcome> {
  try {
    const reply = await fetch(new URL("/emails", settings.MAIL_API_URL), {
      method: "POST",
      headers: {
        Authorization: `Bearer ${settings.MAIL_API_KEY}`,
        "Content-Type": "application/json",
        "Idempotency-Key": row.id,
      },
      body: JSON.stringify({
        from: settings.MAIL_FROM,
        to: [row.recipient],
        subject: row.subject,
        text: row.text,
        html: row.html,
        ...(row.unsubscribeUrl !== null && { headers: unsubscribeHeaders(row.unsubscribeUrl) }),
      }),
      signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
      redirect: "manual",
    });
    if (reply.status === 422 || reply.status === 400) return "refused";
    return reply.ok && sentReply.safeParse(await reply.json()).success ? "sent" : "failed";
  } catch {
    return "failed";
  }
}

/** By these a mail program ends such mails with one press, by a POST to the link. Source: RFC 8058 */
function unsubscribeHeaders(url: string): Record<string, string> {
  return { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

const sentReply = z.object({ id: z.string() });

function isOver(row: OutboxRow, outcome: Outcome): boolean {
  return outcome !== "failed" || row.attempts >= ATTEMPTS_MAX;
}
