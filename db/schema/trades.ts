import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, real, sqliteTable, text, unique } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

/** Those of `worker/contract/file-formats.ts` that are known by their shape, and the two names that earlier imports have. */
const FILE_FORMATS = [
  ...(["csv", "mt5", "mt4", "ctrader", "binance_spot", "binance_futures", "kraken"] as const),
  ...(["ibkr_flex", "ibkr_activity", "tradingview_paper", "tradingview_strategy"] as const),
  ...(["mt5_html", "mt5_xlsx"] as const),
] as const;

/**
 * A file of closed trades that an admin imports for a trader: staged in parts, then committed as a whole or not at all.
 * A reversal removes all of it.
 */
export const imports = sqliteTable(
  "imports",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    status: text("status", { enum: ["staged", "committed", "reversed"] }).notNull(),
    fileName: text("file_name").notNull(),
    format: text("format", { enum: FILE_FORMATS }).notNull(),
    /** The time zone of the file's times. */
    timeZone: text("time_zone").notNull(),
    /** The number of rows in the file; a commit requires all of them staged. */
    rowCount: integer("row_count").notNull(),
    /** Set by the commit: the number of new trades and their total profit. */
    tradeCount: integer("trade_count"),
    profitCents: integer("profit_cents"),
    reason: text("reason"),
    createdBy: text("created_by")
      .notNull()
      .references(() => users.id),
    createdAtMs: integer("created_at_ms").notNull(),
    /** The sum that one admin may move alone by this and other actions within a day, in cents; fixed when it is opened. */
    aloneCentsMax: integer("alone_cents_max").notNull().default(0),
    /**
     * The sum that its new trades move, in cents; computed when the last row is staged, null before. The commit recomputes it.
     */
    movesCents: integer("moves_cents"),
    committedBy: text("committed_by").references(() => users.id),
    committedAtMs: integer("committed_at_ms"),
    reversedBy: text("reversed_by").references(() => users.id),
    reversedAtMs: integer("reversed_at_ms"),
  },
  (t) => [
    check("imports_status", sql`${t.status} IN ('staged', 'committed', 'reversed')`),
    index("imports_user").on(t.userId, t.createdAtMs),
    // What an admin committed and reversed within the last day.
    index("imports_committed").on(t.committedBy, t.committedAtMs).where(sql`${t.committedBy} IS NOT NULL`),
    index("imports_reversed").on(t.reversedBy, t.reversedAtMs).where(sql`${t.reversedBy} IS NOT NULL`),
    // Files that wait to be committed, for the admin who is asked to commit.
    index("imports_staged").on(t.createdAtMs, t.id).where(sql`${t.status} = 'staged'`),
    // The list contains committed and reversed imports, and those that wait for another admin.
    index("imports_queue").on(t.status, t.createdAtMs, t.id).where(sql`${t.status} <> 'staged'`),
    index("imports_age").on(t.createdAtMs, t.id),
  ],
);

/** The columns of a trade in every table. Money is whole cents; `profitCents` is net of commission and swap. */
const tradeFields = {
  ticket: text("ticket").notNull(),
  symbol: text("symbol").notNull(),
  direction: text("direction", { enum: ["Buy", "Sell"] }).notNull(),
  /** Millionths of a lot. */
  lotMicros: integer("lot_micros").notNull(),
  entryPrice: real("entry_price").notNull(),
  exitPrice: real("exit_price").notNull(),
  stopPrice: real("stop_price"),
  openedAtMs: integer("opened_at_ms").notNull(),
  closedAtMs: integer("closed_at_ms").notNull(),
  profitCents: integer("profit_cents").notNull(),
};

/** The rows of a staged file; deleted by its commit. */
export const importRows = sqliteTable(
  "import_rows",
  {
    importId: text("import_id")
      .notNull()
      .references(() => imports.id),
    /** The line or row in the file, from 1. */
    rowNumber: integer("row_number").notNull(),
    ...tradeFields,
  },
  (t) => [
    primaryKey({ name: "import_rows_once", columns: [t.importId, t.rowNumber] }),
    unique("import_rows_ticket").on(t.importId, t.ticket),
  ],
);

/** Closed trades. A commit inserts them and a reversal deletes them; they never change. */
export const trades = sqliteTable(
  "trades",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    importId: text("import_id")
      .notNull()
      .references(() => imports.id),
    ...tradeFields,
  },
  (t) => [
    unique("trades_ticket").on(t.userId, t.ticket),
    check("trades_lots", sql`${t.lotMicros} > 0`),
    check("trades_times", sql`${t.openedAtMs} <= ${t.closedAtMs}`),
    index("trades_user_closed").on(t.userId, t.closedAtMs, t.id),
    index("trades_user_symbol").on(t.userId, t.symbol, t.closedAtMs),
    index("trades_import").on(t.importId),
  ],
);

