import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

/**
 * Trades of an account that has many, in columns, so that figures of any of them are added up without reading their rows. Blocks follow from the trades
 * alone: what adds or removes trades deletes the blocks of their time in the same write, and where there is no block the trades themselves count.
 * Source: docs/decisions/146
 */
export const tradeBlocks = sqliteTable(
  "trade_blocks",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** `cash` or `broker:N`. */
    account: text("account").notNull(),
    /** The span of a block: all trades closed in it, `untilMs` exclusive. No other block of the account has a time of it. */
    fromMs: integer("from_ms").notNull(),
    untilMs: integer("until_ms").notNull(),
    /** A block has a row for each symbol and direction. */
    symbol: text("symbol").notNull(),
    isBuy: integer("is_buy", { mode: "boolean" }).notNull(),
    trades: integer("trades").notNull(),
    /** As `worker/trades/packed-numbers.ts` writes columns. */
    columns: text("columns").notNull(),
  },
  (t) => [
    primaryKey({
      name: "trade_blocks_once",
      columns: [t.userId, t.account, t.fromMs, t.untilMs, t.symbol, t.isBuy],
    }),
  ],
);

/**
 * Sums of a block's trades, so that figures of whole blocks read no trade: of all of them, and of those that one filter leaves. They are deleted with
 * their block, and where there are none of the trader's zone the block's trades count. Source: docs/decisions/146
 */
export const tradeBlockSums = sqliteTable(
  "trade_block_sums",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    account: text("account").notNull(),
    /** The span of the block. */
    fromMs: integer("from_ms").notNull(),
    untilMs: integer("until_ms").notNull(),
    /** `all`, or a filter and its value, such as `direction:Buy`. */
    part: text("part").notNull(),
    /** The zone whose days and hours they have. */
    timeZone: text("time_zone").notNull(),
    /** `BlockGroups` as JSON; null where the trades have too many sizes. */
    groups: text("groups"),
    /** `BlockFacts` as JSON. */
    facts: text("facts").notNull(),
  },
  (t) => [primaryKey({ name: "trade_block_sums_once", columns: [t.userId, t.account, t.fromMs, t.untilMs, t.part] })],
);
