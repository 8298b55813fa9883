import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

/**
 * The sums of groups of an account's trades, of accounts with so many that no request should add them up each time. They follow from the trades
 * alone: a row counts for one revision of them and one zone, and is replaced by the first reader of the next.
 */
export const tradeBreakdowns = sqliteTable(
  "trade_breakdowns",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** `cash` or `broker:N`. */
    account: text("account").notNull(),
    /** Counts the imports and reversals of the account. */
    revision: integer("revision").notNull(),
    timeZone: text("time_zone").notNull(),
    /** As JSON (`CountedGroups`). */
    groups: text("groups").notNull(),
  },
  (t) => [primaryKey({ name: "trade_breakdowns_once", columns: [t.userId, t.account] })],
);
