import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, unique } from "drizzle-orm/sqlite-core";
import { users } from "./users.ts";

/**
 * Double entry. Triggers (`db/guards`) keep what tables alone cannot: entries and transfers are never
 * changed, the entries of a transfer sum to zero, and a balance moves only by an entry.
 */

/** A ledger account: `available:<user>`, `held:<user>`, `house:khqr`, `house:payout`, `house:trading`. */
export const accounts = sqliteTable(
  "accounts",
  {
    id: text("id").primaryKey(),
    userId: text("user_id").references(() => users.id),
    kind: text("kind", { enum: ["available", "held", "khqr", "payout", "trading"] }).notNull(),
    balanceCents: integer("balance_cents").notNull().default(0),
    /** The balance never falls below this; the house accounts have no floor. */
    floorCents: integer("floor_cents"),
    /** The entry that last changed the balance. */
    lastEntryId: integer("last_entry_id").notNull().default(0),
  },
  (t) => [
    check("insufficient_funds", sql`${t.floorCents} IS NULL OR ${t.balanceCents} >= ${t.floorCents}`),
    check("accounts_owner", sql`(${t.userId} IS NULL) = (${t.kind} IN ('khqr', 'payout', 'trading'))`),
    check("accounts_trader_floor", sql`${t.userId} IS NULL OR ${t.floorCents} IS 0`),
    index("accounts_user").on(t.userId),
    // The sum of all traders' money reads this index alone, and no account that is empty.
    index("accounts_client_money").on(t.kind, t.balanceCents).where(sql`${t.balanceCents} <> 0`),
  ],
);

/** One transfer of money. A kind and reference are unique together, which makes retries safe. */
export const transfers = sqliteTable(
  "transfers",
  {
    id: text("id").primaryKey(),
    kind: text("kind", { enum: ["deposit", "withdrawal", "trades"] }).notNull(),
    /** Its purpose: `deposit:<id>`, `exception:<id>`, `withdrawal:<id>:<step>` or `import:<id>:<step>`. */
    reference: text("reference").notNull(),
    memo: text("memo").notNull(),
    /** A user's id, or `system`. */
    actor: text("actor").notNull(),
    atMs: integer("at_ms").notNull(),
  },
  (t) => [
    unique("transfers_once").on(t.kind, t.reference),
    // For the admin API, which lists transfers by time, all of them or those of one kind.
    index("transfers_age").on(t.atMs),
    index("transfers_kind").on(t.kind, t.atMs),
  ],
);

/**
 * One side of a transfer. Its foreign key is deferred: entries are inserted first, then the transfer that checks them.
 */
export const entries = sqliteTable(
  "entries",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    transferId: text("transfer_id")
      .notNull()
      .references(() => transfers.id),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id),
    amountCents: integer("amount_cents").notNull(),
  },
  (t) => [
    check("entries_not_zero", sql`${t.amountCents} <> 0`),
    index("entries_transfer").on(t.transferId),
    index("entries_account").on(t.accountId, t.id),
  ],
);
