import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { images } from "./images.ts";
import { users } from "./users.ts";

/** A trader's payout methods. KHQR is active when its image is set, the bank when both of its fields are. */
export const paymentMethods = sqliteTable(
  "payment_methods",
  {
    userId: text("user_id")
      .primaryKey()
      .references(() => users.id),
    khqrImage: text("khqr_image").references(() => images.filename),
    bankName: text("bank_name").notNull().default(""),
    accountId: text("account_id").notNull().default(""),
    /** The person who owns the bank account, as its trader wrote it; empty in rows of before this column, and until it is written. */
    bankHolder: text("bank_holder").notNull().default(""),
    /** The same of the account that the payment code pays to. What the code itself says is read from its image where it is looked at. */
    khqrHolder: text("khqr_holder").notNull().default(""),
    updatedAtMs: integer("updated_at_ms").notNull(),
    /** When a method was first active; anything added later is a change. */
    configuredAtMs: integer("configured_at_ms"),
  },
  // The check before an image is deleted searches all rows by image.
  (t) => [
    index("payment_methods_image").on(t.khqrImage).where(sql`${t.khqrImage} IS NOT NULL`),
    index("payment_methods_account").on(
      sql`replace(replace(replace(lower(${t.accountId}), ' ', ''), '-', ''), '.', '')`,
    ),
  ],
);