/** The totals of a set of trades. Breakeven trades count in `trades` only. */
const totals = {
  trades: integer("trades").notNull(),
  wins: integer("wins").notNull(),
  losses: integer("losses").notNull(),
  buys: integer("buys").notNull(),
  profitCents: integer("profit_cents").notNull(),
  grossProfitCents: integer("gross_profit_cents").notNull(),
  /** A positive number. */
  grossLossCents: integer("gross_loss_cents").notNull(),
  holdingMs: integer("holding_ms").notNull(),
};

/** Totals per quarter of an hour, UTC: the days of every zone consist of whole quarters. Written with the trades. */
export const tradeQuarters = sqliteTable(
  "trade_quarters",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** `closed_at_ms / 900000`, rounded down. */
    quarter: integer("quarter").notNull(),
    ...totals,
  },
  (t) => [primaryKey({ name: "trade_quarters_once", columns: [t.userId, t.quarter] })],
);

/** Totals per day in the trader's own zone: derived from the quarters, and computed again when the zone changes. */
export const tradeDays = sqliteTable(
  "trade_days",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** Days since 1970-01-01 in the calendar. */
    day: integer("day").notNull(),
    ...totals,
  },
  (t) => [
    primaryKey({ name: "trade_days_once", columns: [t.userId, t.day] }),
    // The number of winning and losing days, and the best one, in a user's view.
    index("trade_days_result").on(t.userId, t.profitCents),
  ],
);

/** Totals per hour of the day in the trader's own zone, derived like the days. */
export const tradeHours = sqliteTable(
  "trade_hours",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** 0 to 23. */
    hour: integer("hour").notNull(),
    ...totals,
  },
  (t) => [primaryKey({ name: "trade_hours_once", columns: [t.userId, t.hour] })],
);

/** Totals per symbol. */
export const tradeSymbols = sqliteTable(
  "trade_symbols",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    symbol: text("symbol").notNull(),
    ...totals,
  },
  (t) => [primaryKey({ name: "trade_symbols_once", columns: [t.userId, t.symbol] })],
);

/** Totals of all trades of a trader, so that no summary has to read the history. */
export const tradeTotals = sqliteTable("trade_totals", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id),
  ...totals,
  /** The largest fall of the cumulative result below its previous peak, and the value of that peak. */
  maxDrawdownCents: integer("max_drawdown_cents").notNull(),
  maxDrawdownPeakCents: integer("max_drawdown_peak_cents").notNull(),
  /** The largest fall of the account below its peak at that time, as a share of the peak; null where none was measured. */
  maxDrawdownShare: real("max_drawdown_share"),
  longestWinStreak: integer("longest_win_streak").notNull(),
  longestLossStreak: integer("longest_loss_streak").notNull(),
  /**
   * The first and last trade of each, by closing time. They are no foreign keys, because all totals are rewritten when
   * a trade is deleted.
   */
  maxDrawdownFirstId: integer("max_drawdown_first_id"),
  maxDrawdownLastId: integer("max_drawdown_last_id"),
  longestWinFirstId: integer("longest_win_first_id"),
  longestWinLastId: integer("longest_win_last_id"),
  longestLossFirstId: integer("longest_loss_first_id"),
  longestLossLastId: integer("longest_loss_last_id"),
  /** The state after the last trade, from which later trades continue: peak, current streaks and closing time. */
  peakCents: integer("peak_cents").notNull().default(0),
  /** The peak that the account is compared with, in cents, to which payments have been added. */
  accountPeakCents: real("account_peak_cents"),
  winStreak: integer("win_streak").notNull().default(0),
  lossStreak: integer("loss_streak").notNull().default(0),
  lastClosedAtMs: integer("last_closed_at_ms").notNull().default(0),
  /** The first trades of the current streaks, and the first trade after the peak. */
  winStreakFirstId: integer("win_streak_first_id"),
  lossStreakFirstId: integer("loss_streak_first_id"),
  fallFirstId: integer("fall_first_id"),
  /** For trades with a known stop: their number, and the sum of profit divided by risk, in thousandths of R. */
  riskedTrades: integer("risked_trades").notNull(),
  riskedMilliR: integer("risked_milli_r").notNull(),
});
