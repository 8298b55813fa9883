import { and, asc, inArray, isNotNull, lte, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Database, openDatabase, type Query } from "../../db/client.ts";
import { outbox, users } from "../../db/schema/index.ts";
import { HOUR_MS, MINUTE_MS } from "../contract/time.ts";
import type { Mail, Words } from "./compose-mail.ts";
import type { Bindings, Settings } from "./env.ts";
import { logEvent, logFault } from "./log.ts";
import type { Scope } from "./scope.ts";
import { noteCall } from "./service-calls.ts";

/**
 * Mail is a row in the batch that causes it, and is sent after the commit: at once by the request, again within a minute by
 * the alarm of an object (`mail-retry.ts`), and by the cron for what is left. The mail service drops a repeat of the same
 * Idempotency-Key, so each mail arrives once.
 */

const SEND_TIMEOUT_MS = 8_000;
/** A sender that died leaves its mails to the next one after this. */
const CLAIM_MS = 30_000;
/** Of the six connections that a Worker may have open, so that a mail service that hangs leaves some to other work. */
const BATCH_MAX = 3;
/** The cron's next run, a minute later, sends what is left. */
const ROUNDS_MS = 40_000;
/** Those of the first minute and about six hours of further ones. */
const ATTEMPTS_MAX = 15;
/** After each of the first failures: 5, 15 and 45 s after the first. Source: `security.md` section 3, rule 9. */
const RETRY_DELAYS_MS = [5_000, 10_000, 30_000] as const;
const RETRY_DELAY_MS_MAX = Math.max(...RETRY_DELAYS_MS);
/** Mails that are due already, and that a mail service which is away did not take, wait this long for the next alarm. */
const ALARM_PAUSE_MS = 2_000;

/** The statement that queues a mail. @returns its id is given in, so that the caller can send it after the commit */
export function queueMail(query: Query, id: string, mail: Mail, nowMs: number) {
  return query.insert(outbox).values({
    id,
    recipient: mail.to,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    createdAtMs: nowMs,
    nextAttemptAtMs: nowMs,
  });
}

/**
 * The statement that queues a mail to whom a condition on `users` fits, at their own address, and to nobody where it fits
 * none: for batches that must not differ by whether there is somebody.
 */
export function queueMailToUser(query: Query, id: string, words: Words, fits: SQL, nowMs: number) {
  return queueMailToEach(query, sql`${id}`, words, fits, nowMs);
}

/**
 * The same to every admin, where a condition holds.
 * @param id begins the id of each mail
 * @returns rows: the ids of the mails
 */
export function queueMailToAdmins(query: Query, id: string, words: Words, condition: SQL, nowMs: number) {
  const isAdmin = sql`${users.role} = 'admin' AND ${condition}`;
  return queueMailToEach(query, sql`${`${id}:`} || ${users.id}`, words, isAdmin, nowMs).returning({ id: outbox.id });
}

function queueMailToEach(query: Query, id: SQL, { subject, text, html }: Words, fits: SQL, nowMs: number) {
  return query.insert(outbox).select(
    query
      .select({
        id: sql<string>`${id}`.as("id"),
        recipient: users.email,
        subject: sql<string>`${subject}`.as("subject"),
        text: sql<string>`${text}`.as("text"),
        html: sql<string>`${html}`.as("html"),
        createdAtMs: sql<number>`${nowMs}`.as("created_at_ms"),
        attempts: sql<number>`0`.as("attempts"),
        nextAttemptAtMs: sql<number>`${nowMs}`.as("next_attempt_at_ms"),
        sentAtMs: sql<null>`NULL`.as("sent_at_ms"),
      })
      .from(users)
      .where(fits),
  );
}

/** What sending needs. @property retryAt has what failed sent again at a time, without the cron */
export type Mailer = {
  db: Database;
  settings: Settings;
  now: () => number;
  retryAt: (atMs: number) => Promise<void>;
};

/** The one object of its class. */
const MAIL_RETRY_NAME = "mail";

/** Sets the alarm of the object that sends failed mails again. Never throws: without the alarm the cron sends them. */
export async function retryMailAt({ MAIL_RETRY }: Pick<Bindings, "MAIL_RETRY">, atMs: number): Promise<void> {
  try {
    await MAIL_RETRY.getByName(MAIL_RETRY_NAME).retryAt(atMs);
  } catch (error) {
    logFault(error);
  }
}

/**
 * How long after a failed attempt the next one is due, in ms. The first retries are the alarm's; the ones after them come
 * twice as far apart each time, up to an hour.
 * @param attempts how many were made, the failed one too
 */
