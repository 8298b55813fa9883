import { sql } from "drizzle-orm";
import { check, index, integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { deposits } from "./deposits.ts";
import { accounts } from "./ledger.ts";
import { users } from "./users.ts";

/** A payment that arrived but does not match the deposit whose code was paid, or whose payer nobody knows: admins decide. */
export const paymentExceptions = sqliteTable(
  "payment_exceptions",
  {
    id: text("id").primaryKey(),
    /** Null while no trader is known whose payment it is; the decision that credits it to one makes a deposit of theirs. */
    depositId: text("deposit_id").references(() => deposits.id),
    /** The network's hash of the payment: each payment has at most one row. */
    settlementHash: text("settlement_hash").notNull().unique("payment_exceptions_settlement_hash"),
    /** Why it was not credited. */
    reason: text("reason", {
      enum: ["wrong_currency", "wrong_amount", "paid_before_created", "settlement_used", "paid_twice", "unknown_payer"],
    }).notNull(),
    /** The amount paid, in units of its currency, as the network reports it. */
    paidAmount: real("paid_amount").notNull(),
    paidCurrency: text("paid_currency").notNull(),
    paidAtMs: integer("paid_at_ms"),
    /** The payer's account at the network, such as `name@bank`; null when the network reported none. */
    paidFrom: text("paid_from"),
    /**
     * What of it is, or was, on suspense, in hundredths of a unit of its currency. Null for a payment that the books do not hold: in
     * another currency than dollars and riel, credited to another code, or recorded before this column and not decided since.
     */
    receivedCents: integer("received_cents"),
    status: text("status", { enum: ["open", "matched", "refunded", "dismissed"] })
      .notNull()
      .default("open"),
    /** The amount that a match credited to the trader, in cents. */
    creditedCents: integer("credited_cents"),
    /** The sum that was sent back, in hundredths of a unit of its currency; null unless a refund was recorded. */
    refundedCents: integer("refunded_cents"),
    /** The bank's reference of the refund. */
    refundReference: text("refund_reference"),
    /** The ledger account of the bank account that sent it back; null for the account that codes pay into. */
    refundedFrom: text("refunded_from").references(() => accounts.id),
    /** The admin's reason for the decision. */
    note: text("note"),
    decidedBy: text("decided_by").references(() => users.id),
    decidedAtMs: integer("decided_at_ms"),
    version: integer("version").notNull().default(1),
    createdAtMs: integer("created_at_ms").notNull(),
  },
  (t) => [
    check("payment_exceptions_status", sql`${t.status} IN ('open', 'matched', 'refunded', 'dismissed')`),
    index("payment_exceptions_deposit").on(t.depositId),
    index("payment_exceptions_queue").on(t.status, t.createdAtMs, t.id),
    index("payment_exceptions_age").on(t.createdAtMs, t.id),
    index("payment_exceptions_refund_reference")
      .on(sql`lower(replace("refund_reference", ' ', ''))`)
      .where(sql`${t.refundReference} IS NOT NULL`),
  ],
);
