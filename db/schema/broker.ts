import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, real, sqliteTable, text, unique } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

/**
 * Accounts of traders elsewhere, whose trades come from files. Nothing here is money: no row refers to the ledger, and no trigger posts to it.
 * Sums are whole units of 10^-decimals of the account's currency; prices and quantities are decimals as text, with all of their digits.
 */

/** Broker accounts. One that was deleted stays without its name and its trades, so that its number is never used again. */
export const brokerAccounts = sqliteTable(
  "broker_accounts",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** From 1 for each trader. */
    number: integer("number").notNull(),
    name: text("name").notNull(),
    platform: text("platform"),
    /** As the files write it. */
    currency: text("currency").notNull(),
    decimals: integer("decimals").notNull(),
    /** The last characters of the account's number. */
    accountNumber: text("account_number"),
    /** The clock of its files' times, and how their columns were read, as JSON. */
    clock: text("clock"),
    mapping: text("mapping"),
    createdAtMs: integer("created_at_ms").notNull(),
    deletedAtMs: integer("deleted_at_ms"),
    /** Counts commits and reversals: each is written as it was decided, or not at all. */
    version: integer("version").notNull().default(0),
    /** The sums of what its trades cost. */
    feesUnits: integer("fees_units").notNull().default(0),
    swapUnits: integer("swap_units").notNull().default(0),
  },
  (t) => [
    unique("broker_accounts_number").on(t.userId, t.number),
    check("broker_accounts_named", sql`(${t.deletedAtMs} IS NULL) = (${t.name} <> '')`),
  ],
);

/**
 * Deleted accounts whose files and trades are not all deleted yet (trigger `broker_accounts_deletion`). No foreign key: a closed person's account
 * may go in the batch that ends the deletion.
 */
export const brokerDeletions = sqliteTable(
  "broker_deletions",
  { accountId: integer("account_id").primaryKey(), sinceMs: integer("since_ms").notNull() },
  (t) => [index("broker_deletions_since").on(t.sinceMs)],
);

/** A file of a broker account: staged in parts, then committed as a whole or not at all. A reversal removes all of it. */
export const brokerImports = sqliteTable(
  "broker_imports",
  {
    /** A random number, which is its name in the API. */
    id: integer("id").primaryKey(),
    accountId: integer("account_id")
      .notNull()
      .references(() => brokerAccounts.id),
    status: text("status", { enum: ["staged", "committed", "reversed"] }).notNull(),
    fileName: text("file_name").notNull(),
    /** The SHA-256 of the file, in hexadecimal digits. */
    fileHash: text("file_hash").notNull(),
    format: text("format").notNull(),
    kind: text("kind", { enum: ["trades", "fills"] }).notNull(),
    clock: text("clock").notNull(),
    /** The number of rows; a commit requires all of them staged. */
    rowCount: integer("row_count").notNull(),
    /** Lines that are no trades, by reason, as JSON. */
    leftOut: text("left_out").notNull(),
    /** Sums that the file states, as decimals. */
    statedTotal: text("stated_total"),
    depositsIn: text("deposits_in"),
    depositsOut: text("deposits_out"),
    createdAtMs: integer("created_at_ms").notNull(),
    /** Counts the requests that staged rows: a commit writes the rows that it has read, or nothing. */
    rowsVersion: integer("rows_version").notNull().default(0),
    /** Which commit of the account it is, from 1: the order in which files count. Null before. */
    place: integer("place"),
    /** Whether its rows replaced stored ones with the same ticket. */
    takes: integer("takes", { mode: "boolean" }).notNull().default(false),
    /** The first and last time of its rows; null before the commit, and without rows. */
    firstAtMs: integer("first_at_ms"),
    lastAtMs: integer("last_at_ms"),
    committedAtMs: integer("committed_at_ms"),
    reversedAtMs: integer("reversed_at_ms"),
  },
  (t) => [
    check("broker_imports_status", sql`${t.status} IN ('staged', 'committed', 'reversed')`),
    check("broker_imports_kind", sql`${t.kind} IN ('trades', 'fills')`),
    check(
      "broker_imports_steps",
      sql`(${t.status} = 'staged') = (${t.place} IS NULL) AND (${t.place} IS NULL) = (${t.committedAtMs} IS NULL) AND (${t.status} = 'reversed') = (${t.reversedAtMs} IS NOT NULL)`,
    ),
    unique("broker_imports_place").on(t.accountId, t.place),
    index("broker_imports_staged").on(t.createdAtMs).where(sql`${t.status} = 'staged'`),
  ],
);

