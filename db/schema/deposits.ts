import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

/** Money that a trader is about to pay, or has paid, by a KHQR code. */
export const deposits = sqliteTable(
  "deposits",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    amountCents: integer("amount_cents").notNull(),
    status: text("status", { enum: ["pending", "paid", "failed", "expired", "cancelled"] }).notNull(),
    billNumber: text("bill_number").notNull().unique("deposits_bill_number"),
    qrString: text("qr_string").notNull(),
    /** The payment network's name for the code: MD5 of the whole string, lower-case hex. */
    md5Hash: text("md5_hash").notNull().unique("deposits_md5_hash"),
    deeplink: text("deeplink"),
    createdAtMs: integer("created_at_ms").notNull(),
    updatedAtMs: integer("updated_at_ms").notNull(),
    expiresAtMs: integer("expires_at_ms").notNull(),
    paidAtMs: integer("paid_at_ms"),
    /** The network's hash of the settled payment; one payment credits one deposit. */
    settlementHash: text("settlement_hash").unique("deposits_settlement_hash"),
    /** What an admin who marked it paid by hand read in the bank's own books. */
    bankReference: text("bank_reference"),
    /** When the payment network was last asked about it. */
    askedAtMs: integer("asked_at_ms").notNull().default(0),
    /** When the sweep asks again; null when there is nothing more to ask. */
    nextAskAtMs: integer("next_ask_at_ms"),
  },
  (t) => [
    check("deposits_status", sql`${t.status} IN ('pending', 'paid', 'failed', 'expired', 'cancelled')`),
    check("deposits_amount", sql`${t.amountCents} > 0`),
    check("deposits_paid", sql`(${t.status} = 'paid') = (${t.paidAtMs} IS NOT NULL)`),
    index("deposits_user").on(t.userId, t.createdAtMs),
    // When the network was last asked for one person; in part, so that it serves nothing else.
    index("deposits_asked").on(t.userId, t.askedAtMs).where(sql`${t.askedAtMs} > 0`),
    // In the orders that the desk lists them in. What follows the order's own columns is a filter beside it, which is so
    // looked at without going to the row. Without the pending ones, which the cron finds by their own indexes.
    index("deposits_ended").on(t.status, t.createdAtMs, t.id, t.amountCents).where(sql`${t.status} <> 'pending'`),
    index("deposits_age").on(t.createdAtMs, t.id, t.amountCents),
    index("deposits_ended_by_amount")
      .on(t.status, t.amountCents, t.id, t.createdAtMs)
      .where(sql`${t.status} <> 'pending'`),
    index("deposits_by_amount").on(t.amountCents, t.id, t.createdAtMs),
    // The month's sums are read from this alone.
    index("deposits_paid_sums").on(t.paidAtMs, t.amountCents).where(sql`${t.paidAtMs} IS NOT NULL`),
    index("deposits_open").on(t.userId).where(sql`${t.status} = 'pending'`),
    index("deposits_expiry").on(t.expiresAtMs).where(sql`${t.status} = 'pending'`),
    index("deposits_next_ask").on(t.nextAskAtMs).where(sql`${t.nextAskAtMs} IS NOT NULL`),
  ],
);

/** What is known of a service outside, shared by all isolates: its breaker and its budget of calls a second. */
export const providers = sqliteTable("providers", {
  name: text("name").primaryKey(),
  failuresInARow: integer("failures_in_a_row").notNull().default(0),
  /** No calls before this moment, but for one probe. */
  openUntilMs: integer("open_until_ms").notNull().default(0),
  secondMs: integer("second_ms").notNull().default(0),
  callsInSecond: integer("calls_in_second").notNull().default(0),
  /** Those of them that the sweep made, not somebody who waits at a screen. */
  sweepCallsInSecond: integer("sweep_calls_in_second").notNull().default(0),
  /** A token that was renewed after the configured one, sealed with a key that only the Worker has. */
  tokenSealed: text("token_sealed"),
  /** When the token in use ends; 0 once the service refuses it, null when its end is not known. */
  tokenExpiresAtMs: integer("token_expires_at_ms"),
});