export function retryDelayMs(attempts: number): number {
  return RETRY_DELAYS_MS[attempts - 1] ?? Math.min(MINUTE_MS * 2 ** (attempts - RETRY_DELAYS_MS.length - 1), HOUR_MS);
}

/** When the next alarm is needed, epoch ms; null when no mail is due within the time of the alarm's retries. */
export async function nextRetryAt({ query, read }: Database, nowMs: number): Promise<number | null> {
  const [[next]] = await read([
    query
      .select({ atMs: outbox.nextAttemptAtMs })
      .from(outbox)
      .where(and(isNotNull(outbox.nextAttemptAtMs), lte(outbox.nextAttemptAtMs, nowMs + RETRY_DELAY_MS_MAX)))
      .orderBy(asc(outbox.nextAttemptAtMs))
      .limit(1),
  ]);
  return next?.atMs == null ? null : Math.max(next.atMs, nowMs + ALARM_PAUSE_MS);
}

/**
 * Sends what is due: claims it, hands each mail to the service, records the outcome. Any number may run together.
 * @param ids only these, or all that is due
 * @returns how many were sent and how many failed
 */
async function sendDueMail(mailer: Mailer, ids?: readonly string[]): Promise<{ sent: number; failed: number }> {
  const { query } = mailer.db;
  const nowMs = mailer.now();
  const due = query
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        isNotNull(outbox.nextAttemptAtMs),
        lte(outbox.nextAttemptAtMs, nowMs),
        ids ? inArray(outbox.id, [...ids]) : undefined,
      ),
    )
    .orderBy(asc(outbox.nextAttemptAtMs))
    .limit(BATCH_MAX);
  const [claimed] = await mailer.db.write([
    query
      .update(outbox)
      .set({ nextAttemptAtMs: nowMs + CLAIM_MS, attempts: sql`${outbox.attempts} + 1` })
      .where(inArray(outbox.id, due))
      .returning(),
  ]);
  if (claimed.length === 0) return { sent: 0, failed: 0 };

  const outcomes = await Promise.all(claimed.map(async (row) => ({ row, outcome: await send(mailer.settings, row) })));
  for (const { outcome } of outcomes) noteCall("mail", { isAnswer: outcome !== "failed" });
  await mailer.db.write(outcomes.map(({ row, outcome }) => recordOutcome(mailer, row, outcome)));
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

/** Sends everything that is due, round after round: after an outage there may be more than one round takes. */
export async function sendAllDueMail(mailer: Mailer): Promise<{ sent: number; failed: number }> {
  const total = { sent: 0, failed: 0 };
  for (const endsAtMs = mailer.now() + ROUNDS_MS; mailer.now() < endsAtMs; ) {
    const { sent, failed } = await sendDueMail(mailer);
    total.sent += sent;
    total.failed += failed;
    // With none going through, the service is away: what is left waits for the next run.
    if (sent === 0) break;
  }
  return total;
}

/**
 * Sends mails right after the batch that queued them, behind the answer. On a database handle of its own, so that its
 * round trips are not counted as the request's.
 */
export function sendSoon(scope: Scope, ids: readonly string[]): void {
  const { settings, now, bindings } = scope;
  const retryAt = (atMs: number) => retryMailAt(bindings, atMs);
  const db = openDatabase({ url: settings.DATABASE_URL, authToken: settings.DATABASE_AUTH_TOKEN });
  const sendInRounds = async () => {
    for (let sent = 0; sent < ids.length; sent += BATCH_MAX) {
      await sendDueMail({ db, settings, now, retryAt }, ids.slice(sent, sent + BATCH_MAX));
    }
  };
  // The alarm and the cron send what is left.
  scope.defer(sendInRounds().catch(logFault));
}

type Row = typeof outbox.$inferSelect;
/** `refused`: the service will never take it, e.g. an address that cannot exist. */
type Outcome = "sent" | "failed" | "refused";

async function send(settings: Settings, row: Row): Promise<Outcome> {
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

const sentReply = z.object({ id: z.string() });

function isOver(row: Row, outcome: Outcome): boolean {
  return outcome !== "failed" || row.attempts >= ATTEMPTS_MAX;
}

/** A mail that is done keeps no body: it held a code or a link. */
function recordOutcome({ db: { query }, now }: Mailer, row: Row, outcome: Outcome) {
  const wiped = { text: "", html: "", subject: "", nextAttemptAtMs: null };
  return query
    .update(outbox)
    .set(
      isOver(row, outcome)
        ? { ...wiped, sentAtMs: outcome === "sent" ? now() : null }
        : { nextAttemptAtMs: now() + retryDelayMs(row.attempts) },
    )
    .where(sql`${outbox.id} = ${row.id}`);
}
