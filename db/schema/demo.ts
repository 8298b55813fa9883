import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

/**
 * Results of demo trading: copies from the trader's event log, for figures, lists and exports. The log is the
 * truth. Nothing here is money: no row refers to the ledger, and no trigger posts to it.
 * Source: docs/demo-engine.md
 */

/** The runs of demo accounts. The columns from `archivedAtMs` on are null until the run is archived, and fixed afterwards. */
export const demoRuns = sqliteTable(
  "demo_runs",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** From 1 for each trader. */
    run: integer("run").notNull(),
    startCents: integer("start_cents").notNull(),
    costs: text("costs", { enum: ["none", "typical"] }).notNull(),
    /** The version of the table of costs; null without costs. */
    costsVersion: integer("costs_version"),
    /** Null for none. */
    leverage: integer("leverage"),
    startedAtMs: integer("started_at_ms").notNull(),
    archivedAtMs: integer("archived_at_ms"),
    /** Start + profit - commission - overnight + protection. */
    balanceCents: integer("balance_cents"),
    profitCents: integer("profit_cents"),
    commissionCents: integer("commission_cents"),
    overnightCents: integer("overnight_cents"),
    protectionCents: integer("protection_cents"),
    /** Positions that were opened, parts that were closed, and positions that ended without a result. */
    opened: integer("opened"),
    closed: integer("closed"),
    voided: integer("voided"),
  },
  (t) => [
    primaryKey({ name: "demo_runs_once", columns: [t.userId, t.run] }),
    check("demo_runs_number", sql`${t.run} > 0 AND ${t.startCents} > 0`),
    check("demo_runs_costs", sql`${t.costs} IN ('none', 'typical')`),
    check(
      "demo_runs_archived",
      sql`(${t.archivedAtMs} IS NULL) = (${t.balanceCents} IS NULL) AND (${t.archivedAtMs} IS NULL) = (${t.opened} + ${t.closed} + ${t.voided} IS NULL)`,
    ),
    // Of a run that is not archived both sides are null.
    check(
      "demo_runs_figures",
      sql`${t.balanceCents} IS ${t.startCents} + ${t.profitCents} - ${t.commissionCents} - ${t.overnightCents} + ${t.protectionCents}`,
    ),
  ],
);

/**
 * Parts of demo positions that were closed: the trades of a run. The columns that `trades` has too have its names, so that the same
 * statements compute figures of both. Prices are in steps of the symbol's feed. Rows never change.
 */
export const demoParts = sqliteTable(
  "demo_parts",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** The number of the fill that closed the part; fills count from 1 over all runs of a trader. */
    id: integer("id").notNull(),
    run: integer("run").notNull(),
    /** The number of the position, and of the order that opened it. */
    position: integer("position").notNull(),
    /** The number of the fill that opened the position. */
    openFill: integer("open_fill").notNull(),
    symbol: text("symbol").notNull(),
    direction: text("direction", { enum: ["Buy", "Sell"] }).notNull(),
    /** Of 0.00000001 of the symbol. */
    units: integer("units").notNull(),
    /** How many steps of a price are a dollar. */
    stepsPerDollar: integer("steps_per_dollar").notNull(),
    entryPrice: integer("entry_price").notNull(),
    exitPrice: integer("exit_price").notNull(),
    /** The stop and the target of the order when it filled. */
    stopPrice: integer("stop_price"),
    targetPrice: integer("target_price"),
    placedAtMs: integer("placed_at_ms").notNull(),
    openedAtMs: integer("opened_at_ms").notNull(),
    closedAtMs: integer("closed_at_ms").notNull(),
    /** The rules of the fills: the type of the order, and why the part was closed. */
    openRule: text("open_rule").notNull(),
    closeRule: text("close_rule").notNull(),
    /** The price that was asked of each fill; null where none was, as for a market order. */
    openAsked: integer("open_asked"),
    closeAsked: integer("close_asked"),
    /** Before costs. */
    grossCents: integer("gross_cents").notNull(),
    /** The part's share of the opening commission, the closing commission, and its share of overnight costs. */
    openCommissionCents: integer("open_commission_cents").notNull(),
    closeCommissionCents: integer("close_commission_cents").notNull(),
    overnightCents: integer("overnight_cents").notNull(),
    /** The result: before costs, less all three. */
    profitCents: integer("profit_cents").notNull(),
    /** The balance of the run after the fill that opened the position, and after the one that closed the part. */
    openBalanceCents: integer("open_balance_cents").notNull(),
    balanceCents: integer("balance_cents").notNull(),
    /** When the fill that opened the position locked its plan. The plan's columns are null where the order had none. */
    planLockedAtMs: integer("plan_locked_at_ms"),
    /** A setup of the trader's own, with its name of that time; null where only a reason was given. */
    planSetupId: text("plan_setup_id"),
    planSetupName: text("plan_setup_name"),
    /** One line, or empty. */
    planReason: text("plan_reason"),
    /** The amount of the whole position, what it loses at the stop, and the target's distance in thousandths of the stop's. */
    planUnits: integer("plan_units"),
    planRiskCents: integer("plan_risk_cents"),
    planTargetMilliR: integer("plan_target_milli_r"),
    /**
     * Whether, before the part was closed, the stop was ever further away than when the order filled, and the target nearer; a level that was
     * removed counts. Null where there was none, and for parts of positions from before it was recorded.
     */
    stopMovedAway: integer("stop_moved_away", { mode: "boolean" }),
    targetPulled: integer("target_pulled", { mode: "boolean" }),
  },
  (t) => [
    primaryKey({ name: "demo_parts_once", columns: [t.userId, t.id] }),
    foreignKey({ name: "demo_parts_run", columns: [t.userId, t.run], foreignColumns: [demoRuns.userId, demoRuns.run] }),
    check("demo_parts_units", sql`${t.units} > 0`),
    check("demo_parts_times", sql`${t.placedAtMs} <= ${t.openedAtMs} AND ${t.openedAtMs} <= ${t.closedAtMs}`),
    check("demo_parts_direction", sql`${t.direction} IN ('Buy', 'Sell')`),
    check(
      "demo_parts_profit",
      sql`${t.profitCents} = ${t.grossCents} - ${t.openCommissionCents} - ${t.closeCommissionCents} - ${t.overnightCents}`,
    ),
    index("demo_parts_closed").on(t.userId, t.run, t.closedAtMs, t.id),
    index("demo_parts_symbol").on(t.userId, t.run, t.symbol, t.closedAtMs),
    index("demo_parts_setup").on(t.userId, t.run).where(sql`${t.planSetupId} IS NOT NULL`),
  ],
);
