import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { images } from "./images.ts";
import { users } from "./users.ts";

/**
 * Money that a trader asked to be paid out. Its sum stands in `held` from the request until it is paid or given back;
 * triggers (`db/guards/withdrawals.sql`) keep the states and the money together.
 */
export const withdrawals = sqliteTable(
  "withdrawals",
  {
    id: text("id").primaryKey(),
    /**
     * The number that people call it by, as `WD-2275`. Numbers grow by random steps, so that they do not tell how many
     * withdrawals there are. A trigger numbers a row that is inserted without one, as an earlier version does.
     */
    number: integer("number"),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    amountCents: integer("amount_cents").notNull(),
    status: text("status", { enum: ["pending", "approved", "completed", "rejected"] }).notNull(),
    paymentMethod: text("payment_method", { enum: ["KHQR", "Bank Transfer"] }).notNull(),
    /** The trader's active method at the time of the request. */
    bankName: text("bank_name"),
    accountId: text("account_id"),
    paymentImage: text("payment_image").references(() => images.filename),
    /**
     * The person who owns the destination, as the trader wrote it for the method. Null in a row of a version that asked for no holder:
     * then the admin who approves it writes the name.
     */
    holderName: text("holder_name"),
    requestMessage: text("request_message").notNull(),
    /**
     * Not approved before this time, epoch ms: the account's security was changed in the 24 hours before the request.
     */
    approvableAtMs: integer("approvable_at_ms"),
    /** How many different admins must approve and complete it; may rise to two while it is open, and never falls. */
    approvalsNeeded: integer("approvals_needed").notNull(),
    /** The sum that its trader may request in 24 hours with one admin, in cents: the operator's setting at the request. */
    secondAdminAboveCents: integer("second_admin_above_cents").notNull().default(100_000),
    /** The sum that one admin may move alone in 24 hours, in cents: the operator's setting at the request. */
    adminAloneCentsMax: integer("admin_alone_cents_max").notNull().default(1_000_000),
    /** The operator's setting at the request: whether its trader had to have a second factor. */
    secondFactor: text("second_factor", { enum: ["optional", "required"] }),
    /** Why it was approved although the trader's identity was not verified; for admins only. */
    unverifiedReason: text("unverified_reason"),
    /**
     * The operator's setting at the approval: whether a payout without a verified identity is allowed with a reason.
     */
    unverifiedPayout: text("unverified_payout", { enum: ["refused", "with_reason"] }),
    /**
     * The admin who is paying it at the bank, and since when: only this admin can complete it, and no other can reject it
     * alone.
     */
    payerId: text("payer_id").references(() => users.id),
    paymentStartedAtMs: integer("payment_started_at_ms"),
    /** The admin from whom the payer took the payment over: it may have been made, so nobody can reject or stop it alone. */
    payerBeforeId: text("payer_before_id").references(() => users.id),
    /** The operator's setting when the payment started: whether its only approver may pay it. */
    soleApproverPayout: text("sole_approver_payout", { enum: ["refused", "allowed"] }),
    /** The bank's id of the payment to the trader. */
    paymentId: text("payment_id"),
    adminNotes: text("admin_notes"),
    rejectReason: text("reject_reason", {
      enum: ["wrong_details", "identity_needed", "suspicious", "over_limit", "other"],
    }),
    cancelledByUser: integer("cancelled_by_user", { mode: "boolean" }).notNull().default(false),
    /** Who made the last decision: an admin's id, or the trader's own for a cancellation. */
    decidedBy: text("decided_by").references(() => users.id),
    /** The admin who has claimed it, and until when. */
    claimedBy: text("claimed_by").references(() => users.id),
    claimedUntilMs: integer("claimed_until_ms"),
    /** When an admin first reviewed it; null again after a claim that was released without a decision. */
    reviewedAtMs: integer("reviewed_at_ms"),
    approvedAtMs: integer("approved_at_ms"),
    completedAtMs: integer("completed_at_ms"),
    /** When two admins booked that the bank sent the payment back; it stays completed. */
    returnedAtMs: integer("returned_at_ms"),
    rejectedAtMs: integer("rejected_at_ms"),
    createdAtMs: integer("created_at_ms").notNull(),
    updatedAtMs: integer("updated_at_ms").notNull(),
    /** Increases with every decision, so that an admin decides on what they saw. */
    version: integer("version").notNull().default(1),
  },
  (t) => [
    check("withdrawals_status", sql`${t.status} IN ('pending', 'approved', 'completed', 'rejected')`),
    check("withdrawals_amount", sql`${t.amountCents} > 0`),
    check("withdrawals_completed", sql`(${t.status} = 'completed') = (${t.completedAtMs} IS NOT NULL)`),
    check("withdrawals_paid_out", sql`(${t.status} = 'completed') = (${t.paymentId} IS NOT NULL)`),
    check("withdrawals_rejected", sql`(${t.status} = 'rejected') = (${t.rejectedAtMs} IS NOT NULL)`),
    check("withdrawals_cancelled", sql`${t.cancelledByUser} = 0 OR ${t.status} = 'rejected'`),
    check(
      "withdrawals_destination",
      sql`CASE ${t.paymentMethod} WHEN 'KHQR' THEN ${t.paymentImage} IS NOT NULL ELSE ${t.bankName} IS NOT NULL AND ${t.accountId} IS NOT NULL END`,
    ),
    uniqueIndex("withdrawals_number").on(t.number),
    // Admins type the id, so it is compared without regard to case.
    uniqueIndex("withdrawals_payment_id").on(sql`${t.paymentId} COLLATE NOCASE`),
    // With or without spaces too (`withdrawals_paid_once`), and as admins search for it.
    index("withdrawals_payment_reference")
      .on(sql`lower(replace("payment_id", ' ', ''))`)
      .where(sql`${t.paymentId} IS NOT NULL`),
    index("withdrawals_user").on(t.userId, t.createdAtMs),
    // The month's sums use this index alone.
    index("withdrawals_paid_sums").on(t.completedAtMs, t.amountCents).where(sql`${t.completedAtMs} IS NOT NULL`),
    index("withdrawals_pending").on(t.userId).where(sql`${t.status} = 'pending'`),
    // The sort orders of the admin lists. The columns after those of the order serve filters, which then need no access
    // to the row.
    index("withdrawals_queue").on(t.status, t.createdAtMs, t.id, t.amountCents),
    index("withdrawals_age").on(t.createdAtMs, t.id, t.amountCents),
    index("withdrawals_queue_by_amount").on(t.status, t.amountCents, t.id, t.createdAtMs),
    index("withdrawals_by_amount").on(t.amountCents, t.id, t.createdAtMs),
    index("withdrawals_account").on(sql`replace(replace(replace(lower(${t.accountId}), ' ', ''), '-', ''), '.', '')`),
    index("withdrawals_image").on(t.paymentImage).where(sql`${t.paymentImage} IS NOT NULL`),
  ],
);

/** Images that an admin shows the trader: images with a message, and one proof of the payment. */
export const withdrawalImages = sqliteTable(
  "withdrawal_images",
  {
    filename: text("filename")
      .primaryKey()
      .references(() => images.filename),
    withdrawalId: text("withdrawal_id")
      .notNull()
      .references(() => withdrawals.id),
    kind: text("kind", { enum: ["admin", "proof"] }).notNull(),
    message: text("message").notNull(),
    uploadedAtMs: integer("uploaded_at_ms").notNull(),
  },
  (t) => [
    index("withdrawal_images_withdrawal").on(t.withdrawalId),
    uniqueIndex("withdrawal_images_one_proof").on(t.withdrawalId).where(sql`${t.kind} = 'proof'`),
  ],
);
