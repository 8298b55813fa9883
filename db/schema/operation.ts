import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { accounts } from "./ledger.ts";
import { users } from "./users.ts";

/**
 * Pauses that the product began by itself, until an admin resumes it: `withdrawals` after a difference in the ledger, both
 * after a restore.
 */
export const pauses = sqliteTable("pauses", {
  what: text("what", { enum: ["withdrawals", "deposits"] }).primaryKey(),
  reason: text("reason").notNull(),
  sinceMs: integer("since_ms").notNull(),
});

/**
 * A pause of withdrawals, or of new deposits, by an admin. It ends when two admins have approved that (`pause:<id>` in `approvals`), or the only
 * admin a day later, or on the server; triggers see to it. What a pause refuses reads the views `pauses_of_withdrawals` and
 * `pauses_of_deposits`. The table had pauses of withdrawals alone once, and has its name from then.
 */
export const withdrawalPauses = sqliteTable(
  "withdrawal_pauses",
  {
    id: text("id").primaryKey(),
    reason: text("reason").notNull(),
    pausedBy: text("paused_by")
      .notNull()
      .references(() => users.id),
    sinceMs: integer("since_ms").notNull(),
    resumedAtMs: integer("resumed_at_ms"),
    /** The admin with the last approval, or `system`: on the server. */
    resumedBy: text("resumed_by"),
    what: text("what", { enum: ["withdrawals", "deposits"] })
      .notNull()
      .default("withdrawals"),
  },
  (t) => [index("withdrawal_pauses_open").on(t.sinceMs).where(sql`${t.resumedAtMs} IS NULL`)],
);

/** The last entry up to which each account was found correct, and its balance at that entry. */
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

/** When each job that does not run every minute last completed. */
export const jobRuns = sqliteTable("job_runs", {
  job: text("job").primaryKey(),
  ranAtMs: integer("ran_at_ms").notNull(),
});

/** The last result of each automatic check of the ledger: one row per check. */
export const ledgerChecks = sqliteTable(
  "ledger_checks",
  {
    /** `ledger_new`: what was added since the last marks. `ledger_whole`: everything. */
    job: text("job", { enum: ["ledger_new", "ledger_whole"] }).primaryKey(),
    checkedAtMs: integer("checked_at_ms").notNull(),
    /** The number of faults; `faults` may list fewer. */
    faultCount: integer("fault_count").notNull(),
    /** JSON: the first faults as text; empty for a correct ledger. */
    faults: text("faults").notNull(),
  },
  (t) => [
    check("ledger_checks_job", sql`${t.job} IN ('ledger_new', 'ledger_whole')`),
    check(
      "ledger_checks_faults",
      sql`json_array_length(${t.faults}) <= ${t.faultCount} AND (${t.faultCount} = 0) = (json_array_length(${t.faults}) = 0)`,
    ),
  ],
);

/** How far along the price tape each job of its check has come. */
export const tapeMarks = sqliteTable("tape_marks", {
  /**
   * `new`: the newest seal that was checked. `again`: the last one of those that are checked in turn. `removed`:
   * segments of earlier minutes were removed, as they were older than they are kept.
   */
  mark: text("mark", { enum: ["new", "again", "removed"] }).primaryKey(),
  minuteMs: integer("minute_ms").notNull(),
  /** The seal as it was checked, a copy that the tape itself cannot change; null for `removed`. */
  lastSeq: integer("last_seq"),
  seal: text("seal"),
  atMs: integer("at_ms").notNull(),
});

/** Faults that the check of the price tape found, by the minute and the kind of fault. */
export const tapeFaults = sqliteTable(
  "tape_faults",
  {
    minuteMs: integer("minute_ms").notNull(),
    /** A name of `TapeFault`. */
    fault: text("fault").notNull(),
    detail: text("detail").notNull(),
    foundAtMs: integer("found_at_ms").notNull(),
  },
  (t) => [primaryKey({ columns: [t.minuteMs, t.fault] })],
);
