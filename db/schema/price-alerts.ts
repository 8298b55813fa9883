import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, unique } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

/**
 * Price alerts and what they told. The trigger book watches the prices; these rows are what it watches for, and what came of it.
 * Prices are whole steps of the symbol.
 * Source: docs/decisions/124
 */

/** Alerts. One that its person removed stays for a time, like one that fired or expired. */
export const priceAlerts = sqliteTable(
  "price_alerts",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** Its terms, as `AlertTerms` of worker/contract/alerts; `condition` and `repeat` are JSON. */
    symbol: text("symbol").notNull(),
    condition: text("condition").notNull(),
    repeat: text("repeat").notNull(),
    expiresAtMs: integer("expires_at_ms"),
    note: text("note").notNull(),
    isAlsoInQuietHours: integer("also_in_quiet_hours", { mode: "boolean" }).notNull(),
    drawing: text("drawing"),
    /** Goes up by one with each act of its person. A firing counts only for the version that it was of. */
    version: integer("version").notNull().default(1),
    state: text("state", { enum: ["on", "paused", "fired", "expired", "removed"] }).notNull(),
    /** The version that the trigger book watches, and the last record of the tape that does not count for it. */
    armedVersion: integer("armed_version"),
    armedSeq: integer("armed_seq"),
    /** How often it has fired in all of its versions, and the newest of its firings. */
    firings: integer("firings").notNull().default(0),
    lastFiringId: integer("last_firing_id"),
    createdAtMs: integer("created_at_ms").notNull(),
    changedAtMs: integer("changed_at_ms").notNull(),
  },
  (t) => [
    check("price_alerts_state", sql`${t.state} IN ('on', 'paused', 'fired', 'expired', 'removed')`),
    check(
      "price_alerts_armed",
      sql`(${t.armedVersion} IS NULL) = (${t.armedSeq} IS NULL) AND (${t.armedVersion} IS NULL OR ${t.armedVersion} <= ${t.version})`,
    ),
    index("price_alerts_user").on(t.userId, t.id),
    index("price_alerts_open").on(t.userId).where(sql`${t.state} IN ('on', 'paused')`),
    index("price_alerts_unarmed").on(t.userId).where(sql`${t.state} = 'on' AND ${t.armedVersion} IS NOT ${t.version}`),
    index("price_alerts_expiry")
      .on(t.expiresAtMs)
      .where(sql`${t.state} IN ('on', 'paused') AND ${t.expiresAtMs} IS NOT NULL`),
    index("price_alerts_age").on(t.changedAtMs).where(sql`${t.state} IN ('fired', 'expired', 'removed')`),
  ],
);

/** The firings of price alerts, one row for each quote that fired one. Rows never change, and are deleted after ninety days. */
export const alertFirings = sqliteTable(
  "alert_firings",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** The alert, which is deleted earlier; its number is not used again. */
    alertId: integer("alert_id").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    version: integer("version").notNull(),
    /** The number of the quote on the tape. */
    quoteSeq: integer("quote_seq").notNull(),
    /** The alert's terms when it fired, as JSON (`AlertTerms`). */
    terms: text("terms").notNull(),
    /** The quotes and the level, as JSON (`AlertFacts`). */
    facts: text("facts").notNull(),
    /** When the quote was heard. */
    firedAtMs: integer("fired_at_ms").notNull(),
  },
  (t) => [
    unique("alert_firings_once").on(t.alertId, t.quoteSeq),
    index("alert_firings_user").on(t.userId, t.id),
    index("alert_firings_age").on(t.firedAtMs),
  ],
);
