import { and, asc, desc, eq, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Query } from "../../db/client.ts";
import { mustHaveChangedOne } from "../../db/guard.ts";
import {
  clientAnswerImages,
  clientAnswers,
  clientQuestionImages,
  clientQuestions,
  users,
} from "../../db/schema/index.ts";
import { HIDDEN_IMAGE, SEEN_BY } from "../contract/admin-roles.ts";
import type { QuestionEnd, QuestionSubject } from "../contract/client-questions.ts";
import { holdsRole } from "../platform/session-store.ts";

/** The only SQL that writes questions to clients and their answers. Functions return statements; verbs put them into batches. */

const isOpen = and(isNull(clientQuestions.answeredAtMs), isNull(clientQuestions.closedAtMs));

const asker = alias(users, "asker");
const author = alias(users, "answer_author");
const fullName = (person: Record<"firstName" | "lastName", unknown>) =>
  sql<string>`${person.firstName} || ' ' || ${person.lastName}`;

/** By what the trader knows the item: the number of the withdrawal, or the bill number of the deposit. */
const NOTICE = sql<string>`(SELECT question_notices.detail FROM question_notices WHERE question_notices.question_id = client_questions.id)`;

/** @param filename the name of a picture of the conversation, as its reader sees it */
const questionColumns = (filename: SQL) => ({
  id: clientQuestions.id,
  subject: sql<QuestionSubject>`${clientQuestions.subject}`,
  text: clientQuestions.text,
  language: clientQuestions.language,
  otherText: clientQuestions.otherText,
  template: clientQuestions.template,
  askedBy: clientQuestions.askedBy,
  askedByName: fullName(asker),
  askedAtMs: clientQuestions.askedAtMs,
  remindedAtMs: clientQuestions.remindedAtMs,
  returnedAtMs: clientQuestions.returnedAtMs,
  answeredAtMs: clientQuestions.answeredAtMs,
  closedAtMs: clientQuestions.closedAtMs,
  closedBecause: clientQuestions.closedBecause,
  answer: {
    text: clientAnswers.text,
    isByPhone: clientAnswers.isByPhone,
    createdAtMs: clientAnswers.createdAtMs,
  },
  answerByName: sql<string | null>`${fullName(author)}`,
  /** The pictures of the answer, as a list in JSON. */
  images: sql<string>`(SELECT json_group_array(json_object('filename', ${filename}, 'bytes', images.size_bytes) ORDER BY client_answer_images.place) FROM client_answer_images JOIN images ON images.filename = client_answer_images.filename WHERE client_answer_images.question_id = client_questions.id)`,
  /** The picture of the question in JSON; null without one. */
  picture: sql<
    string | null
  >`(SELECT json_object('filename', ${filename}, 'bytes', images.size_bytes) FROM client_question_images JOIN images ON images.filename = client_question_images.filename WHERE client_question_images.question_id = client_questions.id)`,
  notice: NOTICE,
});

/** A question as it is read. */
export type QuestionRow = Awaited<ReturnType<typeof selectThread>>[number];

function selectQuestions(query: Query, filename = sql`images.filename`) {
  return query
    .select(questionColumns(filename))
    .from(clientQuestions)
    .innerJoin(asker, eq(asker.id, clientQuestions.askedBy))
    .leftJoin(clientAnswers, eq(clientAnswers.questionId, clientQuestions.id))
    .leftJoin(author, eq(author.id, clientAnswers.authorId))
    .$dynamic();
}

/**
 * The statement that reads all questions about an item, oldest first. Their pictures are seen by those who see identity cards.
 * @param callerId the admin
 */
export function selectThread(query: Query, callerId: SQL, subject: QuestionSubject) {
  const filename = sql`CASE WHEN ${holdsRole(callerId, SEEN_BY.idCard)} THEN images.filename ELSE ${HIDDEN_IMAGE} END`;
  return selectQuestions(query, filename)
    .where(eq(clientQuestions.subject, subject))
    .orderBy(asc(clientQuestions.askedAtMs));
}

/** The statement that reads a trader's language, in which they are asked. @param userId as SQL; NULL reads nothing */
export function selectLanguage(query: Query, userId: SQL) {
  return query.select({ language: users.language }).from(users).where(eq(users.id, userId));
}

/** The statement that reads one question, whosever it is, with its trader. */
export function selectQuestion(query: Query, id: string) {
  return query
    .select({
      id: clientQuestions.id,
      userId: clientQuestions.userId,
      subject: sql<QuestionSubject>`${clientQuestions.subject}`,
      answeredAtMs: clientQuestions.answeredAtMs,
      closedAtMs: clientQuestions.closedAtMs,
      closedBecause: clientQuestions.closedBecause,
    })
    .from(clientQuestions)
    .where(eq(clientQuestions.id, id));
}

/** How many of their questions a trader is shown. */
const OWN_MAX = 50;

/** The statement that reads the newest questions to a trader. @param callerId NULL reads nothing */
export function selectOwnQuestions(query: Query, callerId: SQL<string>) {
  return selectQuestions(query)
    .where(eq(clientQuestions.userId, callerId))
    .orderBy(desc(clientQuestions.askedAtMs), desc(clientQuestions.id))
    .limit(OWN_MAX);
}