/** The columns of a closed trade. The result is the sum of profit, fees and swap, which are negative where they cost. */
const tradeFields = {
  ticket: text("ticket").notNull(),
  symbol: text("symbol").notNull(),
  direction: text("direction", { enum: ["Buy", "Sell"] }).notNull(),
  quantity: text("quantity").notNull(),
  entryPrice: text("entry_price").notNull(),
  exitPrice: text("exit_price").notNull(),
  stopPrice: text("stop_price"),
  /** Null where the file does not say it. */
  openedAtMs: integer("opened_at_ms"),
  closedAtMs: integer("closed_at_ms").notNull(),
  profitUnits: integer("profit_units").notNull(),
  feesUnits: integer("fees_units").notNull(),
  swapUnits: integer("swap_units").notNull(),
};

const rowFields = {
  importId: integer("import_id")
    .notNull()
    .references(() => brokerImports.id),
  /** From 1 in the import. */
  rowNumber: integer("row_number").notNull(),
  accountId: integer("account_id")
    .notNull()
    .references(() => brokerAccounts.id),
  /** Its line number in the file. */
  line: integer("line").notNull(),
  /** Whether a sum had more digits than the account keeps. */
  isRounded: integer("is_rounded", { mode: "boolean" }).notNull(),
};

/** The rows of staged and committed files of closed trades. */
export const brokerRows = sqliteTable("broker_rows", { ...rowFields, ...tradeFields }, (t) => [
  primaryKey({ name: "broker_rows_once", columns: [t.importId, t.rowNumber] }),
  unique("broker_rows_ticket").on(t.accountId, t.ticket, t.importId),
]);

/** The rows of staged and committed files of fills. */
export const brokerFills = sqliteTable(
  "broker_fills",
  {
    ...rowFields,
    fillId: text("fill_id").notNull(),
    symbol: text("symbol").notNull(),
    side: text("side", { enum: ["Buy", "Sell"] }).notNull(),
    quantity: text("quantity").notNull(),
    price: text("price").notNull(),
    atMs: integer("at_ms").notNull(),
    feeUnits: integer("fee_units").notNull(),
    /** The value of a price of 1 of one unit, in the account's currency. */
    multiplier: text("multiplier").notNull(),
    /** A position that the platform keeps apart within a symbol, such as the long and the short position of a hedging account; else empty. */
    position: text("position").notNull().default(""),
    /** Whether the file says that it only closes. */
    isClosing: integer("is_closing", { mode: "boolean" }).notNull().default(false),
  },
  (t) => [
    primaryKey({ name: "broker_fills_once", columns: [t.importId, t.rowNumber] }),
    unique("broker_fills_id").on(t.accountId, t.fillId, t.importId),
  ],
);

/**
 * The closed trades of accounts: which rows of the committed files count, and what their fills pair to. They follow from the committed files and
 * their order alone. The id orders trades of one moment: by the place of the file, then by the row.
 */
export const brokerTrades = sqliteTable(
  "broker_trades",
  {
    accountId: integer("account_id")
      .notNull()
      .references(() => brokerAccounts.id),
    id: integer("id").notNull(),
    /** The file of its row, or of the fill that closed it. No foreign key: without an index of its own, each file that goes would be looked for in all trades. */
    importId: integer("import_id").notNull(),
    ...tradeFields,
    resultUnits: integer("result_units").notNull(),
  },
  (t) => [
    primaryKey({ name: "broker_trades_once", columns: [t.accountId, t.id] }),
    // Of a file they are unique; those of two fills are made of both ids.
    index("broker_trades_ticket").on(t.accountId, t.ticket),
    check("broker_trades_result", sql`${t.resultUnits} = ${t.profitUnits} + ${t.feesUnits} + ${t.swapUnits}`),
    check("broker_trades_times", sql`${t.openedAtMs} IS NULL OR ${t.openedAtMs} <= ${t.closedAtMs}`),
    check("broker_trades_direction", sql`${t.direction} IN ('Buy', 'Sell')`),
    check("broker_trades_quantity", sql`CAST(${t.quantity} AS REAL) > 0`),
    index("broker_trades_closed").on(t.accountId, t.closedAtMs, t.id),
    index("broker_trades_symbol").on(t.accountId, t.symbol, t.closedAtMs),
  ],
);

