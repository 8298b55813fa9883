import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { BOOK_ACT_KINDS } from "./book-act-kinds.ts";
import { accounts } from "./ledger.ts";
import { users } from "./users.ts";

/** An account of the company at a bank. Its ledger account is `house:bank:<id>`, which a trigger opens with it. */
export const bankAccounts = sqliteTable("bank_accounts", {
  /** Short and lower-case, since it is part of the id of its ledger account: `aba-4410`. */
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  currency: text("currency", { enum: ["USD", "KHR"] }).notNull(),
  openedBy: text("opened_by")
    .notNull()
    .references(() => users.id),
  openedAtMs: integer("opened_at_ms").notNull(),
});

/**
 * An act of admins on the books: proposed by one, posted or cancelled by another. Its sum moves from one account to the other; of a
 * reversed deposit, what its trader no longer has becomes a receivable. Triggers (`db/guards/book_acts.sql`) see to it that each kind
 * touches only what it may, and that each such transfer is exactly its act.
 */
export const bookActs = sqliteTable(
  "book_acts",
  {
    id: text("id").primaryKey(),
    kind: text("kind", { enum: BOOK_ACT_KINDS }).notNull(),
    /** The withdrawal that the bank returned, or the deposit that it reversed; null for the other kinds. */
    recordId: text("record_id"),
    /** The trader whose money it moves; null when it moves the house's alone. */
    userId: text("user_id").references(() => users.id),
    fromAccount: text("from_account")
      .notNull()
      .references(() => accounts.id),
    toAccount: text("to_account")
      .notNull()
      .references(() => accounts.id),
    /** In hundredths of the currency of both accounts. */
    amountCents: integer("amount_cents").notNull(),
    /** The part that became a receivable; a trigger writes it when the act is posted. */
    receivableCents: integer("receivable_cents").notNull().default(0),
    /** Riel for a dollar, in hundredths; null in dollars. */
    rateHundredths: integer("rate_hundredths"),
    /** The bank's reference of what it did; each is used once. */
    bankReference: text("bank_reference"),
    /** The evidence for a correction; null for other kinds. */
    evidence: text("evidence"),
    reason: text("reason").notNull(),
    /** The sealed month that it puts right, `2026-10`: the act itself is an entry of the month in which it is posted. */
    foundFor: text("found_for"),
    proposedBy: text("proposed_by")
      .notNull()
      .references(() => users.id),
    proposedAtMs: integer("proposed_at_ms").notNull(),
    postedBy: text("posted_by").references(() => users.id),
    postedAtMs: integer("posted_at_ms"),
    cancelledBy: text("cancelled_by").references(() => users.id),
    cancelledAtMs: integer("cancelled_at_ms"),
  },
  (t) => [
    check("book_acts_amount", sql`${t.amountCents} > 0 AND ${t.receivableCents} BETWEEN 0 AND ${t.amountCents}`),
    // A record is returned or reversed once, and no second act about it waits beside the first.
    uniqueIndex("book_acts_record")
      .on(t.kind, t.recordId)
      .where(sql`${t.recordId} IS NOT NULL AND ${t.cancelledAtMs} IS NULL`),
    // A reference is used once, in any case, with or without spaces (`book_acts_begin`).
    index("book_acts_bank_reference")
      .on(sql`lower(replace("bank_reference", ' ', ''))`)
      .where(sql`${t.bankReference} IS NOT NULL AND ${t.cancelledAtMs} IS NULL`),
    // The records behind a balance.
    index("book_acts_from").on(t.fromAccount, t.postedAtMs),
    index("book_acts_to").on(t.toAccount, t.postedAtMs),
    index("book_acts_user").on(t.userId, t.kind, t.postedAtMs),
    index("book_acts_age").on(t.proposedAtMs, t.id),
  ],
);
