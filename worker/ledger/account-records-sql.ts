import { sql } from "drizzle-orm";

/**
 * The balance that an account must have, in cents, according to the deposits, withdrawals, imported trades and posted acts on the
 * books behind it: an expression for a statement about `accounts`. A deposit counts with the sum credited for its code, however it was
 * credited; what a matched payment credited is taken off `house:khqr` by its own entries. For a trader's accounts the user indexes serve it; for the company's accounts (`house:*`) it sums up all
 * records.
 *
 * The columns are written out because Drizzle omits table names in a statement about one table, and the inner tables
 * have columns of the same names.
 */
export const recordsCents = sql<number>`(CASE accounts.kind
  WHEN 'available' THEN
    (SELECT coalesce(sum(paid_cents), 0) FROM deposits
      WHERE deposits.user_id = accounts.user_id AND deposits.status = 'paid')
    - (SELECT coalesce(sum(amount_cents), 0) FROM withdrawals
      WHERE withdrawals.user_id = accounts.user_id AND withdrawals.status <> 'rejected')
    + (SELECT coalesce(sum(profit_cents), 0) FROM imports
      WHERE imports.user_id = accounts.user_id AND imports.status = 'committed')
  WHEN 'held' THEN
    (SELECT coalesce(sum(amount_cents), 0) FROM withdrawals
      WHERE withdrawals.user_id = accounts.user_id AND withdrawals.status IN ('pending', 'approved'))
  WHEN 'khqr' THEN
    - (SELECT coalesce(sum(paid_cents), 0) FROM deposits WHERE status = 'paid')
    + (SELECT coalesce(sum(amount_cents), 0) FROM exception_entries
      WHERE account_id = accounts.id OR account_id LIKE 'available:%')
  WHEN 'payout' THEN
    (SELECT coalesce(sum(amount_cents), 0) FROM withdrawals WHERE status = 'completed')
  WHEN 'trading' THEN
    - (SELECT coalesce(sum(profit_cents), 0) FROM imports WHERE status = 'committed')
  WHEN 'receivable' THEN 0
  WHEN 'fees' THEN 0
  ELSE (SELECT coalesce(sum(amount_cents), 0) FROM exception_entries WHERE account_id = accounts.id)
END
  + (SELECT coalesce(sum(amount_cents), 0) FROM book_acts
    WHERE book_acts.to_account = accounts.id AND book_acts.posted_at_ms IS NOT NULL)
  - (SELECT coalesce(sum(amount_cents - receivable_cents), 0) FROM book_acts
    WHERE book_acts.from_account = accounts.id AND book_acts.posted_at_ms IS NOT NULL)
  - CASE accounts.kind WHEN 'receivable' THEN
      (SELECT coalesce(sum(receivable_cents), 0) FROM book_acts
        WHERE book_acts.user_id = accounts.user_id AND book_acts.posted_at_ms IS NOT NULL)
    ELSE 0 END)`;
