import type { Database } from "../../db/client.ts";
import { QUESTION } from "../contract/client-questions.ts";
import { refusedBy } from "../platform/database-refusal.ts";
import type { Settings } from "../platform/env.ts";
import { queueMail } from "../platform/mail/outbox-store.ts";
import { questionReminderMail } from "./question-mails.ts";
import { subjectParts } from "./question-rules.ts";
import { noteReminder, returnUnanswered, selectDueReminders, selectDueReturns } from "./question-store.ts";
import { noticeOf } from "./question-view.ts";

/** How many reminders one run queues; the next minute's run continues. */
const REMINDERS_MAX = 50;

/**
 * The job that returns items to their queues whose client has not answered in three days, and reminds the others once after one.
 * The run that sends the mails comes after it.
 */
export async function remindClients(job: {
  db: Database;
  settings: Pick<Settings, "APP_ORIGIN">;
  now: () => number;
}): Promise<{ reminded: number; returned: number }> {
  const { db, settings, now } = job;
  const { query } = db;
  const nowMs = now();
  const [due, late] = await db.read([
    selectDueReminders(query, nowMs - QUESTION.remindAfterMs, REMINDERS_MAX),
    selectDueReturns(query, nowMs - QUESTION.returnAfterMs),
  ]);
  const [returned] =
    late.length === 0 ? [[]] : await db.write([returnUnanswered(query, nowMs - QUESTION.returnAfterMs, nowMs)]);
  const isReturned = new Set(returned.map(({ id }) => id));
  let reminded = 0;
  for (const { id, subject, text, email, hasPicture, notice } of due) {
    if (isReturned.has(id)) continue;
    const question = {
      kind: subjectParts(subject).kind,
      text,
      hasPicture: hasPicture === 1,
      notice: noticeOf({ notice }),
    };
    const mail = questionReminderMail(email, settings.APP_ORIGIN, question);
    try {
      await db.write([...noteReminder(query, id, nowMs), queueMail(query, crypto.randomUUID(), mail, nowMs)]);
      reminded += 1;
    } catch (error) {
      // An overlapping run has reminded, or the question has ended since it was read.
      if (!refusedBy(error, "version_conflict")) throw error;
    }
  }
  return { reminded, returned: returned.length };
}
