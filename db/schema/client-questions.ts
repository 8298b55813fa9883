import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { images } from "./images.ts";
import { users } from "./users.ts";

/**
 * Questions of admins to a trader about a withdrawal, an identity or a payment exception. The item leaves the queue until the
 * question is answered, taken back, overtaken by a decision, or returned without an answer. Guards are in
 * `db/guards/client_questions.sql`.
 */
export const clientQuestions = sqliteTable(
  "client_questions",
  {
    id: text("id").primaryKey(),
    /** The trader who is asked. */
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** What it is about, as approvals and the audit log name it: `withdrawal:<id>`, `identity:<id of the trader>`, `exception:<id>`. */
    subject: text("subject").notNull(),
    /** What the trader reads, and the language that it is in. */
    text: text("text").notNull(),
    language: text("language").notNull(),
    /** The same in the other language, for admins alone; null where nobody wrote it. */
    otherText: text("other_text"),
    /** The template that it began with, one of `worker/contract/client-questions.ts`; null without one. */
    template: text("template"),
    askedBy: text("asked_by")
      .notNull()
      .references(() => users.id),
    askedAtMs: integer("asked_at_ms").notNull(),
    /** When the trader was reminded of it. */
    remindedAtMs: integer("reminded_at_ms"),
    /** When its item went back to the queue because no answer had come; the trader may still answer. */
    returnedAtMs: integer("returned_at_ms"),
    answeredAtMs: integer("answered_at_ms"),
    /** When it ended without an answer, and why. */
    closedAtMs: integer("closed_at_ms"),
    closedBecause: text("closed_because", {
      enum: ["taken_back", "asked_again", "decided", "cancelled", "sent_again"],
    }),
  },
  (t) => [
    check("client_questions_closed", sql`(${t.closedAtMs} IS NULL) = (${t.closedBecause} IS NULL)`),
    check("client_questions_ended", sql`${t.answeredAtMs} IS NULL OR ${t.closedAtMs} IS NULL`),
    uniqueIndex("client_questions_one_open")
      .on(t.subject)
      .where(sql`${t.answeredAtMs} IS NULL AND ${t.closedAtMs} IS NULL`),
    index("client_questions_subject").on(t.subject, t.askedAtMs),
    index("client_questions_user").on(t.userId, t.askedAtMs, t.id),
    // The job that reminds and returns reads those that wait for a client alone.
    index("client_questions_waiting")
      .on(t.askedAtMs)
      .where(sql`${t.answeredAtMs} IS NULL AND ${t.closedAtMs} IS NULL AND ${t.returnedAtMs} IS NULL`),
  ],
);

/**
 * The picture that an admin sent with a question, one at most. It is an image of its trader's with the purpose `id_card`, as those of
 * answers are. A row goes with its image and with its question by the database itself, as the version before knows no such row.
 */
export const clientQuestionImages = sqliteTable(
  "client_question_images",
  {
    filename: text("filename")
      .primaryKey()
      .references(() => images.filename, { onDelete: "cascade" }),
    questionId: text("question_id")
      .notNull()
      .references(() => clientQuestions.id, { onDelete: "cascade" }),
  },
  (t) => [uniqueIndex("client_question_images_one").on(t.questionId)],
);

/** The answer to a question: of its trader, or what they said on the phone, as an admin wrote it down. */
export const clientAnswers = sqliteTable("client_answers", {
  questionId: text("question_id")
    .primaryKey()
    .references(() => clientQuestions.id),
  /** The trader, or the admin who recorded a call. */
  authorId: text("author_id")
    .notNull()
    .references(() => users.id),
  isByPhone: integer("is_by_phone", { mode: "boolean" }).notNull(),
  text: text("text").notNull(),
  createdAtMs: integer("created_at_ms").notNull(),
});

/** The pictures of an answer. They are images of the purpose `id_card`, so that all rules of those hold for them. */
export const clientAnswerImages = sqliteTable(
  "client_answer_images",
  {
    filename: text("filename")
      .primaryKey()
      .references(() => images.filename),
    questionId: text("question_id")
      .notNull()
      .references(() => clientAnswers.questionId),
    /** Its place among the pictures of the answer, from 0. */
    place: integer("place").notNull(),
  },
  (t) => [uniqueIndex("client_answer_images_place").on(t.questionId, t.place)],
);
