import { sql } from "drizzle-orm";

/**
 * The balance that an account must have, in cents, according to the deposits, withdrawals and imported trades behind it:
 * an expression for a statement about `accounts`. A deposit counts with the sum credited for its code, however it was
 * credited. For a trader's accounts the user indexes serve it; for the company's accounts (`house:*`) it sums up all
 * records.
 *
 * The columns are written out because Drizzle omits table names in a statement about one table, and the inner tables
 * have columns of the same names.
 */
export const recordsCents = sql<number>`CASE accounts.kind
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
  WHEN 'payout' THEN
    (SELECT coalesce(sum(amount_cents), 0) FROM withdrawals WHERE status = 'completed')
  WHEN 'trading' THEN
    - (SELECT coalesce(sum(profit_cents), 0) FROM imports WHERE status = 'committed')
END`;
