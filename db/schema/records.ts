import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Mails to send, written in the batch that causes them. A sent mail keeps no body. */
export const outbox = sqliteTable(
  "outbox",
  {
    id: text("id").primaryKey(),
    recipient: text("recipient").notNull(),
    subject: text("subject").notNull(),
    text: text("text").notNull(),
    html: text("html").notNull(),
    createdAtMs: integer("created_at_ms").notNull(),
    attempts: integer("attempts").notNull().default(0),
    /**
     * No attempt before this time. A sender claims the row by moving it ahead, so only one sends it. Null when sent.
     */
    nextAttemptAtMs: integer("next_attempt_at_ms"),
    sentAtMs: integer("sent_at_ms"),
    /** The event of the recipient's account that it is about, where a notification says it too (trigger `outbox_tells`). */
    event: text("event"),
    /** The link of `List-Unsubscribe`, by which mail programs end such mails with one press (RFC 8058); null for a mail that cannot be ended. */
    unsubscribeUrl: text("unsubscribe_url"),
  },
  (t) => [
    index("outbox_next_attempt").on(t.nextAttemptAtMs).where(sql`${t.nextAttemptAtMs} IS NOT NULL`),
    index("outbox_age").on(t.createdAtMs),
  ],
);

/** The audit log: actor, action and time. Append-only by trigger. */
export const auditLog = sqliteTable(
  "audit_log",
  {
    sequence: integer("sequence").primaryKey({ autoIncrement: true }),
    atMs: integer("at_ms").notNull(),
    /** A user's id, or `system`. */
    actor: text("actor").notNull(),
    action: text("action").notNull(),
    /** The record that the action concerns, e.g. `deposit:<id>`. */
    subject: text("subject").notNull(),
    /** JSON; never a password, code, token or full account number. */
    detail: text("detail").notNull(),
  },
  // The columns that the log is searched by, each ordered by time.
  (t) => [
    index("audit_log_age").on(t.atMs),
    index("audit_log_actor").on(t.actor, t.atMs),
    index("audit_log_action").on(t.action, t.atMs),
    index("audit_log_subject").on(t.subject, t.atMs),
  ],
);

/**
 * A hash chain over the audit log: each seal is computed from its row and the seal before, so that a changed or deleted
 * row is detected. Append-only by trigger. It has no foreign key, because a seal outlives a deleted row.
 */
export const auditSeals = sqliteTable("audit_seals", {
  /** The sequence number of the sealed row. */
  sequence: integer("sequence").primaryKey(),
  /** SHA-256, lower-case hex. */
  hash: text("hash").notNull(),
});
