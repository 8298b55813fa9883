import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { accounts } from "./ledger.ts";

/** What the product stopped by itself, until an admin starts it again; `withdrawals` after a difference in the ledger. */
export const pauses = sqliteTable("pauses", {
  what: text("what", { enum: ["withdrawals"] }).primaryKey(),
  reason: text("reason").notNull(),
  sinceMs: integer("since_ms").notNull(),
});

/** Up to which entry each account was last found right, and the balance it had there. */
export const accountMarks = sqliteTable(
  "account_marks",
  {
    accountId: text("account_id")
      .primaryKey()
      .references(() => accounts.id),
    entryId: integer("entry_id").notNull(),
    balanceCents: integer("balance_cents").notNull(),
  },
  (t) => [index("account_marks_entry").on(t.entryId)],
);

/** When each job that is not for every minute last ran whole. */
export const jobRuns = sqliteTable("job_runs", {
  job: text("job").primaryKey(),
  ranAtMs: integer("ran_at_ms").notNull(),
});
