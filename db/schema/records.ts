import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Mails waiting to be sent, written in the batch that caused them. What was sent keeps no body. */
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
    /** Not before this moment; a sender that claims the row moves it ahead, so that no two send it. Null when sent. */
    nextAttemptAtMs: integer("next_attempt_at_ms"),
    sentAtMs: integer("sent_at_ms"),
  },
  (t) => [
    index("outbox_next_attempt").on(t.nextAttemptAtMs).where(sql`${t.nextAttemptAtMs} IS NOT NULL`),
    index("outbox_age").on(t.createdAtMs),
  ],
);

/** Who did what, when. Append-only by trigger. */
export const auditLog = sqliteTable(
  "audit_log",
  {
    sequence: integer("sequence").primaryKey({ autoIncrement: true }),
    atMs: integer("at_ms").notNull(),
    /** A user's id, or `system`. */
    actor: text("actor").notNull(),
    action: text("action").notNull(),
    /** What it was done to, e.g. `deposit:<id>`. */
    subject: text("subject").notNull(),
    /** JSON; never a password, code, token or full account number. */
    detail: text("detail").notNull(),
  },
  // By what it is looked for, each in the order of time.
  (t) => [
    index("audit_log_age").on(t.atMs),
    index("audit_log_actor").on(t.actor, t.atMs),
    index("audit_log_action").on(t.action, t.atMs),
    index("audit_log_subject").on(t.subject, t.atMs),
  ],
);

/**
 * A chain of hashes over the audit log: each row's seal is made of the row and of the seal before it, so that a row that is
 * changed or taken away shows. Append-only by trigger; it outlives a row that was taken away, so it has no foreign key.
 */
export const auditSeals = sqliteTable("audit_seals", {
  /** That of the row. */
  sequence: integer("sequence").primaryKey(),
  /** SHA-256, lower-case hex. */
  hash: text("hash").notNull(),
});