/** Positions that a file shows as open, and what pairing an account's fills leaves open, which is of no file. */
export const brokerPositions = sqliteTable(
  "broker_positions",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    accountId: integer("account_id")
      .notNull()
      .references(() => brokerAccounts.id),
    importId: integer("import_id").references(() => brokerImports.id),
    symbol: text("symbol").notNull(),
    direction: text("direction", { enum: ["Buy", "Sell"] }).notNull(),
    quantity: text("quantity").notNull(),
    entryPrice: text("entry_price").notNull(),
    openedAtMs: integer("opened_at_ms"),
  },
  (t) => [
    index("broker_positions_account").on(t.accountId, t.importId, t.symbol),
    index("broker_positions_import").on(t.importId),
  ],
);

/** The totals of a set of trades, as those of `trade_quarters` and the tables beside it. Breakeven trades count in `trades` only. */
const totals = {
  trades: integer("trades").notNull(),
  wins: integer("wins").notNull(),
  losses: integer("losses").notNull(),
  buys: integer("buys").notNull(),
  resultUnits: integer("result_units").notNull(),
  grossProfitUnits: integer("gross_profit_units").notNull(),
  /** A positive number. */
  grossLossUnits: integer("gross_loss_units").notNull(),
  holdingMs: integer("holding_ms").notNull(),
};

const accountId = integer("account_id")
  .notNull()
  .references(() => brokerAccounts.id);

/** Totals per quarter of an hour, UTC. */
export const brokerQuarters = sqliteTable(
  "broker_quarters",
  { accountId, quarter: integer("quarter").notNull(), ...totals },
  (t) => [primaryKey({ name: "broker_quarters_once", columns: [t.accountId, t.quarter] })],
);

/** Totals per day in the trader's own zone. */
export const brokerDays = sqliteTable("broker_days", { accountId, day: integer("day").notNull(), ...totals }, (t) => [
  primaryKey({ name: "broker_days_once", columns: [t.accountId, t.day] }),
]);

/** Totals per hour of the day in the trader's own zone. */
export const brokerHours = sqliteTable(
  "broker_hours",
  { accountId, hour: integer("hour").notNull(), ...totals },
  (t) => [primaryKey({ name: "broker_hours_once", columns: [t.accountId, t.hour] })],
);

/** Totals per symbol. */
export const brokerSymbols = sqliteTable(
  "broker_symbols",
  { accountId, symbol: text("symbol").notNull(), ...totals },
  (t) => [primaryKey({ name: "broker_symbols_once", columns: [t.accountId, t.symbol] })],
);

/** Totals of all trades of an account, and what depends on their order, as in `trade_totals`. */
export const brokerTotals = sqliteTable("broker_totals", {
  accountId: integer("account_id")
    .primaryKey()
    .references(() => brokerAccounts.id),
  ...totals,
  maxDrawdownUnits: integer("max_drawdown_units").notNull(),
  maxDrawdownPeakUnits: integer("max_drawdown_peak_units").notNull(),
  /** Always null: a broker account's payments are not known. */
  maxDrawdownShare: real("max_drawdown_share"),
  longestWinStreak: integer("longest_win_streak").notNull(),
  longestLossStreak: integer("longest_loss_streak").notNull(),
  maxDrawdownFirstId: integer("max_drawdown_first_id"),
  maxDrawdownLastId: integer("max_drawdown_last_id"),
  longestWinFirstId: integer("longest_win_first_id"),
  longestWinLastId: integer("longest_win_last_id"),
  longestLossFirstId: integer("longest_loss_first_id"),
  longestLossLastId: integer("longest_loss_last_id"),
  peakUnits: integer("peak_units").notNull(),
  winStreak: integer("win_streak").notNull(),
  lossStreak: integer("loss_streak").notNull(),
  lastClosedAtMs: integer("last_closed_at_ms").notNull(),
  winStreakFirstId: integer("win_streak_first_id"),
  lossStreakFirstId: integer("loss_streak_first_id"),
  fallFirstId: integer("fall_first_id"),
  riskedTrades: integer("risked_trades").notNull(),
  riskedMilliR: integer("risked_milli_r").notNull(),
});