/** The statement that reads one question to a trader. @param callerId NULL reads nothing */
export function selectOwnQuestion(query: Query, callerId: SQL<string>, id: string) {
  return selectQuestions(query).where(and(eq(clientQuestions.id, id), eq(clientQuestions.userId, callerId)));
}

/**
 * The statements that ask. A question whose item came back without an answer makes room for it; another one that is open refuses them.
 */
export function insertQuestion(query: Query, row: typeof clientQuestions.$inferInsert) {
  const isReturned = and(eq(clientQuestions.subject, row.subject), isOpen, isNotNull(clientQuestions.returnedAtMs));
  return [
    query.update(clientQuestions).set({ closedAtMs: row.askedAtMs, closedBecause: "asked_again" }).where(isReturned),
    query.insert(clientQuestions).values(row),
  ] as const;
}

/** The statement that adds the picture, which the batch has just inserted, to a question of the batch. */
export function insertQuestionImage(query: Query, image: typeof clientQuestionImages.$inferInsert) {
  return query.insert(clientQuestionImages).values(image);
}

/** The statements that end an open question without an answer. They refuse their batch as `version_conflict` when it has ended. */
export function closeQuestion(query: Query, id: string, closedBecause: QuestionEnd, nowMs: number) {
  return [
    query
      .update(clientQuestions)
      .set({ closedAtMs: nowMs, closedBecause })
      .where(and(eq(clientQuestions.id, id), isOpen)),
    mustHaveChangedOne(query, "version_conflict"),
  ] as const;
}

/** The statement that answers an open question; the database refuses another one as `question_ended`. @param answer.authorId may be SQL */
export function insertAnswer(
  query: Query,
  answer: { questionId: string; authorId: SQL<string> | string; isByPhone: boolean; text: string; createdAtMs: number },
) {
  return query.insert(clientAnswers).values(answer);
}

/** The statement that adds a picture, which the batch has just inserted, to an answer. */
export function insertAnswerImage(query: Query, image: { filename: string; questionId: string; place: number }) {
  return query.insert(clientAnswerImages).values(image);
}

/** The statement that reads the questions whose reminder is due, with what its mail says. */
export function selectDueReminders(query: Query, askedBeforeMs: number, max: number) {
  return query
    .select({
      id: clientQuestions.id,
      subject: sql<QuestionSubject>`${clientQuestions.subject}`,
      text: clientQuestions.text,
      email: users.email,
      hasPicture: sql<number>`EXISTS (SELECT 1 FROM client_question_images WHERE client_question_images.question_id = client_questions.id)`,
      notice: NOTICE,
    })
    .from(clientQuestions)
    .innerJoin(users, eq(users.id, clientQuestions.userId))
    .where(
      sql`${isWaiting} AND ${clientQuestions.remindedAtMs} IS NULL AND ${lte(clientQuestions.askedAtMs, askedBeforeMs)}`,
    )
    .limit(max);
}

/** The statement that reads whether an item is to return to its queue: most runs of the job have nothing to write. */
export function selectDueReturns(query: Query, askedBeforeMs: number) {
  return query
    .select({ id: clientQuestions.id })
    .from(clientQuestions)
    .where(sql`${isWaiting} AND ${lte(clientQuestions.askedAtMs, askedBeforeMs)}`)
    .limit(1);
}

/** As the partial index has it. */
const isWaiting = sql`${clientQuestions.answeredAtMs} IS NULL AND ${clientQuestions.closedAtMs} IS NULL AND ${clientQuestions.returnedAtMs} IS NULL`;

/** The statements that note a reminder. They refuse their batch as `version_conflict` when it is noted, or the question has ended. */
export function noteReminder(query: Query, id: string, nowMs: number) {
  return [
    query
      .update(clientQuestions)
      .set({ remindedAtMs: nowMs })
      .where(and(eq(clientQuestions.id, id), isOpen, isNull(clientQuestions.remindedAtMs))),
    mustHaveChangedOne(query, "version_conflict"),
  ] as const;
}

/** The statement that returns items to their queues whose client has not answered. @returns rows: the questions */
export function returnUnanswered(query: Query, askedBeforeMs: number, nowMs: number) {
  return query
    .update(clientQuestions)
    .set({ returnedAtMs: nowMs })
    .where(sql`${isWaiting} AND ${lte(clientQuestions.askedAtMs, askedBeforeMs)}`)
    .returning({ id: clientQuestions.id });
}

/** The statements that erase the conversations of a closed account, before its images. */
export function deleteQuestionsOf(query: Query, userId: string) {
  const own = query.select({ id: clientQuestions.id }).from(clientQuestions).where(eq(clientQuestions.userId, userId));
  return [
    query.delete(clientAnswerImages).where(sql`${clientAnswerImages.questionId} IN ${own}`),
    query.delete(clientQuestionImages).where(sql`${clientQuestionImages.questionId} IN ${own}`),
    query.delete(clientAnswers).where(sql`${clientAnswers.questionId} IN ${own}`),
    query.delete(clientQuestions).where(eq(clientQuestions.userId, userId)),
  ] as const;
}
