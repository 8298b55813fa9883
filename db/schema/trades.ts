import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, real, sqliteTable, text, unique } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

/**
 * A file of closed trades that an admin brings in for a trader: staged in pieces, then committed or not as a whole. A
 * reversal takes all of it back.
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
    format: text("format", { enum: ["csv", "mt5_html", "mt5_xlsx"] }).notNull(),
    /** The zone that the file's times were read in. */
    timeZone: text("time_zone").notNull(),
    /** Rows that the file has; a commit wants all of them staged. */
    rowCount: integer("row_count").notNull(),
    /** Set by the commit: trades that were new, and what they made together. */
    tradeCount: integer("trade_count"),
    profitCents: integer("profit_cents"),
    reason: text("reason"),
    createdBy: text("created_by")
      .notNull()
      .references(() => users.id),
    createdAtMs: integer("created_at_ms").notNull(),
    /** What one admin may move by it alone, with all else that they moved so in a day; fixed when it is opened. */
    aloneCentsMax: integer("alone_cents_max").notNull().default(0),
    /** What its new trades move, counted when its last row came; null until it is whole. The commit counts anew. */
    movesCents: integer("moves_cents"),
    committedBy: text("committed_by").references(() => users.id),
    committedAtMs: integer("committed_at_ms"),
    reversedBy: text("reversed_by").references(() => users.id),
    reversedAtMs: integer("reversed_at_ms"),
  },
  (t) => [
    check("imports_status", sql`${t.status} IN ('staged', 'committed', 'reversed')`),
    index("imports_user").on(t.userId, t.createdAtMs),
    // What an admin brought in, and took back, in the last day.
    index("imports_committed").on(t.committedBy, t.committedAtMs).where(sql`${t.committedBy} IS NOT NULL`),
    index("imports_reversed").on(t.reversedBy, t.reversedAtMs).where(sql`${t.reversedBy} IS NOT NULL`),
    // Files that wait to be committed, for whoever is asked to.
    index("imports_staged").on(t.createdAtMs, t.id).where(sql`${t.status} = 'staged'`),
    // The list has what was committed, also what was taken back, and what waits for another admin.
    index("imports_queue").on(t.status, t.createdAtMs, t.id).where(sql`${t.status} <> 'staged'`),
    index("imports_age").on(t.createdAtMs, t.id),
  ],
);

/** What a trade is, wherever it stands. Money is whole cents; `profitCents` is net of commission and swap. */
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

/** The rows of a file that is not committed yet; gone once it is. */
export const importRows = sqliteTable(
  "import_rows",
  {
    importId: text("import_id")
      .notNull()
      .references(() => imports.id),
    /** The line or row of the file, from 1. */
    rowNumber: integer("row_number").notNull(),
    ...tradeFields,
  },
  (t) => [
    primaryKey({ name: "import_rows_once", columns: [t.importId, t.rowNumber] }),
    unique("import_rows_ticket").on(t.importId, t.ticket),
  ],
);

/** Closed trades. They come by an import's commit and go by its reversal, and never change. */
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

/** What is added up about a number of trades. Breakeven trades are in `trades` alone. */
const totals = {
  trades: integer("trades").notNull(),
  wins: integer("wins").notNull(),
  losses: integer("losses").notNull(),
  buys: integer("buys").notNull(),
  profitCents: integer("profit_cents").notNull(),
  grossProfitCents: integer("gross_profit_cents").notNull(),
  /** Above zero. */
  grossLossCents: integer("gross_loss_cents").notNull(),
  holdingMs: integer("holding_ms").notNull(),
};

/** Totals of each quarter of an hour of UTC: every zone's days are made of whole ones. Kept in the write that records trades. */
export const tradeQuarters = sqliteTable(
  "trade_quarters",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** `closed_at_ms / 900000`, whole. */
    quarter: integer("quarter").notNull(),
    ...totals,
  },
  (t) => [primaryKey({ name: "trade_quarters_once", columns: [t.userId, t.quarter] })],
);

/** Totals of each day of the trader's own zone: derived from the quarters, anew when the zone changes. */
export const tradeDays = sqliteTable(
  "trade_days",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** Days since 1970-01-01 of the calendar. */
    day: integer("day").notNull(),
    ...totals,
  },
  (t) => [primaryKey({ name: "trade_days_once", columns: [t.userId, t.day] })],
);

/** Totals of each hour of the day of the trader's own zone, derived like the days. */
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

/** Totals of each symbol. */
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

/** What is known of all of a trader's trades together, so that no summary reads a history. */
export const tradeTotals = sqliteTable("trade_totals", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id),
  ...totals,
  /** The deepest fall of the sum of all results below its peak before, and where it was then. */
  maxDrawdownCents: integer("max_drawdown_cents").notNull(),
  maxDrawdownPeakCents: integer("max_drawdown_peak_cents").notNull(),
  longestWinStreak: integer("longest_win_streak").notNull(),
  longestLossStreak: integer("longest_loss_streak").notNull(),
  /** The trades behind them, in the order of closing: no reference holds them, as all of it is written anew with each that goes. */
  maxDrawdownFirstId: integer("max_drawdown_first_id"),
  maxDrawdownLastId: integer("max_drawdown_last_id"),
  longestWinFirstId: integer("longest_win_first_id"),
  longestWinLastId: integer("longest_win_last_id"),
  longestLossFirstId: integer("longest_loss_first_id"),
  longestLossLastId: integer("longest_loss_last_id"),
  /** Where the last trade left off, so that later ones can be counted on: the peak, the runs, and when it was closed. */
  peakCents: integer("peak_cents").notNull().default(0),
  winStreak: integer("win_streak").notNull().default(0),
  lossStreak: integer("loss_streak").notNull().default(0),
  lastClosedAtMs: integer("last_closed_at_ms").notNull().default(0),
  /** The first trades of the runs that go on, and the first after the peak. */
  winStreakFirstId: integer("win_streak_first_id"),
  lossStreakFirstId: integer("loss_streak_first_id"),
  fallFirstId: integer("fall_first_id"),
  /** Of the trades whose stop is known: how many, and the sum of profit over risk, in thousandths of R. */
  riskedTrades: integer("risked_trades").notNull(),
  riskedMilliR: integer("risked_milli_r").notNull(),
});
