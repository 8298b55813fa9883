import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, unique } from "drizzle-orm/sqlite-core";
import { BOOK_ACT_KINDS, EXCEPTION_KINDS } from "./book-act-kinds.ts";
import { users } from "./users.ts";

/**
 * Double entry. Triggers (`db/guards`) keep what tables alone cannot: entries and transfers are never
 * changed, the entries of a transfer sum to zero, and a balance moves only by an entry.
 */

/** The kinds of a trader's accounts, and of the house's. */
export const TRADER_ACCOUNT_KINDS = ["available", "held", "receivable"] as const;
export const HOUSE_ACCOUNT_KINDS = [
  "khqr",
  "payout",
  "trading",
  "bank",
  "suspense",
  "fees",
  "exchange",
  "khqr_riel",
] as const;

/**
 * A ledger account. Of a trader: `available:<user>`, `held:<user>`, and `receivable:<user>`, which is what they owe (never above zero).
 * Of the house: `house:payout`, `house:trading`, `house:bank:<bank account>`, and one for each currency of `house:khqr[:khr]`,
 * `house:suspense[:khr]`, `house:fees[:khr]` and `house:exchange[:khr]`, on which riel stand against the dollars credited for them.
 * What codes brought in riel is of a kind of its own, since versions before it sum up all accounts of the kind `khqr`.
 */
export const accounts = sqliteTable(
  "accounts",
  {
    id: text("id").primaryKey(),
    userId: text("user_id").references(() => users.id),
    kind: text("kind", { enum: [...TRADER_ACCOUNT_KINDS, ...HOUSE_ACCOUNT_KINDS] }).notNull(),
    /** Balances and entries are in hundredths of it. */
    currency: text("currency", { enum: ["USD", "KHR"] })
      .notNull()
      .default("USD"),
    balanceCents: integer("balance_cents").notNull().default(0),
    /** The balance never falls below this; the house accounts and receivables have no floor. */
    floorCents: integer("floor_cents"),
    /** The entry that last changed the balance. */
    lastEntryId: integer("last_entry_id").notNull().default(0),
  },
  (t) => [
    check("insufficient_funds", sql`${t.floorCents} IS NULL OR ${t.balanceCents} >= ${t.floorCents}`),
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
    kind: text("kind", { enum: ["deposit", "withdrawal", "trades", ...BOOK_ACT_KINDS, ...EXCEPTION_KINDS] }).notNull(),
    /** Its purpose: `deposit:<id>`, `exception:<id>`, `withdrawal:<id>:<step>`, `import:<id>:<step>` or `book:<act>`. */
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
    /** Riel for a dollar, in hundredths, at the time of the entry: of each entry in riel, and of none in dollars. */
    rateHundredths: integer("rate_hundredths"),
  },
  (t) => [
    check("entries_not_zero", sql`${t.amountCents} <> 0`),
    index("entries_transfer").on(t.transferId),
    index("entries_account").on(t.accountId, t.id),
  ],
);
