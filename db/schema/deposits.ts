import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

/** A deposit by KHQR code, open, paid or ended otherwise. */
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
    /** The payment network's key for the code: MD5 of the whole string, lower-case hex. */
    md5Hash: text("md5_hash").notNull().unique("deposits_md5_hash"),
    deeplink: text("deeplink"),
    createdAtMs: integer("created_at_ms").notNull(),
    updatedAtMs: integer("updated_at_ms").notNull(),
    expiresAtMs: integer("expires_at_ms").notNull(),
    paidAtMs: integer("paid_at_ms"),
    /**
     * The sum credited for the code, in cents: null until it is paid. It differs from the sum asked where admins credited
     * another one (a match).
     */
    paidCents: integer("paid_cents"),
    /** The network's hash of the settled payment; one payment credits one deposit. */
    settlementHash: text("settlement_hash").unique("deposits_settlement_hash"),
    /** The reference from the bank's statement, for a deposit that an admin marked as paid by hand. */
    bankReference: text("bank_reference"),
    /** When two admins booked that the bank took the payment back; it stays paid. */
    reversedAtMs: integer("reversed_at_ms"),
    /** When the payment network was last polled for it. */
    askedAtMs: integer("asked_at_ms").notNull().default(0),
    /** When the sweep polls again; null when there is nothing left to poll. */
    nextAskAtMs: integer("next_ask_at_ms"),
  },
  (t) => [
    check("deposits_status", sql`${t.status} IN ('pending', 'paid', 'failed', 'expired', 'cancelled')`),
    check("deposits_amount", sql`${t.amountCents} > 0`),
    check("deposits_paid", sql`(${t.status} = 'paid') = (${t.paidAtMs} IS NOT NULL)`),
    index("deposits_user").on(t.userId, t.createdAtMs),
    // The last poll of one person. It is partial, so that no other query uses it.
    index("deposits_asked").on(t.userId, t.askedAtMs).where(sql`${t.askedAtMs} > 0`),
    // The sort orders of the admin lists. The columns after those of the order serve filters, which then need no access
    // to the row. Pending ones are left out, because the cron has its own indexes for them.
    index("deposits_ended").on(t.status, t.createdAtMs, t.id, t.amountCents).where(sql`${t.status} <> 'pending'`),
    index("deposits_age").on(t.createdAtMs, t.id, t.amountCents),
    index("deposits_ended_by_amount")
      .on(t.status, t.amountCents, t.id, t.createdAtMs)
      .where(sql`${t.status} <> 'pending'`),
    index("deposits_by_amount").on(t.amountCents, t.id, t.createdAtMs),
    // The month's sums use this index alone.
    index("deposits_paid_sums").on(t.paidAtMs, t.paidCents).where(sql`${t.paidAtMs} IS NOT NULL`),
    // A reference of the bank is used once, with or without spaces and in any case (`deposits_marked_paid`), and admins search for it.
    index("deposits_bank_reference")
      .on(sql`lower(replace("bank_reference", ' ', ''))`)
      .where(sql`${t.bankReference} IS NOT NULL`),
    index("deposits_open").on(t.userId).where(sql`${t.status} = 'pending'`),
    index("deposits_expiry").on(t.expiresAtMs).where(sql`${t.status} = 'pending'`),
    index("deposits_next_ask").on(t.nextAskAtMs).where(sql`${t.nextAskAtMs} IS NOT NULL`),
  ],
);

/** State of an external service, shared by all isolates: its circuit breaker and its budget of calls per second. */
export const providers = sqliteTable("providers", {
  name: text("name").primaryKey(),
  failuresInARow: integer("failures_in_a_row").notNull().default(0),
  /** No calls before this time, except one probe. */
  openUntilMs: integer("open_until_ms").notNull().default(0),
  secondMs: integer("second_ms").notNull().default(0),
  callsInSecond: integer("calls_in_second").notNull().default(0),
  /** The calls among them that the sweep made, not a waiting user. */
  sweepCallsInSecond: integer("sweep_calls_in_second").notNull().default(0),
  /** A token renewed after the configured one, encrypted with a key that only the Worker has. */
  tokenSealed: text("token_sealed"),
  /** When the current token expires; 0 once the service refuses it, null when the expiry is unknown. */
  tokenExpiresAtMs: integer("token_expires_at_ms"),
});
