import { and, asc, inArray, isNotNull, isNull, lt, lte, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../../db/client.ts";
import { prepared, type Value } from "../../../db/prepared.ts";
import { notifications, outbox, users } from "../../../db/schema/index.ts";
import { LANGUAGE_DEFAULT } from "../../contract/languages.ts";
import { DAY_MS } from "../../contract/time.ts";
import type { Mail, MailContent, MailText } from "./compose-mail.ts";

/** The only SQL that writes the mail outbox. Functions return statements; verbs put them into batches. */

/** A row of `outbox`. */
export type OutboxRow = typeof outbox.$inferSelect;

/** The statement that queues a mail, in the language of the account with its address. @param id lets the caller send the mail after the commit */
export function queueMail(query: Query, id: string, mail: Mail, nowMs: number) {
  return insertMail(query, id, mail.to, JSON.stringify(mail.content), mail.event ?? null, nowMs);
}

const insertMail = prepared(
  (
    query,
    id: Value<string>,
    to: Value<string>,
    content: Value<string>,
    event: Value<string | null>,
    nowMs: Value<number>,
  ) => {
    const language = sql`(SELECT ${users.language} FROM ${users} WHERE ${users.email} = ${to})`;
    const [subject, text, html] = partsOf(sql`${content}`, language);
    return query.run(
      sql`INSERT INTO ${outbox} (id, recipient, subject, text, html, created_at_ms, next_attempt_at_ms, event) VALUES (${id}, ${to}, ${subject}, ${text}, ${html}, ${nowMs}, ${nowMs}, ${event})`,
    );
  },
);

/**
 * Subject, text and HTML of a mail as SQL: those of a language, or of the default one where it is none of ours.
 * @param content SQL of a {@link MailContent} as JSON
 */
function partsOf(content: SQL, language: SQL | typeof users.language): [subject: SQL, text: SQL, html: SQL] {
  const part = (name: keyof MailText) =>
    sql`coalesce(${content} -> ${language} ->> ${name}, ${content} -> ${LANGUAGE_DEFAULT} ->> ${name})`;
  return [part("subject"), part("text"), part("html")];
}

/**
 * The statement that queues a mail to the user that a condition on `users` matches, at that user's address. When no
 * user matches, nothing is queued and the batch still looks the same: it must not reveal whether an account exists.
 * @param unsubscribeUrl for a mail that its person can end: the link by which mail programs do so
 */
export function queueMailToUser(
  query: Query,
  id: string,
  content: MailContent,
  matches: SQL,
  nowMs: number,
  unsubscribeUrl: string | null = null,
) {
  return queueMailToEach(query, sql`${id}`, content, matches, nowMs, unsubscribeUrl);
}

/**
 * The statement that queues a mail to every admin, if a condition holds.
 * @param id begins the id of each mail
 * @returns rows: the ids of the mails
 */
export function queueMailToAdmins(query: Query, id: string, content: MailContent, condition: SQL, nowMs: number) {
  const isAdmin = sql`${users.role} = 'admin' AND ${condition}`;
  return queueMailToEach(query, sql`${`${id}:`} || ${users.id}`, content, isAdmin, nowMs).returning({ id: outbox.id });
}

/** The statement that queues a mail to one admin, at their address and in their language. */
export function queueMailToAdmin(query: Query, id: string, content: MailContent, adminId: string, nowMs: number) {
  return queueMailToEach(query, sql`${id}`, content, sql`${users.role} = 'admin' AND ${users.id} = ${adminId}`, nowMs);
}

function queueMailToEach(
  query: Query,
  id: SQL,
  content: MailContent,
  matches: SQL,
  nowMs: number,
  unsubscribeUrl: string | null = null,
) {
  const [subject, text, html] = partsOf(sql`${JSON.stringify(content)}`, users.language);
  return query.insert(outbox).select(
    query
      .select({
        id: sql<string>`${id}`.as("id"),
        recipient: users.email,
        subject: subject.as("subject"),
        text: text.as("text"),
        html: html.as("html"),
        createdAtMs: sql<number>`${nowMs}`.as("created_at_ms"),
        attempts: sql<number>`0`.as("attempts"),
        nextAttemptAtMs: sql<number>`${nowMs}`.as("next_attempt_at_ms"),
        sentAtMs: sql<null>`NULL`.as("sent_at_ms"),
        event: sql<null>`NULL`.as("event"),
        unsubscribeUrl: sql<string | null>`${unsubscribeUrl}`.as("unsubscribe_url"),
      })
      .from(users)
      .where(matches),
  );
}

/** The statement that reads when the next mail is due, epoch ms; no row when none is due by `untilMs`. */
export function selectNextAttempt(query: Query, untilMs: number) {
  return query
    .select({ atMs: outbox.nextAttemptAtMs })
    .from(outbox)
    .where(and(isNotNull(outbox.nextAttemptAtMs), lte(outbox.nextAttemptAtMs, untilMs)))
    .orderBy(asc(outbox.nextAttemptAtMs))
    .limit(1);
}

/**
 * The statement that claims mails that are due, longest due first, and counts the attempt.
 * @param options.untilMs when another sender may claim them, epoch ms
 * @param options.ids only these mails, or all that are due
 * @returns rows: the claimed mails
 */
export function claimDueMails(
  query: Query,
  options: { nowMs: number; untilMs: number; max: number; ids: readonly string[] | undefined },
) {
  const { nowMs, untilMs, max, ids } = options;
  // The ids are one argument, so that the statement is the same for any number of them.
  return claimDue(query, nowMs, untilMs, max, ids && JSON.stringify(ids));
}

const claimDue = prepared(
  (query, nowMs: Value<number>, untilMs: Value<number>, max: Value<number>, ids: Value<string> | undefined) => {
    const due = query
      .select({ id: outbox.id })
      .from(outbox)
      .where(
        and(
          isNotNull(outbox.nextAttemptAtMs),
          lte(outbox.nextAttemptAtMs, nowMs),
          ids && sql`${outbox.id} IN (SELECT value FROM json_each(${ids}))`,
        ),
      )
      .orderBy(asc(outbox.nextAttemptAtMs))
      .limit(max);
    return query
      .update(outbox)
      .set({ nextAttemptAtMs: sql`${untilMs}`, attempts: sql`${outbox.attempts} + 1` })
      .where(inArray(outbox.id, due))
      .returning();
  },
);

/**
 * The statement that ends the attempts for a mail and deletes its content, which held a code or a link.
 * @param sentAtMs null for a mail that was not sent
 */
export const finishMail = prepared((query, id: Value<string>, sentAtMs: Value<number | null>) =>
  query
    .update(outbox)
    .set({ text: "", html: "", subject: "", unsubscribeUrl: null, nextAttemptAtMs: null, sentAtMs: sql`${sentAtMs}` })
    .where(sql`${outbox.id} = ${id}`),
);

/** The statement that schedules the next attempt for a mail. */
export function postponeMail(query: Query, id: string, nextAttemptAtMs: number) {
  return query.update(outbox).set({ nextAttemptAtMs }).where(sql`${outbox.id} = ${id}`);
}

/**
 * The statement that deletes the mails that were queued 30 days ago or earlier and have no attempt left. One that a notification
 * names stays as long as that: the list says what became of it.
 */
export function deleteOldMails(query: Query, nowMs: number) {
  const isNamed = sql`EXISTS (SELECT 1 FROM ${notifications} WHERE ${notifications.mailId} = ${outbox.id})`;
  const isOld = lt(outbox.createdAtMs, nowMs - 30 * DAY_MS);
  return query.delete(outbox).where(and(isNull(outbox.nextAttemptAtMs), isOld, sql`NOT ${isNamed}`));
}
