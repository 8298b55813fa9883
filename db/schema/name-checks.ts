import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";
import { withdrawals } from "./withdrawals.ts";

/**
 * Which two names an admin had before them when they approved a withdrawal, and what was found: never changed, and as many rows as
 * decisions. Triggers (`db/guards/name_checks.sql`) hold the names to those of the withdrawal and of its trader.
 */
export const nameChecks = sqliteTable(
  "name_checks",
  {
    id: text("id").primaryKey(),
    withdrawalId: text("withdrawal_id")
      .notNull()
      .references(() => withdrawals.id),
    /** The name of the person who owns the destination. */
    holder: text("holder").notNull(),
    /** `client`: as on the withdrawal. `code`: read from the payment code by the admin's browser. `admin`: written by the admin. */
    holderFrom: text("holder_from", { enum: ["client", "code", "admin"] }).notNull(),
    /** The name of the account at that time. */
    accountName: text("account_name").notNull(),
    /** `same`: the words are the same in one script. `accepted`: the admin decided, for the reason. */
    verdict: text("verdict", { enum: ["same", "accepted"] }).notNull(),
    reason: text("reason"),
    decidedBy: text("decided_by")
      .notNull()
      .references(() => users.id),
    decidedAtMs: integer("decided_at_ms").notNull(),
  },
  (t) => [
    check("name_checks_from", sql`${t.holderFrom} IN ('client', 'code', 'admin')`),
    check("name_checks_verdict", sql`${t.verdict} IN ('same', 'accepted')`),
    check("name_checks_reason", sql`(${t.verdict} = 'accepted') = (coalesce(${t.reason}, '') <> '')`),
    check("name_checks_names", sql`${t.holder} <> '' AND ${t.accountName} <> ''`),
    index("name_checks_withdrawal").on(t.withdrawalId, t.decidedAtMs),
  ],
);
